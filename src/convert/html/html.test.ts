/** The HTML that writers use inside Markdown. @module */
import { describe, test } from 'node:test'
import {
  assertSound,
  br,
  type Expected,
  image,
  li,
  linkTo,
  node,
  ol,
  p,
  refusedOrSound,
  same,
  subsup,
  t,
  ul,
  warned,
} from '../../../test/support/conversion/conversion-cases.ts'

const textColor = (color: string) => ({ type: 'textColor', attrs: { color } })
const backgroundColor = (color: string) => ({ type: 'backgroundColor', attrs: { color } })
const centered = { marks: [{ type: 'alignment', attrs: { align: 'center' } }] }
const heading = (level: number) => node('heading', { level })
const cell = node('tableCell')
const row = node('tableRow')
const table = node('table')

const cases: readonly [fact: string, markdown: string, ...expected: Expected[]][] = [
  [
    'formats text',
    '<b>a</b><i>b</i><u>c</u><s>d</s><kbd>e</kbd>',
    p(t('a', 'strong'), t('b', 'em'), t('c', 'underline'), t('d', 'strike'), t('e', 'code')),
  ],
  [
    'knows the elements of a whole document',
    '<html><head></head><body>\n\na\n\n</body></html>',
    p('a'),
  ],
  ['raises and lowers', 'H<sub>2</sub>O', p('H', t('2', subsup('sub')), 'O')],
  ['highlights', '<mark>a</mark>', p(t('a', backgroundColor('#f8e6a0')))],
  [
    'keeps colours',
    '<span style="color:#F00; background: yellow">a</span><font color=navy>b</font>',
    p(t('a', textColor('#ff0000'), backgroundColor('#ffff00')), t('b', textColor('#000080'))),
  ],
  ['formats Markdown inside', '<b>a *b*</b>', p(t('a ', 'strong'), t('b', 'strong', 'em'))],
  ['keeps links', '<a href="/u">a</a>', p(t('a', linkTo('/u')))],
  ['breaks lines', 'a<br/>b', p('a', br, 'b')],
  [
    'keeps the size of an image',
    '<img src="u" alt="a" width="30" height="20px">',
    node('mediaSingle', { layout: 'center', width: 30, widthType: 'pixel' })(
      node('media', { type: 'external', url: 'u', alt: 'a', width: 30, height: 20 })(),
    ),
  ],
  [
    'keeps the size of an image from its style',
    '<img src="u" alt="a" style="max-height:9px; height: 20px;width:30px">',
    node('mediaSingle', { layout: 'center', width: 30, widthType: 'pixel' })(
      node('media', { type: 'external', url: 'u', alt: 'a', width: 30, height: 20 })(),
    ),
  ],
  [
    'keeps the share of the page that an image takes',
    '<img src="u" width="50%">',
    node('mediaSingle', { layout: 'center', width: 50, widthType: 'percentage' })(
      node('media', { type: 'external', url: 'u' })(),
    ),
  ],
  ['shows a tag that nothing closes', 'List<b> a', p('List', '<b>', ' a')],
  ['shows the end of nothing', 'a</b> b', p('a', '</b>', ' b')],
  [
    'shows tags that overlap',
    '<b>a<i>b</b>',
    p(t('a', 'strong'), t('<i>', 'strong'), t('b', 'strong')),
  ],
  ['shows unknown tags', 'a <Tab x="1">b', p('a ', '<Tab x="1">', 'b')],
  ['leaves comments out', 'a<!-- c -->b', p('a', 'b')],
  [
    'keeps lists in the cells of a table',
    '| a |\n|---|\n| b<br>c<ul><li>d<li>*e*</ul> |',
    table(
      row(node('tableHeader')(p('a'))),
      row(cell(p('b', br, 'c'), ul(li(p('d')), li(p(t('e', 'em')))))),
    ),
  ],
  ['keeps the text of a container', '<div>\n a\n b\n</div>', p('a b')],
  [
    'aligns Markdown inside a container',
    '<div align="center">\n\n# a\n\nb\n\n</div>\n\nc',
    { ...heading(1)(t('a')), ...centered },
    { ...p('b'), ...centered },
    p('c'),
  ],
  [
    'colours Markdown inside a container',
    '<div style="color: #f00">\n\na\n\n<p>\n\n- b\n\n</p>\n\n</div>\n\nc',
    p(t('a', textColor('#ff0000'))),
    ul(li(p(t('b', textColor('#ff0000'))))),
    p('c'),
  ],
  [
    'aligns images',
    '<p align="right"><img src="u"></p>',
    {
      ...image('u'),
      attrs: { layout: 'align-end' },
    },
  ],
  ['keeps headings', '<h2 id="x">a <b>b</b></h2>', heading(2)(t('a '), t('b', 'strong'))],
  [
    'keeps lists, with end tags left out',
    '<ul><li>a<li>b<ol start=3><li>c</ol></ul>',
    ul(li(p('a')), li(p('b'), ol(3)(li(p('c'))))),
  ],
  ['keeps quotes', '<blockquote>a<p>b</blockquote>', node('blockquote')(p('a'), p('b'))],
  ['reads attributes that nothing parts, as browsers do', '<p title="a"lang=\'b\';>c</p>', p('c')],
  [
    'keeps the words of buttons',
    '<p>a <button type="button">b</button></p><pre><code>c</code> <button>d</button></pre>',
    p('a ', 'b'),
    node('codeBlock')(t('c d')),
  ],
  ['keeps dividing lines', '<hr>', node('rule')()],
  [
    'keeps code and its language',
    '<pre><code class="language-py">\na &lt; b\n\n  c</code></pre>',
    node('codeBlock', { language: 'py' })(t('a < b\n\n  c')),
  ],
  [
    'keeps tables with their spans',
    '<table><caption>c</caption><thead><tr><th colspan=2>a</th></thead><tr><td>b</td><td></td></tr></table>',
    p(t('c', 'strong')),
    table(row(node('tableHeader', { colspan: 2 })(p('a'))), row(cell(p('b')), cell(p()))),
  ],
  [
    'puts what stands beside rows before the table, and only the caption in bold',
    '<table><caption>c</caption><div>x</div><tr><td>a</td></tr></table>',
    p(t('c', 'strong')),
    p('x'),
    table(row(cell(p('a')))),
  ],
  [
    'makes a table in a table its blocks, without empty ones',
    '<table><tr><td><table><tr><td>a</td><td></td><td><hr></td></tr></table></td></tr></table>',
    table(row(cell(p('a'), node('rule')()))),
  ],
  [
    'makes details an expand around Markdown',
    '<details>\n<summary>T</summary>\n\na *b*\n\n- c\n\n</details>\n\nd',
    node('expand', { title: 'T' })(p('a ', t('b', 'em')), ul(li(p('c')))),
    p('d'),
  ],
  [
    'makes details in details a nested expand',
    '<details><summary>T</summary>\n\n<details><summary>U</summary>\n\na\n\n</details>\n\n</details>',
    node('expand', { title: 'T' })(node('nestedExpand', { title: 'U' })(p('a'))),
  ],
  [
    'keeps definition lists',
    '<dl><dt>a<dd>b<dd>c</dl>',
    p(t('a', 'strong')),
    ul(li(p('b')), li(p('c'))),
  ],
  [
    'decodes character references',
    '<p>a &amp; b &#233; &#x1F600; &hellip; &unknown;</p>',
    p('a & b é 😀 … &unknown;'),
  ],
  [
    'decodes any name of a character, but none without its semicolon',
    '<p>&alpha; &NotEqualTilde; &constructor; &copy=1</p>',
    p('α ≂̸ &constructor; &copy=1'),
  ],
  [
    'knows the colours of CSS',
    '<font color=RebeccaPurple>a</font><font color=constructor>b</font>',
    p(t('a', textColor('#663399')), t('b')),
  ],
  [
    'formats blocks of Markdown',
    '<b>\n\na *b*\n\n</b>',
    p(t('a ', 'strong'), t('b', 'em', 'strong')),
  ],
  [
    'links an image of Markdown',
    '<a href="/u">\n\n![a](v)\n\n</a>',
    node('mediaSingle', { layout: 'center' })({
      ...node('media', { type: 'external', url: 'v', alt: 'a' })(),
      marks: [linkTo('/u')],
    }),
  ],
  [
    'shows what elements of rare kinds hold',
    '<output>\n<b>a</b> <time datetime="b">c</time>\n</output>\n\n<ruby>d<rp>(</rp><rt>e</rt><rp>)</rp></ruby>\n\n<address>\nf\n</address>',
    p(t('a', 'strong'), t(' '), t('c')),
    p(t('d'), t('('), t('e'), t(')')),
    p('f'),
  ],
  [
    'shows scripts as text',
    '<script>\na < b\n</script>',
    p('<script>', br, 'a < b', br, '</script>'),
  ],
]

