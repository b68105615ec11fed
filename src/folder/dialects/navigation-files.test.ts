/** Each kind of navigation file: what it says of its folder. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NavigationContext, NavigationEntry } from '../navigation/navigation.ts'
import { order } from './azure/site.ts'
import { sidebar } from './gollum/site.ts'

const files = ['a.md', 'b.md', 'c.md', 'd.mdx', 'guide', 'guide/x.md', 'guide/y.md', 'ü b.md']

function context(folder = ''): NavigationContext {
  const at = (path: string): string => (folder === '' ? path : `${folder}/${path}`)
  const known = files.map(at)
  return {
    folder,
    exists: (path) => known.includes(path),
    list: (one) => known.filter((path) => path.replace(/\/?[^/]+$/, '') === one),
  }
}

function draw(entries: readonly NavigationEntry[] = [], depth = 0): string[] {
  return entries.flatMap(({ title = '-', path, entries: below }) => [
    `${'  '.repeat(depth)}${title}${path === undefined ? '' : ` <${path}>`}`,
    ...draw(below, depth + 1),
  ])
}

test('.order: the names of files, without their endings', () => {
  const text = 'b\r\nguide\n\ngone\n../a\nü b\n'
  assert.deepEqual(draw(order.read(text, context())?.entries), [
    '- <b.md>',
    '- <guide>',
    '- <ü b.md>',
  ])
  assert.deepEqual(draw(order.read('x', context('wiki/guide'))?.entries), [])
  assert.deepEqual(draw(order.read('a', context('wiki'))?.entries), ['- <wiki/a.md>'])
  assert.equal(order.read('gone', context()), undefined)
})

test("_Sidebar.md: names in brackets, and pages of the wiki's own address, whatever their case", () => {
  const wiki = 'https://github.com/acme/boats/wiki'
  const text = `**Pages**

- [[A]]
  - [[Words|Ü b]]
- [C](${wiki}/C#part)
- [B](${wiki}/b)
- [Start](${wiki})
- [Another's](https://github.com/acme/ships/wiki/a)
`
  assert.deepEqual(draw(sidebar.read(text, context())?.entries), [
    'A <a.md>',
    '  Words <ü b.md>',
    'C <c.md>',
    'B <b.md>',
  ])
  assert.equal(sidebar.read('[[Gone]]', context()), undefined)
})
