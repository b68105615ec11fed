/** What an import of many files keeps in memory: paths, titles and addresses, no text. @module */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type DocsFolder, docsFolder } from './support/folders/docs-folder.ts'
import { type MemoryService, startMemoryService } from './support/folders/memory-service.ts'

const program = fileURLToPath(new URL('support/folders/import-heap.ts', import.meta.url))
const few = 150
const many = 450
const fileBytes = 16_384
/** An import keeps 1 to 3 KiB of a file; whoever keeps its text keeps more than twice this. */
const maxBytesOfFile = 8_192

const folders = new Map<number, DocsFolder>()
before(() => {
  for (const count of [few, many]) folders.set(count, docsFolder(files(count)))
})
after(() => {
  for (const folder of folders.values()) folder.remove()
})

/** Each says its address, leads back and ahead, to a heading and to nothing, and has warnings. */
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

async function heapAfter(
  service: MemoryService,
  count: number,
  areTextsKept: boolean,
): Promise<number> {
  const { path } = folders.get(count) as DocsFolder
  const options = {
    ...{ endpoint: service.endpoint, token: 't', spaceId: 'S', parentId: '1' },
    ...{ paths: [path], workingFolder: path, areTextsKept, resend: true },
  }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--expose-gc', program, JSON.stringify(options)])
  return Number(stdout)
}

async function bytesOfFile({
  areTextsKept = false,
  reserves = true,
}: {
  areTextsKept?: boolean
  reserves?: boolean
}): Promise<number> {
  const heaps: number[] = []
  for (const count of [few, many]) {
    const service = await startMemoryService({ reserves })
    try {
      heaps.push(await heapAfter(service, count, areTextsKept))
    } finally {
      await service.stop()
    }
  }
  const [small = 0, large = 0] = heaps
  return (large - small) / (many - few)
}

test('an import keeps little of each file', async () => {
  const bytes = await bytesOfFile({})
  assert.ok(bytes < maxBytesOfFile, `${bytes} bytes`)
})

test('so does one that sends linked pages twice', async () => {
  const bytes = await bytesOfFile({ reserves: false })
  assert.ok(bytes < maxBytesOfFile, `${bytes} bytes`)
})

test('one that keeps texts is found out (control)', async () => {
  const bytes = await bytesOfFile({ areTextsKept: true })
  assert.ok(bytes > fileBytes, `${bytes} bytes`)
})
