import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type Expected,
  li,
  node,
  p,
  panel,
  t,
  ul,
} from '../../../test/support/conversion/conversion-cases.ts'
import { generatedDoc } from '../../../test/support/samples/generated-adf.ts'
import { listed } from '../../../test/support/samples/listed.ts'
import { formulaAttributes } from '../adf/formula.ts'
import { inlineAttributes } from '../adf/images.ts'
import { markedLinesId } from '../adf/local-ids.ts'
import type { AdfDoc } from '../adf/types.ts'
import { markdownToAdf } from '../markdown-to-page.ts'
import { adfToMarkdown } from './adf-to-markdown.ts'

const doc = (...content: unknown[]): AdfDoc => ({
  version: 1,
  type: 'doc',
  content: content as AdfDoc['content'],
})

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return joined(value.map(plain))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => {
    const inside = plain(member)
    return [name, name === 'marks' ? sorted(inside as unknown[]) : inside] as const
  })
  return Object.fromEntries(entries.filter(([name]) => name !== 'localId').sort())
}

function sorted(marks: unknown[]): unknown[] {
  return marks.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

type Text = { type?: string; text?: string; marks?: unknown }

function joined(values: unknown[]): unknown[] {
  const all: unknown[] = []
  for (const value of values as Text[]) {
    const last = all.at(-1) as Text | undefined
    const isSame =
      value?.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(last.marks ?? []) === JSON.stringify(value.marks ?? [])
    if (isSame) all[all.length - 1] = { ...last, text: `${last.text}${value.text}` }
    else all.push(value)
  }
  return all
}

function assertSame(document: AdfDoc): void {
  const markdown = adfToMarkdown(document)
  assert.deepEqual(plain(markdownToAdf(markdown).adf), plain(document), markdown)
}

const words = fc
  .oneof(
    fc.constantFrom(
      ...listed(
        'a¦two words¦snake_case¦_x_¦*¦**b**¦# no¦1. no¦- no¦> no¦`¦[x](y)¦<b>¦&amp;¦$5 and $6',
        '~~¦!¦a|b¦\\¦:::note¦---¦Ünï 中文¦[!N¦***¦+ no¦2) no',
      ),
    ),
    fc.string({ unit: fc.constantFrom(...'ab *_[]<>`\\|#-+1.)!&;$~'), minLength: 1, maxLength: 8 }),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '')
const mark = fc.constantFrom(
  { type: 'strong' },
  { type: 'em' },
  { type: 'strike' },
  { type: 'underline' },
  { type: 'subsup', attrs: { type: 'sub' } },
  { type: 'link', attrs: { href: 'https://example.org/a_(b)?c=1&d=2' } },
  { type: 'link', attrs: { href: 'https://example.org/', title: 'A "title" | b' } },
  { type: 'textColor', attrs: { color: '#ff5630' } },
)
const marks = fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type })
const text = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('text'), text: words, marks }).map(withoutEmpty),
  },
  {
    weight: 1,
    arbitrary: words.map((code) => ({ type: 'text', text: code, marks: [{ type: 'code' }] })),
  },
)

function withoutEmpty({
  marks: all,
  ...node
}: {
  type: string
  text: string
  marks: object[]
}): object {
  return all.length === 0 ? node : { ...node, marks: all }
}

const inlineImage = fc
  .tuple(
    fc.constantFrom('https://example.org/a (1)|.png', 'attachment:abc'),
    fc.constantFrom({}, { width: 20 }, { height: 9 }, { alt: 'An *image* | <b>' }),
    fc.constantFrom([], [{ type: 'link', attrs: { href: 'https://example.org/' } }]),
  )
  .map(([url, described, all]) => ({
    type: 'mediaInline',
    attrs: inlineAttributes(
      { type: 'external', url, ...described },
      'width' in described || 'height' in described,
    ),
    ...(all.length === 0 ? {} : { marks: all }),
  }))
const sentence = fc.array(
  fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: inlineImage }),
  { minLength: 1, maxLength: 4 },
)
const paragraph = sentence.map((content) => ({ type: 'paragraph', content }))
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), sentence)
  .map(([level, content]) => ({ type: 'heading', attrs: { level }, content }))
