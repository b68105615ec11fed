/** Images among words, and those that stand alone. @module */
import { describe, test } from 'node:test'
import {
  type Expected,
  image,
  inlineImage,
  li,
  linkTo,
  node,
  p,
  same,
  t,
  ul,
} from '../../../test/support/conversion/conversion-cases.ts'

const icon = inlineImage('u', { alt: 'a' })

function badge(url: string, alt: string, href: string): Expected {
  return { ...inlineImage(url, { alt }), marks: [linkTo(href)] }
}

function floating(side: 'left' | 'right'): Expected {
  return { ...image('u'), attrs: { layout: `wrap-${side}` } }
}

describe('an image among words', () => {
  const inItem = ul(li(p('x ', icon)))
  const task = node('taskItem', { localId: 'local-2', state: 'TODO' })('x ' as never, icon)
  for (const [place, markdown, ...expected] of [
    ['a sentence', 'x ![a](u) y', p('x ', icon, ' y')],
    ['a sentence, as HTML', 'x <img src="u" alt="a"> y', p('x ', icon, ' y')],
    ['an item', '- x ![a](u)', inItem],
    ['a quote', '> x ![a](u)', node('blockquote')(p('x ', icon))],
    ['an alert', '> [!NOTE]\n> x ![a](u)', node('panel', { panelType: 'info' })(p('x ', icon))],
    ['a heading', '# x ![a](u)', node('heading', { level: 1 })(t('x '), icon)],
    ['a heading, alone', '# ![a](u)', node('heading', { level: 1 })(icon)],
    ['a line of its own', '![a](u)\nx', p(icon, ' x')],
    ['a hard break', '![a](u)\\\n![a](u)', p(icon, node('hardBreak')(), icon)],
    [
      'a paragraph that is aligned',
      '<p align="center">x <img src="u" alt="a"></p>',
      {
        ...p('x ', icon),
        marks: [{ type: 'alignment', attrs: { align: 'center' } }],
      },
    ],
    ['a definition', 'x ![a][i]\n\n[i]: u', p('x ', icon)],
  ] as const) {
    test(`stays in ${place}`, () => same(markdown, ...(expected as readonly Expected[])))
  }

  test('stays in a task', () => {
    same(
      '- [ ] x ![a](u)',
      node('taskList', { localId: 'local-1' })({ ...task, content: [t('x '), icon] }),
    )
  })

  test('stays in the cell of a table', () => {
    const cell = (type: string, ...content: (string | Expected)[]): Expected =>
      node(type)(p(...content))
    same(
      '| x ![a](u) |\n|---|\n| ![a](u) ![a](u) |',
      node('table')(
        node('tableRow')(cell('tableHeader', 'x ', icon)),
        node('tableRow')(cell('tableCell', icon, ' ', icon)),
      ),
    )
  })

  test('stands in a row with others, each with its link', () => {
    same('[![a](b)](c)\n[![d](e)](f)', p(badge('b', 'a', 'c'), ' ', badge('e', 'd', 'f')))
  })

  test('has its title in its description', () => {
    same('x ![a](u "t")', p('x ', inlineImage('u', { alt: 'a t' })))
    same('x ![](u "t")', p('x ', inlineImage('u', { alt: 't' })))
    same('x ![t](u "t")', p('x ', inlineImage('u', { alt: 't' })))
  })

  test('keeps the size that it is given', () => {
    const data = { isSized: true }
    same('x ![a](u =30x20)', p('x ', inlineImage('u', { alt: 'a', width: 30, height: 20, data })))
    same('x ![a](u){width=50%}', p('x ', inlineImage('u', { alt: 'a', width: 380, data })))
    same('x ![a](u){height=9}', p('x ', inlineImage('u', { alt: 'a', height: 9, data })))
  })
})

describe('an image that stands alone', () => {
  test('is a block with its link and caption', () => {
    const [media] = image('u', 'a').content as [Expected]
    const caption = node('caption')(t('t'))
    const linked = { ...media, marks: [linkTo('v')] }
    same('[![a](u "t")](v)', { ...image('u', 'a'), content: [linked, caption] })
  })

  test('is one beside another behind an empty line', () => {
    same('<img src="u">\n\n<img src="u">', image('u'), image('u'))
    same('<div>\n<img src="u">\n\n<img src="u">\n</div>', image('u'), image('u'))
  })
})

describe('an image that text runs around', () => {
  test('stands before its text', () => {
    same('<img src="u" align="right"> x', floating('right'), p('x'))
    same(
      '<img src="u" align="left"> <img src="u" align="right">',
      floating('left'),
      floating('right'),
    )
    same('<img src="u" align="left"> ![a](u)', floating('left'), image('u', 'a'))
    same('- <img src="u" align="left"> x', ul(li(floating('left'), p('x'))))
  })

  test('is one among words behind the first of them', () => {
    same('x <img src="u" align="right">', p('x ', inlineImage('u')))
  })
})
