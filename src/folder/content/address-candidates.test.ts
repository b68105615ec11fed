import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageNode } from '../plan/page-node.ts'
import type { Site } from '../site/site.ts'
import { pageFinder } from './address-candidates.ts'

function found(paths: readonly string[], ...addresses: readonly string[]): (string | undefined)[] {
  const find = pageFinder({
    base: '/tree',
    sites: { of: () => ({ rootFolders: ['/tree'] }) as unknown as Site },
    tree: { byPath: new Map(paths.map((path) => [path, { path, file: path } as PageNode])) },
    declared: new Map(),
  })
  return addresses.map((address) => find([`/tree/${address}`])?.path)
}

test('a date before a name is left out of addresses, or is folders in them', () => {
  const post = 'blog/2024-01-31-big-news.md'
  assert.deepEqual(
    found([post], 'blog/big-news/', 'blog/2024/01/31/big-news', 'blog/2024-01-31-big-news.html'),
    [post, post, post],
  )
  const ofJekyll = '_posts/2024-01-31-news.md'
  assert.deepEqual(found([ofJekyll], '2024/01/31/news.html', 'news/'), [ofJekyll, ofJekyll])
  const folder = 'blog/2024-01-31-news/index.md'
  assert.deepEqual(found([folder], 'blog/2024/01/31/news', 'blog/news'), [folder, folder])
})

test('of two days none is guessed, and a name of its own comes first', () => {
  const days = ['a/2024-01-30-news.md', 'a/2024-01-31-news.md']
  assert.deepEqual(found(days, 'a/news', 'a/2024-01-31-news'), [undefined, days[1]])
  assert.deepEqual(found([...days, 'a/news.md'], 'a/news'), ['a/news.md'])
})
