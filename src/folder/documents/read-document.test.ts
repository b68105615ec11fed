import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Heading } from 'mdast'
import { markdownToAdf } from '../../convert/markdown-to-page.ts'
import { parseMarkdown } from '../../convert/parse-markdown.ts'
import { plainTitle, readDocument } from './read-document.ts'

for (const [markdown, title] of [
  ['# *A* `b()` [c](d) ~~e~~', 'A b() c e'],
  ['# :tada: New :nothing: `:tada:`', '🎉 New :nothing: :tada:'],
  ['# A ![the picture](b.png)', 'A the picture'],
  ['# A<br>B<sup class="x">c</sup><!-- d -->', 'A Bc'],
  ['# <div>A</div><div>B</div>', 'A B'],
  ['A\nB  \nC\n===', 'A B C'],
  ['# A {#name}', 'A'],
  ['# New <sup class="badge" />', 'New'],
  ['# Map<Key> of *Vec<b>*', 'Map<Key> of Vec<b>'],
  ['# A <Tag>b</Tag> <Tag x="c">', 'A b'],
] as const) {
  test(`the title of ${JSON.stringify(markdown)} is ${title}`, () => {
    const [heading] = parseMarkdown(markdown).children
    assert.equal(plainTitle(heading as Heading), title)
  })
}

test('a heading is left out by the title that it gives', () => {
  for (const markdown of [
    '# *A* `b()`',
    '# :tada: A',
    '# A<br>B',
    '# <div>A</div><div>B</div>',
    '# Map<Key>',
  ]) {
    const [heading] = parseMarkdown(markdown).children
    const title = plainTitle(heading as Heading)
    const { warnings } = markdownToAdf(`${markdown}\n\ntext`, { title })
    const codes = warnings.map(({ code }) => code)
    assert.ok(codes.includes('title-heading-removed'), markdown)
  }
})

test('names of places above the title are neither words nor the start of the text', () => {
  const anchors = '<a id="a"></a>\n\n<a id="b"></a>\n\n'
  assert.equal(readDocument(`${anchors}# Title\n`).says, 'title')
  assert.equal(readDocument(anchors).says, 'nothing')
  const { says, titleEnd } = readDocument(`${anchors}# Title\nWords`)
  assert.deepEqual([says, titleEnd], ['text', `${anchors}# Title\n`.length])
  assert.equal(readDocument('<a href="b.md"></a>\n\n# Title\n').says, 'text')
})

test('addresses have their places where the document is rewritten before it is parsed', () => {
  const markdown = '甲**（乙）**丙\r\n\r\n甲**（乙）**丙 <img src=img/b.png width=3> [c](d.md)'
  const { addresses } = readDocument(markdown)
  const written = addresses.map(({ url, start, end }) => [url, markdown.slice(start, end)])
  assert.deepEqual(written, [
    ['img/b.png', 'img/b.png'],
    ['d.md', 'd.md'],
  ])
})
