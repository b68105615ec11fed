/** What an import of many files keeps in memory: paths, titles and addresses, no text. @module */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type DocsFolder, docsFolder } from './support/folders/docs-folder.ts'
import { type MemoryService, startMemoryService } from './support/folders/memory-service.ts'

const program = fileURLToPath(new URL('support/folders/import-heap.ts', import.meta.url))
const run = promisify(execFile)
const few = 50
const many = 200
const fileBytes = 16_384
/** A file costs up to 12 KiB, and 16 KiB more if its text were kept. */
const maxBytesOfFile = 16_000

const folders = new Map<number, DocsFolder>()
before(() => {
  for (const count of [few, many]) folders.set(count, docsFolder(files(count)))
})
after(() => {
  for (const folder of folders.values()) folder.remove()
})

function files(count: number): Record<string, string> {
  const path = (index: number): string => `part-${index % 20}/page-${index}.md`
  const entries = Array.from({ length: count }, (_, index) => {
    const links = [1, 7, count - 1].map((step) => `[a](../${path((index + step) % count)}#part)`)
    const lost = `[gone](none-${index}.md) ![gone](none-${index}.png)\n\n<!-- a comment -->`
    const fields = `---\nslug: /address-of-page-${index}\n---\n\n`
    const text = `${fields}# Page ${index}\n\n${links.join(' ')} ${lost}\n\n## Part\n\n`
    return [path(index), text.padEnd(fileBytes, 'Some words of a text. ')] as const
  })
  return Object.fromEntries(entries)
}

/** Counts the second and third run: the first loads the program. */
async function bytesOfFile(): Promise<number> {
  const services: MemoryService[] = []
  const imports: object[] = []
  try {
    for (const count of [few, few, many]) {
      const { path } = folders.get(count) as DocsFolder
      const service = await startMemoryService()
      services.push(service)
      imports.push({ endpoint: service.endpoint, path })
    }
    const place = { token: 't', spaceId: 'S', parentId: '1' }
    const options = JSON.stringify({ ...place, imports, resend: true })
    const { stdout } = await run(process.execPath, ['--expose-gc', program, options])
    const [, small = 0, large = 0] = stdout.split('\n').map(Number)
    return (large - small) / (many - few)
  } finally {
    for (const service of services) await service.stop()
  }
}

test('an import keeps little of each file', async () => {
  const bytes = await bytesOfFile()
  assert.ok(bytes < maxBytesOfFile, `${bytes} bytes`)
})
