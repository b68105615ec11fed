/** The lines that blocks were written in. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { generatedMarkdown } from '../../test/support/samples/generated-markdown.ts'
import { markdownToAdf } from './markdown-to-adf.ts'
import { sourceBlocks } from './source-blocks.ts'

const cases: readonly (readonly [
  what: string,
  markdown: string,
  lines: readonly (string | undefined)[],
])[] = [
  ['paragraphs and headings', '# A\n\none\ntwo\n\nthree\n', ['1-1', '3-4', '6-6']],
  ['lists without the empty lines behind them', '- a\n\n- b\n\n\nend\n', ['1-3', '6-6']],
  ['what became several blocks', 'a ![i](https://w/i.png) b\n\n- a\n- [ ] b\n', ['1-1', '3-4']],
  ['front matter left out', '---\na: b\n---\n\none\n', ['5-5']],
  [
    'elements that go on over several constructs',
    '<details>\n\none\n\n</details>\n\nend\n',
    ['1-5', '7-7'],
  ],
  ['admonitions with the line that closes them', ':::note\none\n:::\n\nend\n', ['1-3', '5-5']],
  ['footnotes, which stand elsewhere', 'a[^1]\n\n[^1]: one\n\nb\n', ['1-1', '5-5', undefined]],
  ['footnotes inside of lists', '1. [^1]: note\n# h\n\na[^1]\n', ['1-1', '2-2', '4-4', undefined]],
]
for (const [what, markdown, lines] of cases) {
  test(`are told of ${what}`, () => {
    const blocks = sourceBlocks(markdown)
    const told = blocks.map(({ lines: found }) => found && `${found.first}-${found.last}`)
    assert.deepEqual(told.slice(0, lines.length), lines)
  })
}

test('are those of the whole document, in its order', () => {
  fc.assert(
    fc.property(generatedMarkdown, (markdown) => {
      const { adf } = markdownToAdf(markdown)
      const blocks = sourceBlocks(markdown)
      const nodes = blocks.flatMap(({ nodes: own }) => own)
      assert.deepEqual(nodes.length > 0 ? nodes : [{ type: 'paragraph' }], adf.content)
      const count = markdown.split(/\r\n|\n|\r/).length
      let last = 0
      for (const { lines } of blocks) {
        if (lines === undefined) continue
        assert.ok(lines.first > last && lines.last >= lines.first && lines.last <= count, markdown)
        last = lines.last
      }
    }),
  )
})
