/** Links inside the page, names of headings, and tables of contents. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Expected,
  li,
  linkTo,
  node,
  p,
  refusedOrSound,
  same,
  t,
  ul,
  warned,
} from '../../test/support/conversion/conversion-cases.ts'
import { anchorMacro } from './adf/heading-names.ts'
import { documentHeadings, markdownToAdf } from './markdown-to-page.ts'

function target(markdown: string): unknown {
  const json = JSON.stringify(markdownToAdf(markdown).adf)
  return /"href":"([^"]*)"/.exec(json)?.[1]
}

describe('a link inside the page', () => {
  for (const [fact, markdown, expected] of [
    ['names its heading as Confluence does', '[a](#b-c)\n\n# B C', '#B-C'],
    ['keeps the punctuation that GitHub leaves out', '[a](#b--c-d)\n\n# B & C: (D)', '#B-&-C:-(D)'],
    ['finds a heading of other scripts', '[a](#%C3%BCber-uns)\n\n# Über uns', '#Über-uns'],
    ['finds a heading with formatting', '[a](#b-c)\n\n# *B* `c`', '#B-c'],
    ['escapes what a browser would decode', '[a](#50-off)\n\n# 50% off', '#50%25-off'],
    ['finds a heading by its own name', '[a](#x)\n\n# B {#x}', '#B'],
    ['finds the heading after a named place', '[a](#x)\n\n<a name="x"></a>\n\n# B', '#B'],
    ['finds a heading of HTML', '[a](#x)\n\n<h2 id="x">B</h2>', '#B'],
    [
      'finds the heading after several named places',
      '[a](#x)\n\n# A\n\n> <a id="x"></a><!-- c --> <a id="y"></a>\n> <div id="z">\n>\n> [u]: v\n\n# B',
      '#B',
    ],
    ['finds a place in the text itself', '# B\n\n[a](#x)\n\nc <a id="x"></a>\n\n# D', '#x'],
    ['finds an element with words', '# B\n\n[a](#x)\n\n<p id="x">c</p>\n\n# D', '#x'],
    [
      'finds the heading above an image',
      '# B\n\n[a](#x)\n\n<a id="x"></a>\n\n![c](https://u/i)\n\n# D',
      '#B',
    ],
    [
      'finds the top of the page for a place before all headings',
      '[a](#x)\n\n<a id="x"></a>\n\n---',
      '#',
    ],
    ['finds the top of the page', '# B\n\n[a](#TOP)', '#'],
    [
      'finds a heading that is named top before that of the page',
      '# A\n\n## Top\n\n[a](#top)',
      '#Top',
    ],
    ['finds the top of a README', '# B\n\n[a](#readme)', '#'],
    [
      'finds a heading by the prefix that GitHub puts before it',
      '# B\n\n[a](#user-content-b)',
      '#B',
    ],
    ['finds the heading above a term', '# B\n\nC `d`\n: e\n\n[a](#c-d)\n\n# F', '#B'],
    [
      'finds the heading above a term of HTML',
      '# B\n\n<dl><dt>C</dt><dd>d</dd></dl>\n\n# E\n\n[a](#c)',
      '#B',
    ],
    [
      'finds the heading above a part that opens',
      '# B\n\n<details><summary>C d</summary>\n\ne\n\n</details>\n\n# F\n\n[a](#c-d)',
      '#B',
    ],
    ['finds a heading before a term', '# B\n\nC\n: d\n\n# C\n\n[a](#c)', '#C'],
    ['is found in HTML too', '<a href="#b-c">a</a>\n\n# B C', '#B-C'],
    ['keeps the number of a heading that repeats', '[a](#b-1)\n\n# B\n\n# B', '#B.1'],
    ['does not repeat a very long name', `[a](#x)\n\n# ${'b'.repeat(2_000)} {#x}`, '#x'],
    [
      'finds a heading by the name that other generators give',
      '[a](#_2-b_c_1)\n\n# 2. B/C\n\n# 2. B/C',
      '#2.-B/C.1',
    ],
    ['finds a heading without the mark of a broken name', '[a](#b-c:)\n\n# B, C', '#B,-C'],
    [
      'finds a heading by the names of its emoji',
      '[a](#tada-b-c_d)\n\n# :tada: B :c_d:',
      '#🎉-B-:c_d:',
    ],
    ['finds a heading by the emoji that are seen', '[a](#-b)\n\n# :tada: B', '#🎉-B'],
    [
      'finds a heading without its image',
      '[a](#b--c)\n\n# B ![d](https://u) C',
      '#B-[mediaInline]-C',
    ],
    [
      'finds a heading with the words of its image',
      '[a](#b-d-c)\n\n# B ![d](https://u) C',
      '#B-[mediaInline]-C',
    ],
    [
      'finds a heading without an image of HTML',
      '[a](#-b)\n\n<h1><img src="https://u" alt="c"> B</h1>',
      '#[mediaInline]-B',
    ],
    [
      'finds a heading without the tags of no element',
      '[a](#b-and-c)\n\n# B<D> and C',
      '#B<D>-and-C',
    ],
    ['finds a heading without a raised number', '[a](#b)\n\n# B²', '#B²'],
    ['finds a heading without the selector of an emoji', '[a](#b)\n\n# ⚙️ B', '#⚙️-B'],
    ['finds a heading with the selector of an emoji', '[a](#️-b)\n\n# ⚙️ B', '#⚙️-B'],
    ['finds a heading without the frame of a keycap', '[a](#1-b)\n\n# 1️⃣ B', '#1️⃣-B'],
    ['finds a heading without joiners', '[a](#b)\n\n# 👩‍💻 B', '#👩‍💻-B'],
    [
      'finds the second heading of the same words as Python does',
      '[a](#b_1)\n\n# B\n\n# B',
      '#B.1',
    ],
    ['finds a heading by its letters in ASCII', '[a](#uber-uns)\n\n# Über uns', '#Über-uns'],
    ['finds none where two would do', '[a](#b_c)\n\n# B-C\n\n# BC', '#b_c'],
    ['finds none by signs alone', '[a](#--)\n\n# ?!', '#--'],
    ['keeps what names nothing', '[a](#x)\n\n# B', '#x'],
    ['finds a heading in a list', '- # B C\n\n[a](#b-c)', '#heading-b-c'],
    ['finds a heading in a quote in a list', '- > # B\n\n[a](#b)', '#heading-b'],
    ['finds a heading in a panel', '> [!NOTE]\n> # B\n\n[a](#b)', '#B'],
    ['finds a heading in a quote in a panel', '> [!NOTE]\n> > # B\n\n[a](#b)', '#B'],
    ['counts headings in quotes as GitHub does', '> # B\n\n# B\n\n[a](#b-1)', '#B'],
    ['finds the heading after a line break', '# B<br>C\n\n[a](#bc)', '#B[hardBreak]C'],
    ['keeps an empty name', '[a](#)', '#'],
    ['keeps a broken escape', '[a](#%)', '#%'],
  ] as const) {
    test(fact, () => assert.equal(target(markdown), expected))
  }

  test('warns when it leads nowhere', () => {
    warned('# B\n\n[a](#b) [a](#c)\n\n[a](https://u/#d)', 'anchor-missing:3')
  })

  test('finds a heading that became a paragraph', () => {
    warned('- # B\n\n[a](#b)', 'heading-flattened:1')
  })

  for (const [name, markdown] of [
    ['equal headings', `[a](#b-9)\n\n${'# b\n'.repeat(12_000)}`],
    ['names', `${'<a id=x></a>\n\n# b\n'.repeat(3_000)}[a](#x)`],
    ['links', `${'[a](#b)\n'.repeat(8_000)}\n# b`],
  ] as const) {
    test(`is found among many ${name}`, () => refusedOrSound(markdown))
  }
})

describe('a place that a link leads to', () => {
  const macro = (name: string): Expected => ({
    type: 'inlineExtension',
    attrs: anchorMacro(name).attrs,
  })
  const link = p(t('a', linkTo('#x')))

  for (const [fact, markdown, ...expected] of [
    ['begins its sentence', 'b <a name="x"></a>c', p(macro('x'), 'b ', 'c')],
    ['begins the next sentence', '<a id="x"></a>\n\n- b', ul(li(p(macro('x'), 'b')))],
    [
      'begins the first sentence of an element',
      '<div id="x">\n\n> b\n\n</div>',
      node('blockquote')(p(macro('x'), 'b')),
    ],
    ['begins an item', '<ul><li>b<li id="x">c</ul>', ul(li(p('b')), li(p(macro('x'), 'c')))],
    [
      'begins a task',
      '- [ ] <a id="x"></a>b',
      node('taskList', { localId: 'local-1' })(
        node('taskItem', { localId: 'local-2', state: 'TODO' })(macro('x'), t('b')),
      ),
    ],
    [
      'begins a cell',
      '<table><tr><td>b</td><td id="x">c</td></tr></table>',
      node('table')(
        node('tableRow')(node('tableCell')(p('b')), node('tableCell')(p(macro('x'), 'c'))),
      ),
    ],
    ['is marked once', '<a id="x"></a>b <a id="x"></a>c', p(macro('x'), 'b ', 'c')],
  ] as const) {
    test(fact, () => same(`[a](#x)\n\n${markdown}`, link, ...expected))
  }

  test('is not marked where no link leads to it', () => {
    same('<p id="x">b <a name="y">c</a></p>', p('b ', 'c'))
  })

  test('is found from other pages', () => {
    const { find } = documentHeadings('# A\n\n[a](#X%20y) b <a id="X y"></a>c\n\n# D')
    const { id, anchor, joined } = find('X y') ?? {}
    assert.deepEqual([id, anchor, joined], ['a-x-y', 'X y', 'X y'])
  })
})

describe('the name of a heading', () => {
  const heading = node('heading', { level: 1 })
  for (const [fact, markdown, ...expected] of [
    ['is no part of its text', '# a {#b}', heading(t('a'))],
    ['needs its sign', '# GET /u/{id}', heading(t('GET /u/{id}'))],
    ['may be all that there is', '# {#b}', heading()],
    ['leaves no empty line', '<a id="b"></a>\n\na', p('a')],
    ['leaves what stands beside it', '<a id="b"></a>[a](/u)', p(t('a', linkTo('/u')))],
  ] as const) {
    test(fact, () => same(markdown, ...expected))
  }
})

describe('a table of contents', () => {
  const macro = {
    macroParams: {},
    macroMetadata: { schemaVersion: { value: '1' }, title: 'Table of Contents' },
  }
  const toc = node('extension', {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: 'toc',
    text: 'Table of contents',
    parameters: macro,
  })()
  for (const marker of ['[TOC]', '[toc]', '[[_TOC_]]', '[[TOC]]', '{:toc}']) {
    test(`stands where ${marker} does`, () => {
      assert.deepEqual(markdownToAdf(`a\n\n${marker}\n\nb`).adf.content, [p('a'), toc, p('b')])
    })
  }

  test('stands in an alert, right behind its mark', () => {
    const [alert] = markdownToAdf('> [!NOTE]\n> [TOC]').adf.content
    assert.deepEqual(alert, { type: 'panel', attrs: { panelType: 'info' }, content: [toc] })
  })
  test('is none where a word would be lost', () => {
    assert.match(JSON.stringify(markdownToAdf('*[toc`x`*]').adf), /"x"/)
  })
  test('is none in a sentence', () => same('a [TOC]', p('a [TOC]')))
  test('is none where the word is a link', () => {
    same('[TOC]\n\n[TOC]: /u', p(t('TOC', linkTo('/u'))))
  })
})
