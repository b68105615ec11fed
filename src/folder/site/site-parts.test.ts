/** Files of Markdown that are parts of a site, and no pages. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenFileSystem } from '../../../test/support/folders/given-file-system.ts'
import type { DialectName } from '../dialects/dialects.ts'
import { findSite } from './find-site.ts'

test('knows the parts of each generator, and no others', () => {
  const parts = (dialect: DialectName, paths: readonly string[]) => {
    const fileSystem = givenFileSystem('/docs', new Map())
    const tree = { base: '/docs', repository: '/docs', paths: [], fileSystem }
    const site = findSite({ ...tree, dialects: [dialect], onRefused: assert.fail })
    return paths.filter((path) => site.isPart(path))
  }
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