describe('HTML', () => {
  for (const [fact, markdown, ...expected] of cases) {
    test(fact, () => same(markdown, ...expected))
  }

  for (const part of ['thead', 'tbody', 'tfoot']) {
    for (const start of ['td', 'td><p']) {
      test(`ends rows and cells where ${part} begins behind ${start}`, () => {
        const rows = table(row(cell(p('a'))), row(cell(p('b'))))
        same(`<table><tr><${start}>a<${part}><tr><td>b</table>`, rows)
      })
    }
  }

  for (const [markdown, ...words] of [
    ['## A <sup class="x">b</sup>', 'A ', t('b', subsup('sup'))],
    ['## A <sup class="x" /> b', 'A ', 'b'],
    ['## A <a id="x"/>', 'A'],
    ['## A <kbd>B</kbd>', 'A ', t('B', 'code')],
    ['## A <b/>C</b>', 'A ', t('C', 'strong')],
    ['## <div>A</div><div>B</div>', 'A', ' ', 'B'],
    ['## A<div>B</div>C', 'A', ' ', 'B', ' ', 'C'],
    ['<h2>A<div>B</div></h2>', 'A', ' ', 'B'],
  ] as const) {
    test(`in a heading is as elsewhere: ${markdown}`, () => {
      const content = words.map((word) => (typeof word === 'string' ? t(word) : word))
      same(markdown, node('heading', { level: 2 })(...content))
    })
  }

  for (const [place, markdown] of [
    ['the title of a foldable alert in a heading', '<h2>\n\n> [!NOTE]- T\n> a\n\n</h2>'],
    ['the title of a foldable alert in code', '<div>\n<pre>\n\n> [!NOTE]- T\n> a\n\n</pre></div>'],
    [
      'the title of an expand that could hold nothing of its own',
      '<table><tr><td><details>\n\n<summary>T</summary>\n\n<table><tr><td>',
    ],
    [
      'a paragraph that lost its place and its alignment',
      '<details>\n\n- [x] ~~~js\n    <p align="center"># ',
    ],
    ['the description of an image in code', 'a<pre>![alt](u)</pre>'],
    ['a footnote in a heading', '<h2>a[^1]</h2>\n\n[^1]: b'],
  ] as const) {
    test(`keeps ${place}`, () => assertSound(markdown))
  }

  for (const [markdown, ...expected] of [
    ['<!-- a -->\n\n<div>b</div>', 'html-comment-dropped:1'],
    ['a\n\n</div>', 'html-unbalanced:3'],
    ['<details>\n\na', 'html-unbalanced:1'],
    ['<ul><li>a<li>b</ul>'],
    ['<p>a\n<x-y>', 'html-shown:2'],
    ['a <math>b</math>', 'html-shown:1'],
    ['- <p align="center">a</p>', 'alignment-dropped:1'],
    ['<details><summary><b>T</b></summary>a</details>', 'title-flattened:1'],
  ] as const) {
    test(`warns of ${expected.join() || 'nothing'} in ${JSON.stringify(markdown)}`, () => {
      warned(markdown, ...expected)
    })
  }

  for (const [name, markdown] of [
    ['pairs that nest', `${'<i>'.repeat(9_000)}x${'</i>'.repeat(9_000)}`],
    ['comments without an end', `<div>${'<!-- '.repeat(12_000)}`],
    ['instructions without an end', `<div>${'<? '.repeat(20_000)}`],
    ['scripts without an end', `<div>${'<script>'.repeat(8_000)}`],
    ['lists in lists', '<ul><li>'.repeat(8_000)],
    ['references', `<div>${'&'.repeat(60_000)}`],
    ['titles in open blocks', '<div>'.repeat(20_000) + '<i title="a">b</i>'.repeat(20_000)],
  ] as const) {
    test(`is read in many ${name}`, () => refusedOrSound(markdown))
  }
})
