/** Each kind of navigation file: what it says of its folder. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NavigationContext, NavigationEntry } from '../navigation/navigation.ts'
import { asTable, parseYaml } from '../navigation/yaml-value.ts'
import { order } from './azure/site.ts'
import { toc } from './docfx/site.ts'
import { category } from './docusaurus/site.ts'
import { sidebar } from './gollum/site.ts'
import { summary } from './mdbook/site.ts'
import { metaJson } from './mdx/nextjs.ts'
import { awesomePages, readNav } from './mkdocs/site.ts'

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

test('SUMMARY.md: chapters, those below them, and those that are still to be written', () => {
  const text = `# Summary

[Preface](a.md)

# Part

- [First *and* \`code\`](./b.md)
  - [Inner](guide/x.md#part)
  - [Draft]()
- Only words
  - [Encoded](%C3%BC%20b.md)
- [Draft with pages]()
  - [Y](/guide/y.md)

---

[Elsewhere](https://example.org/x.md)
[After](c.md)
`
  const lines = [
    'Preface <book/a.md>',
    'Part',
    '  First and code <book/b.md>',
    '    Inner <book/guide/x.md>',
    '  Only words',
    '    Encoded <book/ü b.md>',
    '  Draft with pages',
    '    Y <book/guide/y.md>',
    'Elsewhere',
    'After <book/c.md>',
  ]
  assert.deepEqual(draw(summary.read(text, context('book'))?.entries), lines)
  assert.equal(summary.read('# Summary\n\nWords, and [a link](gone.md).', context()), undefined)
  const deep = Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- [x](a.md)`)
  assert.doesNotThrow(() => summary.read(deep.join('\n'), context()))
})

test('mkdocs.yml: pages with and without titles, sections, tags that name programs', () => {
  const text = `site_name: X
markdown_extensions:
  - emoji:
      index: !!python/name:material.extensions.emoji.twemoji
      other: !ENV [A, b]
nav:
  - Home: a.md
  - b.md
  - Guide:
    - guide/x.md
    - More:
      - Why: guide/y.md
  - Elsewhere: https://example.org
  - Empty: []
`
  assert.deepEqual(draw(readNav(asTable(parseYaml(text)).nav, context())), [
    'Home <a.md>',
    '- <b.md>',
    'Guide',
    '  - <guide/x.md>',
    '  More',
    '    Why <guide/y.md>',
  ])
  assert.deepEqual(readNav(undefined, context()), [])
})

test('.pages: a title, an order, and the rest where it says', () => {
  const read = (text: string) => awesomePages.read(text, context())
  assert.equal(read('title: Guide')?.title, 'Guide')
  assert.deepEqual(draw(read('nav:\n  - b.md\n  - ...\n  - Last: a.md')?.entries), [
    '- <b.md>',
    '- <c.md>',
    '- <d.mdx>',
    '- <guide>',
    '- <ü b.md>',
    'Last <a.md>',
  ])
  assert.deepEqual(draw(read('arrange: [guide, a.md]')?.entries), ['- <guide>', '- <a.md>'])
  assert.equal(draw(read('order: desc')?.entries)[0], '- <ü b.md>')
})

test('_category_.json and .yml: the name and place of a folder', () => {
  const json = category.read(
    '{"label": "Guide", "position": 2.5, "link": {"type": "doc"}}',
    context(),
  )
  assert.deepEqual(json, { title: 'Guide', order: 2.5, entries: [] })
  assert.deepEqual(category.read('label: G', context()), { title: 'G', entries: [] })
  assert.deepEqual(category.read('position: x\nlabel: []', context()), { entries: [] })
})

test('toc.yml: pages, groups, and tables of other folders', () => {
  const text = `- name: Start
  href: a.md
- name: Guide
  href: guide/toc.yml
  topicHref: guide/x.md
- name: Group
  items:
  - name: Root
    href: ~/b.md
  - name: Folder
    href: guide/
- name: Elsewhere
  href: https://example.org
`
  const lines = ['Start <a.md>', 'Guide <guide>', 'Group', '  Root <b.md>', '  Folder <guide>']
  assert.deepEqual(draw(toc.read(text, context())?.entries), lines)
  assert.deepEqual(draw(toc.read(`items:\n- {name: A, href: toc.yml}`, context('x'))?.entries), [
    'A <x>',
  ])
  assert.equal(toc.read('words', context()), undefined)
})

test('meta.json: names without their endings, with and without titles', () => {
  const read = (value: unknown) => metaJson.read(JSON.stringify(value), context())
  assert.deepEqual(
    draw(
      read({ b: 'B title', guide: { title: 'Guide' }, '---': 'x', d: { display: 'x' } })?.entries,
    ),
    ['B title <b.md>', 'Guide <guide>', '- <d.mdx>'],
  )
  const fumadocs = read({ title: 'T', pages: ['---Part---', 'd', '...', 'a', '[x](https://e)'] })
  assert.deepEqual(
    [fumadocs?.title, draw(fumadocs?.entries)],
    ['T', ['Part', '  - <d.mdx>', '  - <a.md>']],
  )
  assert.equal(read({ name: 'a package' }), undefined)
  assert.throws(() => metaJson.read('{', context()))
})

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
