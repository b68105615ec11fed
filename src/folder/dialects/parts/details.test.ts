/** Parts that open, and what the converter makes of them. @module */
import { describe, test } from 'node:test'
import { li, node, p, same, t, ul } from '../../../../test/support/conversion/conversion-cases.ts'
import { makeDetails } from './make-parts.ts'
import { type Part, textParts } from './part.ts'
import { writtenText } from './write-parts.ts'

describe('details', () => {
  test('hold Markdown, apart from the text around them', () => {
    same(
      written(...words('before '), details('**A** `b` <c>', words('- *d*')), ...words(' after')),
      p('before'),
      expand('A b <c>', ul(li(p(t('d', 'em'))))),
      p('after'),
    )
  })

  test('show the words of a link', () => {
    const label = 'A [`b`](c(d) "e") ![f](g) [h] (i)'
    same(written(details(label, words('j'))), expand('A b f [h] (i)', p('j')))
  })

  test('stand in a list item, after which the page shows them', () => {
    const parts = [...words('- a\n  '), details('B', words('c'))]
    same(written(...parts), ul(li(p('a'))), expand('B', p('c')))
  })

  test('stand in one another', () => {
    const inner = details('B', words('c'))
    const shown = node('nestedExpand', { title: 'B' })(p('c'))
    same(written(details('A', [inner])), expand('A', shown))
  })

  test('have a label, whatever is written', () => {
    same(written(details('', words('a'))), expand('Details', p('a')))
  })
})

function words(markdown: string): readonly Part[] {
  return textParts(markdown, 1)
}

function details(label: string, children: readonly Part[]): Part {
  return makeDetails(label, children, 1)
}

function written(...parts: readonly Part[]): string {
  return writtenText(parts)
}

function expand(title: string, ...content: Parameters<ReturnType<typeof node>>) {
  return node('expand', { title })(...content)
}