const code = fc
  .tuple(
    fc.constantFrom('python', 'c++', undefined),
    fc.constantFrom('a', 'a\n\n  b', '```\nx\n```', ''),
  )
  .map(([language, value]) => ({
    type: 'codeBlock',
    ...(language === undefined ? {} : { attrs: { language } }),
    ...(value === '' ? {} : { content: [{ type: 'text', text: value }] }),
  }))
const task = fc
  .tuple(fc.constantFrom('TODO', 'DONE'), sentence)
  .map(([state, content]) => ({ type: 'taskItem', attrs: { localId: 'x', state }, content }))
const tasks = fc
  .array(task, { minLength: 1, maxLength: 3 })
  .map((content) => ({ type: 'taskList', attrs: { localId: 'x' }, content }))
const cell = (type: string) => paragraph.map((one) => ({ type, content: [one] }))
const table = fc
  .tuple(
    fc.tuple(cell('tableHeader'), cell('tableHeader')),
    fc.array(fc.tuple(cell('tableCell'), cell('tableCell')), { maxLength: 2 }),
  )
  .map(([head, rows]) => ({
    type: 'table',
    content: [head, ...rows].map((content) => ({ type: 'tableRow', content })),
  }))
const image = fc.constantFrom('https://example.org/a (1).png', 'attachment:abc').map((url) => ({
  type: 'mediaSingle',
  attrs: { layout: 'center' },
  content: [{ type: 'media', attrs: { type: 'external', url, alt: 'An *image*' } }],
}))
const items = (content: fc.Arbitrary<object[]>) =>
  fc.array(
    content.map((blocks) => ({ type: 'listItem', content: blocks })),
    { minLength: 1, maxLength: 3 },
  )
const block = fc.letrec((tie) => ({
  list: fc.oneof(
    items(tie('item') as fc.Arbitrary<object[]>).map((content) => ({
      type: 'bulletList',
      content,
    })),
    fc
      .tuple(items(tie('item') as fc.Arbitrary<object[]>), fc.constantFrom(1, 7))
      .map(([content, order]) => ({
        type: 'orderedList',
        ...(order === 1 ? {} : { attrs: { order } }),
        content,
      })),
  ),
  item: fc
    .tuple(
      paragraph,
      fc.array(
        fc.oneof({ depthSize: 'small', withCrossShrink: true }, paragraph, code, tie('list')),
        { maxLength: 2 },
      ),
    )
    .map(([first, rest]) => [first, ...rest]),
  quote: fc
    .array(fc.oneof(paragraph, code, tie('list')), { minLength: 1, maxLength: 2 })
    .map((content) => ({ type: 'blockquote', content })),
  panel: fc
    .tuple(
      fc.constantFrom('info', 'tip', 'warning', 'error', 'success'),
      fc.array(fc.oneof(paragraph, heading, code, tie('list')), { minLength: 1, maxLength: 2 }),
    )
    .map(([panelType, content]) => ({ type: 'panel', attrs: { panelType }, content })),
  expand: fc
    .tuple(words, fc.array(fc.oneof(paragraph, table), { minLength: 1, maxLength: 2 }))
    .map(([title, content]) => ({
      type: 'expand',
      attrs: { title: title.replace(/\s+/g, ' ') },
      content,
    })),
  any: fc.oneof(
    paragraph,
    heading,
    code,
    tasks,
    table,
    image,
    fc.constant({ type: 'rule' }),
    tie('list'),
    tie('quote'),
    tie('panel'),
    tie('expand'),
  ),
})).any

