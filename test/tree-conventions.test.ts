/** What Git and the sites of generators mean by files, links and navigation, as pages show it. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
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

test('links with a slash are looked up where most of them have files, which is said once', async () => {
  const page = (links: string): string => `---\ntitle: ${links}\n---\n\n[a](${links})\n`
  const { texts, codes } = await importing({
    'docs/1.guide/1.intro.md': '---\ntitle: Intro\n---\n\n[api](/docs/4.x/api/use-2)\n',
    'docs/4.api/1.use-1.md': '---\ntitle: Use 1\n---\n\n[intro](/docs/4.x/guide/intro)\n',
    'docs/4.api/2.use-2.md': '---\ntitle: Use 2\n---\n\n[other](/elsewhere/page)\n',
  })
  assert.match(texts.Intro ?? '', /\[api\]\(to Use 2\)/)
  assert.match(texts['Use 1'] ?? '', /\[intro\]\(to Intro\)/)
  assert.deepEqual(codes.toSorted(), ['link-missing', 'site-root-guessed'])
  const elsewhere = await importing({ 'a.md': page('/x/y'), 'b.md': '# B\n' })
  assert.deepEqual(elsewhere.codes, ['link-missing'])
})

test('Docusaurus looks for a file from the docs folder too, and for the next version', async () => {
  const { texts, codes } = await importing({
    'docusaurus.config.js': "module.exports = { title: 'X', baseUrl: '/' }\n",
    'docs/c.md': '# C\n\nC.\n',
    'docs/frontend/a.md': '# A\n\n[B](frontend/b.md) [C](c.md) [next](/docs/next/c)\n',
    'docs/frontend/b.md': '# B\n\nB.\n',
  })
  assert.match(texts.A ?? '', /\[B\]\(to B\) \[C\]\(to C\) \[next\]\(to C\)/)
  assert.deepEqual(codes, [])
})

test('files may be named after their addresses, and folders of sources left out of them', async () => {
  const { texts } = await importing({
    'source/manual/a.html.md': '---\ntitle: A\n---\n\n[B](/manual/b.html) [b](b.html)\n',
    'source/manual/b.html.md': '# B\n\nB.\n',
  })
  assert.match(texts.A ?? '', /\[B\]\(to B\) \[b\]\(to B\)/)
})

test('a site that is served below /docs may say so in its links', async () => {
  const { texts, codes } = await importing({
    'docs.json': JSON.stringify({ name: 'X', navigation: { pages: ['index', 'es/start'] } }),
    'index.mdx': '---\ntitle: Index\n---\n\n[a](/docs/es/start) [b](/es/start)\n',
    'es/start.mdx': '---\ntitle: Inicio\n---\n\nx\n',
  })
  assert.match(texts.Index ?? '', /\[a\]\(to Inicio\) \[b\]\(to Inicio\)/)
  assert.deepEqual(codes, [])
})

test('files of one language link to each other without naming it', async () => {
  const { texts, codes } = await importing({
    'mkdocs.yml': 'site_name: X\nplugins: [i18n]\n',
    'docs/start.ja.md': '# Hajime\n\n[a](guide/setup.md) [b](../guide/setup/)\n',
    'docs/guide/setup.ja.md': '# Settei\n\nx\n',
    'docs/guide/setup.en.md': '# Setup\n\nx\n',
  })
  assert.equal(texts.Hajime, '# Hajime\n\n[a](to Settei) [b](to Settei)\n')
  assert.deepEqual(codes, [])
})

test('links of a symlinked file are read beside its target too', async () => {
  const { texts, codes } = await importing(
    { 'docs/README.md': '# Docs\n\n[foo](foo.md)\n', 'docs/foo.md': '# Foo\n\nText.\n' },
    (folder) => symlinkSync('docs/README.md', `${folder}/README.md`),
  )
  assert.match(texts.Docs ?? '', /\[foo\]\(to Foo\)/)
  assert.deepEqual(codes, ['title-changed'])
})

test('addresses of mark lead to the page that has the title', async () => {
  const { texts, codes } = await importing({
    'a.md': '# A\n\n[how](<ac:Publish on Push>), [so](ac:publish%20on%20push), [not](ac:Gone)\n',
    'b.md': '<!-- Title: Publish on Push -->\n\nText.\n',
  })
  assert.match(texts.A ?? '', /\[how\]\(to Publish on Push\), \[so\]\(to Publish on Push\)/)
  assert.ok(codes.includes('link-missing'))
})

test('navigation tells what it lists in vain: a file that is missing, and a second name', async () => {
  const { codes } = await importing({
    'mkdocs.yml':
      'site_name: X\nnav:\n  - Home: index.md\n  - Starters: food.md\n  - Desserts: food.md\n  - Gone: gone.md\n',
    'docs/index.md': '# Home\n\nx\n',
    'docs/food.md': '# Food\n\nx\n',
  })
  assert.deepEqual(codes.toSorted(), ['navigation-missing'])
})

test('a name that is a date stays as it is written', async () => {
  const { texts } = await importing({ 'journal/2024-01-31.md': '- words\n' })
  assert.ok(Object.hasOwn(texts, '2024-01-31'), Object.keys(texts).join())
})

test('notes in a vault are no wiki because one of them is called Home', async () => {
  const { texts } = await importing({
    'Home.md': 'Start with [[Daily notes]] or [[Sync|the sync]].\n',
    'Plugins/Daily notes.md': 'In [[Sync]]. ==Marked==. %%hidden%%\n\n![[Sync]]\n',
    'Plugins/Sync.md': '> [!tip] Use it\n> See [[Daily notes]].\n',
  })
  assert.match(JSON.stringify(texts), /\[the sync\]\(to Sync\)/)
  assert.doesNotMatch(texts['Daily notes'] ?? '', /%%|==/)
})
