/** Likenesses of sites of Next.js, Nextra, Fumadocs and Mintlify: their pages, order and addresses. @module */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkFolder } from '../src/folder/check-folder.ts'
import type { FolderEvent } from '../src/folder/folder-events.ts'
import { planFolder } from '../src/folder/plan/plan-folder.ts'
import { type DocsFiles, docsFolder } from './support/folders/docs-folder.ts'

async function look(files: DocsFiles, part: string) {
  const folder = docsFolder(files)
  const source = { paths: [join(folder.path, part)], workingFolder: folder.path }
  const { tree, documents } = await planFolder(source)
  const warnings: string[] = []
  await checkFolder({
    ...source,
    onEvent(event: FolderEvent) {
      if (event.type === 'warning') warnings.push(`${event.file}:${event.line} ${event.code}`)
    },
  })
  return {
    pages: tree.nodes.map(({ path, parent }) => [path, parent?.path ?? '']),
    titles: tree.nodes.map(({ navigationTitle, title }) => navigationTitle ?? title),
    warnings,
    markdownOf: (path: string) =>
      documents.read(path, String(files[part === '' ? path : `${part}/${path}`])).markdown,
  }
}

test('Nextra: pages of folders, one file for the order of all, parts by their names', async () => {
  const nextra = await look(
    {
      'next.config.mjs': 'export default {}',
      'tsconfig.json':
        '{\n  // Ours.\n  "compilerOptions": { "baseUrl": ".", "paths": { "@parts/*": ["parts/*"], "x": ["y"] }, },\n}',
      'parts/note.mdx': 'Mind the boom.\n',
      'app/_meta.global.tsx':
        "export default { docs: { title: 'Manual', items: { sails: 'Sails!', knots: '' } } }",
      'app/docs/page.mdx': '# Docs\n\n[k](/docs/knots#tie) [s](./sails) [gone](/docs/gone)\n',
      'app/docs/knots/page.mdx':
        "import Note from '@parts/note.mdx'\n\n# Knots\n\n<Note />\n\n## Tying [#tie]\n",
      'app/docs/sails/page.mdx': '# Sails\n\n[docs](/docs)\n',
      'app/(more)/log/page.mdx': '# Log\n\n[sails](/docs/sails) [self](/log)\n',
    },
    'app',
  )
  assert.deepEqual(nextra.warnings, ['app/docs/page.mdx:3 link-missing'])
  assert.deepEqual(
    nextra.pages.filter(([path]) => path?.startsWith('docs')),
    [
      ['docs/page.mdx', ''],
      ['docs/sails/page.mdx', 'docs/page.mdx'],
      ['docs/knots/page.mdx', 'docs/page.mdx'],
    ],
  )
  assert.deepEqual(nextra.titles.slice(0, 3), ['Manual', 'Sails!', 'Knots'])
  assert.match(nextra.markdownOf('docs/knots/page.mdx'), /Mind the boom\.\n\n## Tying \{#tie\}/)
})

test('Astro: parts and images by the names that tsconfig.json gives to folders', async () => {
  const astro = await look(
    {
      'astro.config.mjs': 'export default {}',
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["src/*"] } } }',
      'src/parts/note.mdx': 'Mind the boom.\n',
      'src/parts/boom.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      'src/content/docs/a.mdx':
        "import Note from '@/parts/note.mdx'\n\n# A\n\n<Note />\n\n![boom](@/parts/boom.svg)\n",
    },
    'src/content/docs',
  )
  assert.deepEqual(astro.warnings, [])
  assert.match(astro.markdownOf('a.mdx'), /Mind the boom\./)
})

test('Fumadocs: groups of folders, meta.json', async () => {
  const fumadocs = await look(
    {
      'next.config.mts': 'export default {}',
      'content/docs/meta.json': '{ "pages": ["(guide)", "api"] }',
      'content/docs/(guide)/b.mdx': '---\ntitle: B\n---\n\n[a](/docs/api/a) [b](/docs/b)\n',
      'content/docs/api/a.mdx': '---\ntitle: A\n---\n\nWords.\n',
    },
    'content/docs',
  )
  assert.deepEqual(fumadocs.warnings, [])
})

test('Mintlify: links to addresses that have moved', async () => {
  const mintlify = await look(
    {
      'docs.json':
        '{ "navigation": { "pages": ["new/a"] }, "redirects": [{ "source": "/old/:slug*", "destination": "/new/:slug*" }, { "source": "/gone", "destination": "/nowhere" }, { "source": 7 }] }',
      'new/a.mdx': '---\ntitle: A\n---\n\n[a](/old/a) [b](../old/b) [c](/gone) [d](./b.md)\n',
      'new/b.mdx': '---\ntitle: B\n---\n\nWords.\n',
    },
    '',
  )
  assert.deepEqual(mintlify.warnings, ['new/a.mdx:5 link-missing'])
})