describe('Markdown from ADF', () => {
  test('is read as the document that it was written from', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) =>
        assertSame(doc(...blocks)),
      ),
      { numRuns: 300 },
    )
  })

  const row = node('tableRow')
  const cell = node('tableCell')
  const aligned = (align: string, block: Expected): Expected => ({
    ...block,
    marks: [{ type: 'alignment', attrs: { align } }],
  })
  const formula = (tex: string): Expected => node('inlineExtension', formulaAttributes(tex))()
  const marked = { language: 'js', localId: markedLinesId('1,3-4,i2,d5,d7-8', 1) }
  const decision = node('decisionItem', { localId: 'x', state: 'DECIDED' })(t('one'))
  const decisions = node('decisionList', { localId: 'x' })(decision)
  const picture = { type: 'external', url: 'https://example.org/a.png', alt: 'A', width: 300 }
  const notations: readonly (readonly [name: string, markdown: string, block: Expected])[] = [
    [
      'GitHub’s alerts',
      '> [!IMPORTANT]\n> one\n',
      panel('note')(p(t('Important', 'strong')), p('one')),
    ],
    [
      'the lines of code that are marked',
      '```js {1,3-4} ins={2} del={5,7-8}\none\n```\n',
      node('codeBlock', marked)(t('one')),
    ],
    [
      'HTML for what can be folded',
      '<details>\n<summary>A &#60;b&#62;</summary>\n\none\n\n</details>\n',
      node('expand', { title: 'A <b>' })(p('one')),
    ],
    ['HTML for alignment', '<p align="center">\n\none\n\n</p>\n', aligned('center', p('one'))],
    [
      'HTML for the size of an image',
      '<img src="https://example.org/a.png" alt="A" width="300">\n',
      node('mediaSingle', { layout: 'center', width: 300, widthType: 'pixel' })(
        node('media', picture)(),
      ),
    ],
    [
      'HTML where signs would not open',
      'a<strong>(b)</strong>c\n',
      p('a', t('(b)', 'strong'), 'c'),
    ],
    [
      'tables without a header',
      '|  |  |\n| --- | --: |\n| a | b |\n',
      node('table')(row(cell(p('a')), cell(aligned('end', p('b'))))),
    ],
    [
      'HTML for cells over others, and cells of more than a sentence',
      '<table>\n<tr>\n<td colspan="2">\n\nwide\n\n</td>\n</tr>\n<tr>\n<td rowspan="2">\n\na\n\nb\n\n</td>\n<td>\n\n- one\n\n</td>\n</tr>\n<tr>\n<th>\n\nc\n\n</th>\n</tr>\n</table>\n',
      node('table')(
        row(node('tableCell', { colspan: 2 })(p('wide'))),
        row(node('tableCell', { rowspan: 2 })(p('a'), p('b')), cell(ul(li(p('one'))))),
        row(node('tableHeader')(p('c'))),
      ),
    ],
    ['formulas', 'A $x^2$\n', p('A ', formula('x^2'))],
    [
      'ADF for what has no other notation',
      `\`\`\`adf\n${JSON.stringify(decisions, null, 1)}\n\`\`\`\n`,
      decisions,
    ],
  ]
  for (const [name, markdown, block] of notations) {
    test(`has ${name}`, () => {
      assert.equal(adfToMarkdown(doc(block)), markdown)
      assertSame(doc(block))
    })
  }

  test('keeps bars of formulas inside their cells', () => {
    const header = node('tableHeader')
    for (const tex of ['a|b', '\\left|a\\right|', '\\|a\\|', 'x\\\\|y']) {
      const rows = [
        row(header(p('one')), header(p('two'))),
        row(cell(p(formula(tex))), cell(p('end'))),
      ]
      assertSame(doc(node('table')(...rows)))
    }
  })

  test('has formulas of several lines on one', () => {
    const heading = node('heading', { level: 2 })(formula('a\n+ b'))
    assert.equal(adfToMarkdown(doc(heading)), '## $a + b$\n')
  })

  test('is written of anything that a wiki may hold, whatever is missing in it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), (choices) => {
        const written = adfToMarkdown(generatedDoc(choices) as AdfDoc)
        assert.equal(typeof written, 'string')
      }),
    )
    const date = doc(p(node('date', { timestamp: '9e99' })()))
    assert.equal(adfToMarkdown(date), '9e99\n')
    const broken = doc(null, { type: 'paragraph', content: 'x' }, { type: 'table' }, { type: 'x' })
    assert.match(adfToMarkdown(broken), /```adf/)
  })
})
