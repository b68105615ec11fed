/** Words that browsers show of HTML beside its text. @module */
import { describe, test } from 'node:test'
import {
  type Expected,
  image,
  node,
  p,
  same,
  t,
  warned,
} from '../../../test/support/conversion/conversion-cases.ts'

describe('HTML shows', () => {
  for (const [fact, markdown, ...expected] of [
    ['quotation marks', 'A <q>b *c*</q> d', p('A ', '“', 'b ', t('c', 'em'), '”', ' d')],
    ['readings', '<ruby>a<rt>b</rt></ruby>c', p('a', '(', 'b', ')', 'c')],
    ['quotation marks between blocks', '<p>a <q>b</q></p>', p('a ', '“', 'b', '”')],
    [
      'the title of an abbreviation once',
      '<abbr title="b c">a</abbr> <abbr title="b c">a</abbr>',
      p('a', ' (b c)', ' ', 'a'),
    ],
    ['the title of any words', 'a <span title="c">b</span>', p('a ', 'b', ' (c)')],
    ['no title that says the words', '<dfn title="A">a</dfn>', p(t('a', 'em'))],
    ['no title of nothing', 'a<span title="b"></span>', p('a')],
    ['no title in code', '<pre><span title="b">a</span></pre>', node('codeBlock')(t('a'))],
    [
      'a title behind code that had the same one',
      '<code><i><abbr title="b c">a</abbr></i></code> <abbr title="b c">a</abbr>',
      p(t('a', 'code'), ' ', 'a', ' (b c)'),
    ],
    [
      'the title of a link where links have theirs',
      '<a href="/b" title="c">a</a>',
      p(t('a', { type: 'link', attrs: { href: '/b', title: 'c' } })),
    ],
    [
      'readings with parentheses of their own',
      '<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>',
      p('a', '(', 'b', ')'),
    ],
    [
      'words of forms',
      '<form><fieldset><legend>a</legend><label>b</label></fieldset></form>',
      p('a'),
      p('b'),
    ],
  ] as const) {
    test(fact, () => same(markdown, ...expected))
  }

  test('a title of a block or in code nowhere, and warns', () => {
    warned('<p title="b">a</p>', 'tooltip-dropped:1')
    warned('<code>a <abbr title="c d">b</abbr></code>', 'tooltip-dropped:1')
    warned('<code>a <abbr title="c d">b</abbr>', 'tooltip-dropped:1', 'html-shown:1')
  })

  test('numbers of items', () => {
    const list = (order: number, ...words: string[]): Expected =>
      node('orderedList', { order })(...words.map((word) => node('listItem')(p(word))))
    same('<ol><li value="3">a<li>b<li value="7">c</ol>', list(3, 'a', 'b'), list(7, 'c'))
    for (const start of [
      '<ol type="a">',
      '<ol reversed>',
      '<ol style="list-style: upper-roman">',
    ]) {
      warned(`${start}<li>a</ol>`, 'numbers-changed:1')
    }
    warned('<ol type="1"><li>a</ol>')
  })

  test('an image that is loaded late', () => {
    same('<img data-src="https://u/a">', image('https://u/a'))
    same('<img srcset="https://u/a 2x, https://u/b 1x">', image('https://u/a'))
  })
})
