/** Files of Markdown that are parts of a site, and no pages. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSitePart } from './site-parts.ts'

test('knows the parts of each generator, and no others', () => {
  type Known = 'docusaurus' | 'docfx' | 'jekyll' | 'hugo' | 'mdx'
  const parts = (dialect: Known, paths: readonly string[]) =>
    paths.filter((path) => isSitePart(path, [dialect]))
  const paths = [
    'a.md',
    '_index.md',
    'x/_index.md',
    'x/_part.mdx',
    '_parts/b.md',
    '_includes/c.md',
    '_posts/d.md',
    '_sidebar.md',
    'x/_navbar.md',
    'snippets/e.mdx',
    'x/includes/e.md',
  ]
  assert.deepEqual(parts('docusaurus', paths), paths.slice(3, 9))
  assert.deepEqual(parts('docfx', paths), ['_sidebar.md', 'x/_navbar.md', 'x/includes/e.md'])
  const ofJekyll = ['x/_part.mdx', '_includes/c.md', '_sidebar.md', 'x/_navbar.md']
  assert.deepEqual(parts('jekyll', paths), ofJekyll)
  assert.deepEqual(parts('mdx', paths), ['x/_part.mdx', ...paths.slice(7, -1)])
  assert.deepEqual(parts('hugo', paths), ['_sidebar.md', 'x/_navbar.md'])
})
