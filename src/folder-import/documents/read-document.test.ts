import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Heading } from 'mdast'
import { markdownToAdf } from '../../convert/markdown-to-adf.ts'
import { parseMarkdown } from '../../convert/parse-markdown.ts'
import { plainTitle } from './read-document.ts'

for (const [markdown, title] of [
  ['# *A* `b()` [c](d) ~~e~~', 'A b() c e'],
  ['# :tada: New :nothing: `:tada:`', '🎉 New :nothing: :tada:'],
  ['# A ![the picture](b.png)', 'A the picture'],
  ['# A<br>B<sup class="x">c</sup><!-- d -->', 'A Bc'],
  ['# <div>A</div><div>B</div>', 'A B'],
  ['A\nB  \nC\n===', 'A B C'],
  ['# A {#name}', 'A'],
  ['# New <sup class="badge" />', 'New'],
] as const) {
  test(`the title of ${JSON.stringify(markdown)} is ${title}`, () => {
    const [heading] = parseMarkdown(markdown).children
    assert.equal(plainTitle(heading as Heading), title)
  })
}

test('a heading is left out by the title that it gives', () => {
  for (const markdown of ['# *A* `b()`', '# :tada: A', '# A<br>B', '# <div>A</div><div>B</div>']) {
    const [heading] = parseMarkdown(markdown).children
    const title = plainTitle(heading as Heading)
    const { warnings } = markdownToAdf(`${markdown}\n\ntext`, { title })
    assert.equal(warnings[0]?.code, 'title-heading-removed', markdown)
  }
})
