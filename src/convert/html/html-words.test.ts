/** Words that browsers show of HTML beside its text, and code that HTML makes of other text. @module */
import assert from 'node:assert/strict'
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
import { markdownToAdf } from '../markdown-to-page.ts'

const formula = (body: string): Expected => ({
  type: 'inlineExtension',
  attrs: {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: 'eazy-math-inline',
    parameters: { macroParams: { body: { value: body } } },
    text: `$${body}$`,
  },
})

describe('HTML shows', () => {
  for (const [fact, markdown, ...expected] of [
    [
      'quotation marks',
      'A <q>b <q>*c*</q></q> d',
      p('A ', '“', 'b ', '‘', t('c', 'em'), '’', '”', ' d'),
    ],
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
      'the title of a link where links have theirs',
      '<a href="/b" title="c">a</a>',
      p(t('a', { type: 'link', attrs: { href: '/b', title: 'c' } })),
    ],
    ['readings in parentheses', '<ruby>a<rt>b</rt></ruby>c', p('a', '(', 'b', ')', 'c')],
    [
      'readings with parentheses of their own',
      '<ruby>a<rp>[</rp><rt>b</rt><rp>]</rp></ruby>',
      p('a', '[', 'b', ']'),
    ],
    [
      'readings with end tags left out',
      '<ruby>a<rt>b<rt>c</ruby>d',
      p('a', '(', 'b', ')', '(', 'c', ')', 'd'),
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

  test('a title of a block nowhere, and warns', () => {
    warned('<p title="b">a</p>', 'tooltip-dropped:1')
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

describe('MathML', () => {
  for (const [fact, math, tex] of [
    [
      'has its parts',
      '<msub><mi>a</mi><mn>1</mn></msub><mo>=</mo><mfrac><mi>b</mi><mi>c</mi></mfrac>',
      '{a}_{1} = \\frac{b}{c}',
    ],
    [
      'has words',
      '<mi>sin</mi><mtext>of a</mtext><mo>%</mo>',
      '\\operatorname{sin}\\text{of a} \\%',
    ],
    [
      'has roots',
      '<msqrt><mi>a</mi><mi>b</mi></msqrt><mroot><mi>c</mi><mn>3</mn></mroot>',
      '\\sqrt{ab}\\sqrt[3]{c}',
    ],
    [
      'has tables',
      '<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>',
      '\\begin{matrix}a & b \\\\\\end{matrix}',
    ],
    [
      'says itself how it is TeX',
      '<semantics><mrow><mi>a</mi></mrow><annotation encoding="application/x-tex">\\alpha_1</annotation></semantics>',
      '\\alpha_1',
    ],
  ] as const) {
    test(fact, () => {
      const { adf, warnings } = markdownToAdf(`x <math display="inline">${math}</math> y`)
      assert.deepEqual(adf.content, [p('x ', formula(tex), ' y')])
      assert.deepEqual(warnings, [])
    })
  }

  test('of which nothing is known keeps its words', () => {
    same('<math><menclose><mi>a</mi></menclose><x-y>b</math>', p(formula('a<x-y>b')))
  })
})

describe('code', () => {
  for (const [fact, markdown, ...expected] of [
    ['a fence inside HTML', '<div>\n```js\na\n```\n</div>', 'fence-in-html:2'],
    ['a fence below a tag in a list', '- <p>\n  ~~~\n  a\n  ~~~\n  </p>', 'fence-in-html:2'],
    ['a fence in preformatted text', '<pre>\n```\na\n```\n</pre>'],
    ['a fence behind a blank line', '<div>\n\n```html\n<p>a</p>\n```\n\n</div>'],
    ['indented HTML behind a blank line', '<div>\n\n    <p>a</p>\n\n</div>', 'html-as-code:3'],
    ['indented code behind a blank line', '<div>\n\n    a < b\n\n</div>'],
    ['indented HTML outside of HTML', 'a\n\n    <p>b</p>'],
    [
      'a fence that goes on behind the end of its element',
      '<details>\n```\na\n\nb\n```\n</details>\n\n# C',
      'html-unbalanced:1',
      'fence-in-html:2',
      'html-as-code:6',
    ],
  ] as const) {
    test(`is told of: ${fact}`, () => warned(markdown, ...expected))
  }
})
