/** Parts that open, and what the converter makes of them. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { li, node, p, same, t, ul } from '../../test/support/conversion/conversion-cases.ts'
import { detailsAround } from './details.ts'
import type { Line } from './line.ts'

describe('details', () => {
  test('stand apart from the text around them', () => {
    const lines = detailsAround('Label', [{ text: 'a', line: 3 }], { line: 2 })
    assert.deepEqual(
      lines.map(({ text, line }) => `${line} ${text}`),
      ['2 ', '2 <details><summary>Label</summary>', '2 ', '3 a', '3 ', '3 </details>', '3 '],
    )
  })

  test('hold Markdown', () => {
    same(
      `before\n${written('**A** `b` <c>', '- *d*')}\nafter`,
      p('before'),
      expand('A b <c>', ul(li(p(t('d', 'em'))))),
      p('after'),
    )
  })

  test('show the words of a link', () => {
    same(written('A [`b`](c(d) "e") ![f](g) [h] (i)', 'j'), expand('A b f [h] (i)', p('j')))
  })

  test('stand in a list item, after which the page shows them', () => {
    same(`- a\n${written('B', '  c', '  ')}`, ul(li(p('a'))), expand('B', p('c')))
  })

  test('stand in one another', () => {
    same(written('A', written('B', 'c')), expand('A', node('nestedExpand', { title: 'B' })(p('c'))))
  })

  test('have a label, whatever is written', () => {
    same(written('', 'a'), expand('Details', p('a')))
  })
})

function written(label: string, content: string, indent = ''): string {
  const lines: readonly Line[] = content.split('\n').map((text) => ({ text, line: 1 }))
  return detailsAround(label, lines, { line: 1, indent })
    .map(({ text }) => text)
    .join('\n')
}

function expand(title: string, ...content: Parameters<ReturnType<typeof node>>) {
  return node('expand', { title })(...content)
}
