/** What Git and the sites of generators mean by files, links and navigation, as pages show it. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { type DocsFiles, docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { type MemoryService, startMemoryService } from './support/folders/memory-service.ts'

const services: MemoryService[] = []
after(async () => {
  for (const service of services) await service.stop()
})

interface Imported {
  /** The text of each page by its title. */
  readonly texts: Readonly<Record<string, string>>
  readonly codes: readonly string[]
}

async function importing(
  files: DocsFiles,
  prepare: (folder: string) => void = () => {},
): Promise<Imported> {
  const folder = docsFolder(files)
  prepare(folder.path)
  const service = await startMemoryService()
  services.push(service)
  const place = { endpoint: service.endpoint, token: 't', space: { key: 'S', homepageId: '1' } }
  const { events } = await importDocs(place as never, folder)
  const pages = [...service.pages.values()]
  const titled = (content: string): string =>
    content.replace(/spaces\/S\/pages\/(\d+)/g, (_, id) => `to ${service.pages.get(id)?.title}`)
  return {
    texts: Object.fromEntries(pages.map(({ title, content }) => [title, titled(content)])),
    codes: events.flatMap((event) => (event.type === 'warning' ? [event.code] : [])),
  }
}

function git(folder: string, ...command: readonly string[]): void {
  const name = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']
  execFileSync('git', ['-C', folder, ...name, ...command], { stdio: 'pipe' })
}

test('Git ignores nothing that it tracks, and what it does not track stays ignored', async () => {
  const { texts } = await importing(
    {
      '.gitignore': 'docs/examples/**/*.md\n/build/\n',
      'docs/index.md': '# Home\n\nWords.\n',
      'docs/examples/README.md': '# Examples\n\nCommitted.\n',
      'docs/examples/own.md': '# Own\n\nPrivate.\n',
      'build/kept.md': '# Kept\n\nCommitted.\n',
      'build/made.md': '# Made\n\nPrivate.\n',
    },
    (folder) => {
      rmSync(`${folder}/.git`, { recursive: true })
      git(folder, 'init', '-q')
      git(folder, 'add', '.')
      git(folder, 'add', '-f', 'docs/examples/README.md', 'build/kept.md')
      git(folder, 'commit', '-qm', 'docs')
    },
  )
  const titles = Object.keys(texts)
  for (const title of ['Home', 'Examples', 'Kept']) assert.ok(titles.includes(title), title)
  for (const title of ['Own', 'Made']) assert.ok(!titles.includes(title), title)
})
