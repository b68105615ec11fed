/** What others wrote, inside Markdown of ours: read back, it is the same text and nothing else. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { visibleText } from '../../base/visible-text.ts'
import { markdownToAdf } from '../../convert/markdown-to-adf.ts'
import { markdownText } from './markdown-text.ts'

/** Read the second cell of a row back; only text may be in it. */
function readBack(cell: string): string {
  const { adf } = markdownToAdf(`| a | b |\n| --- | --- |\n| 1 | x${cell}x |\n`)
  const [table, ...others] = adf.content as unknown as readonly Node[]
  assert.equal(others.length, 0)
  const [, row] = table?.content ?? []
  assert.equal(row?.content?.length, 2)
  const nodes = row?.content?.[1]?.content?.[0]?.content ?? []
  for (const { type, marks } of nodes) assert.deepEqual([type, marks ?? []], ['text', []])
  return nodes.map(({ text }) => text).join('')
}

interface Node {
  readonly type: string
  readonly text?: string
  readonly content?: readonly Node[]
  readonly marks?: readonly unknown[]
}

const hostile = [
  'a | b || c',
  '\\| \\\\| end \\',
  '<script>alert(1)</script> <!-- & &lt; &amp; &#124;',
  '[x](javascript:alert(1)) ![i](evil.png) [r]: <u> [^1]',
  '*a* **b** _c_ ~~d~~ `e` ``|``',
  '$x$ $$y$$ @everyone',
]
for (const text of hostile) {
  test(text, () => assert.equal(readBack(markdownText(text, 300)), `x${text}x`))
}

test('whatever it is', () => {
  const characters = fc.constantFrom(...'|\\`*_~[]()<>&$@!#/. x-+=^{}"\'')
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 40 }), (text) => {
      const spaced = text.replace(/\s+/g, ' ')
      // What a CI system would obey is shown in another way.
      assert.equal(readBack(markdownText(spaced, 300)), `x${visibleText(spaced)}x`)
    }),
    { numRuns: 300, examples: [['##[']] },
  )
})

test('stays one line of a certain length, and hides nothing', () => {
  assert.equal(readBack(markdownText('a\nb\r\u2028\u202ec', 300)), 'xa\\nb\\r\\u2028\\u202ecx')
  assert.equal(markdownText('x'.repeat(301), 300), `${'x'.repeat(299)}…`)
  assert.equal(markdownText('x'.repeat(300), 300).length, 300)
})
