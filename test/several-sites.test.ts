/** A folder that holds several sites: each is read in its own dialect, with its own navigation and addresses. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFolder } from '../src/folder/check-folder.ts'
import type { FolderEvent } from '../src/folder/folder-events.ts'
import { planFolder } from '../src/folder/plan/plan-folder.ts'
import { type DocsFiles, docsFolder } from './support/folders/docs-folder.ts'

async function plan(files: DocsFiles) {
  const folder = docsFolder(files)
  const source = { paths: [folder.path], workingFolder: folder.path }
  const { tree, sites, documents } = await planFolder(source)
  const warnings: string[] = []
  const onEvent = (event: FolderEvent): void => {
    if (event.type === 'warning') warnings.push(`${event.file}:${event.line} ${event.code}`)
  }
  await checkFolder({ ...source, onEvent })
  return {
    dialectOf: (path: string) => sites.of(path).dialects[0] ?? 'github',
    readAs: sites.readAs,
    titles: tree.nodes.map(({ title, path }) => `${title} <${path}>`),
    markdownOf: (path: string) => documents.read(path, String(files[path])).markdown,
    warnings,
  }
}

const mkdocs = {
  'docs/mkdocs.yml': 'nav:\n  - B: b.md\n  - A: a.md\n',
  'docs/docs/a.md': '!!! note\n    Words.\n',
  'docs/docs/b.md': 'See [root](/a.md) and [a](a.md).\n',
}
const docusaurus = {
  'website/docusaurus.config.js': "module.exports = { baseUrl: '/p/' }",
  'website/sidebars.js': "module.exports = { main: ['two', 'one'] }",
  'website/docs/one.md': ':::note\nWords.\n:::\n\n!!! note\n    Words.\n\n[two](/p/docs/two)\n',
  'website/docs/two.md': "---\ntitle: Two\n---\nimport X from '@site/src/x'\n\nWords.\n",
  'website/docs/_part.md': 'A part.',
}

test('two sites beside each other, and a README of neither', async () => {
  const both = await plan({ ...mkdocs, ...docusaurus, 'README.md': '# Top\n\nWords.' })
  assert.equal(both.dialectOf('docs/docs/a.md'), 'mkdocs')
  assert.equal(both.dialectOf('website/docs/one.md'), 'docusaurus')
  assert.match(both.readAs, /; docs\/ as mkdocs \(mkdocs\.yml\)$/)
  assert.match(both.readAs, /docusaurus \((?:website\/)?docusaurus\.config\.js\)/)
  assert.doesNotMatch(both.markdownOf('docs/docs/a.md'), /!!! note/)
  assert.match(both.markdownOf('website/docs/one.md'), /!!! note/)
  assert.doesNotMatch(both.markdownOf('website/docs/two.md'), /import/)
  const [b, a, two, one] = ['B <docs/docs/b', 'A <docs/docs/a', 'Two <', 'One <'].map((start) =>
    both.titles.findIndex((line) => line.startsWith(start)),
  )
  assert.ok(b !== undefined && a !== undefined && b >= 0 && b < a, both.titles.join())
  assert.ok(two !== undefined && one !== undefined && two >= 0 && two < one, both.titles.join())
  assert.ok(!both.titles.some((line) => line.includes('_part')))
  assert.deepEqual(
    both.warnings.filter((one) => /missing/.test(one)),
    [],
  )
})

test('a site within another has the files below it, and no more', async () => {
  const nested = await plan({
    'mkdocs.yml': '',
    'docs/a.md': '# A\n\n!!! note\n    Words.\n',
    'docs/book/book.toml': '',
    'docs/book/src/b.md': '# B\n\n!!! note\n    Words.\n',
    'docs/notes/.obsidian/app.json': '{}',
    'docs/notes/Sail.md': '# Boat\n\n[[Mast]]\n',
    'docs/notes/Mast.md': 'Wood.',
  })
  assert.deepEqual(
    ['docs/a.md', 'docs/book/src/b.md', 'docs/notes/Sail.md'].map(nested.dialectOf),
    ['mkdocs', 'mdbook', 'obsidian'],
  )
  assert.match(nested.readAs, /^mkdocs .*; docs\/book\/ as mdbook .*; docs\/notes\/ as obsidian/)
  assert.ok(nested.titles.includes('Sail <docs/notes/Sail.md>'), nested.titles.join())
  assert.match(nested.markdownOf('docs/book/src/b.md'), /!!! note/)
})

test('a site keeps its files beside the folder of its configuration', async () => {
  const apart = await plan({
    'README.md': '# Top\n\nWords.',
    'tools/x/site/docusaurus.config.js': "module.exports = { docs: { path: '../docs' } }",
    'tools/x/docs/a.md': ':::note\nWords.\n:::\n',
    'tools/y/a.md': '# Y\n\nWords.\n',
  })
  assert.equal(apart.dialectOf('tools/x/docs/a.md'), 'docusaurus')
  assert.equal(apart.dialectOf('README.md'), 'github')
  assert.equal(apart.dialectOf('tools/y/a.md'), apart.dialectOf('README.md'))
})

test('a configuration that speaks of no file of the tree makes no site', async () => {
  const one = await plan({
    'mkdocs.yml': '',
    'docs/a.md': '# A\n',
    'docs/theme/book.toml': '',
    'docs/theme/index.html': '<p>no site</p>',
    'docs/theme/b.md': '# B\n',
    'docs/config.toml': 'colour = "red"',
  })
  assert.equal(one.dialectOf('docs/theme/b.md'), 'mkdocs')
  assert.equal(one.readAs, 'mkdocs (mkdocs.yml)')
})
