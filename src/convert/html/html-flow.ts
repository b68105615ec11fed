/** Converts HTML to blocks, with its tables and lists; what stands between block elements becomes paragraphs. @module */
import { DefinitionList } from '../constructs/definition-list.ts'
import { openList } from '../constructs/list.ts'
import { fillRow } from '../constructs/table.ts'
import { writeRule } from '../constructs/text.ts'
import type { Conversion } from '../conversion.ts'
import { noMarks, titleMarks } from '../writer/marks.ts'
import type { Align } from '../writer/open-node.ts'
import { writeParagraph } from '../writer/write-paragraph.ts'
import {
  writeDetails,
  writeHeadingElement,
  writePre,
  writeQuoteElement,
  writeSummary,
} from './html-blocks.ts'
import { withMarksOf } from './html-phrasing.ts'
import { type HtmlElement, type HtmlItem, htmlTree, isBlankLine, isShown } from './html-tree.ts'

/** Elements that are more than containers; blocks right in them are aligned as the writer says. */
const elements: Readonly<Record<string, typeof writeList>> = {
  blockquote: writeQuoteElement,
  details: writeDetails,
  dl: writeDefinitions,
  hr: ({ line }, { writer }) => writeRule(line, writer),
  ol: writeList,
  pre: writePre,
  summary: writeSummary,
  table: writeTable,
  ul: writeList,
}

/** A paragraph, or what is left of one behind the title of an alert. */
export interface ParagraphPart {
  readonly line: number
  /** Index of the first child. */
  readonly from: number
  /** Text before that child. */
  readonly before: string
}

/** Write a paragraph with HTML in it, in which lists and other blocks may stand. */
export function writeHtmlParagraph(
  id: number,
  { line, from, before }: ParagraphPart,
  conversion: Conversion,
): void {
  const { nodes, writer } = conversion
  const tree = htmlTree(nodes.childrenOf(id, from), true, conversion)
  const items: readonly HtmlItem[] =
    before === '' ? tree : [{ kind: 'words', words: before, line }, ...tree]
  if (items.some((item) => item.kind === 'element' && item.element.hasBlocks)) {
    conversion.flow(items, writer.align)
    return
  }
  const sentence = conversion.startSentence({ canBecomeBlock: true })
  conversion.phrasing(items, noMarks)
  // It may hold nothing but comments and names of places.
  const isEmpty =
    sentence.floats.length === 0 && sentence.isPlainText && /^[ \n]*$/.test(sentence.words)
  if (!isEmpty) writeParagraph(sentence, line, writer)
}

/**
 * Write items as blocks.
 * @param align How an element around aligns them.
 */
export function writeFlow(
  items: readonly HtmlItem[],
  conversion: Conversion,
  align: Align | undefined,
): void {
  const { writer } = conversion
  const outer = writer.align
  writer.align = align
  let run: HtmlItem[] = []
  const endRun = (): void => {
    writeRun(run, conversion)
    run = []
  }
  for (const item of items) {
    if (isBlankLine(item)) endRun()
    else if (!isBlock(item, conversion)) run.push(item)
    else {
      endRun()
      if (item.kind === 'markdown') conversion.block(item.id)
      if (item.kind === 'element') writeElement(item.element, conversion)
    }
  }
  endRun()
  writer.align = outer
}

function isBlock(item: HtmlItem, conversion: Conversion): boolean {
  if (item.kind === 'element') return item.element.hasBlocks
  return item.kind === 'markdown' && conversion.isBlock(item.id)
}

/** Write what stands between two blocks as a paragraph. */
function writeRun(run: readonly HtmlItem[], conversion: Conversion): void {
  const [first] = run
  if (first === undefined) return
  const sentence = conversion.startSentence({ canBecomeBlock: true }).trim()
  conversion.phrasing(run, noMarks)
  sentence.end()
  if (sentence.count + sentence.floats.length === 0) return
  writeParagraph(sentence, lineOfItem(first, conversion), conversion.writer)
}

function lineOfItem(item: HtmlItem, { nodes }: Conversion): number {
  if (item.kind === 'markdown') return nodes.lineOf(item.id)
  return item.kind === 'element' ? item.element.line : item.line
}

function writeElement(element: HtmlElement, conversion: Conversion): void {
  const { writer } = conversion
  conversion.inElement(() => {
    const outer = writer.align
    const align = alignOf(element) ?? outer
    const { name } = element
    const isHeading = /^h[1-6]$/.test(name)
    const known = Object.hasOwn(elements, name) ? elements[name] : undefined
    const write = isHeading ? writeHeadingElement : known
    if (write !== undefined) {
      // Other elements do not pass it on to what they hold.
      writer.align = isHeading ? align : undefined
      write(element, conversion)
      writer.align = outer
      return
    }
    const { around } = conversion
    conversion.around = withMarksOf(element, noMarks, conversion).within(around)
    conversion.flow(element.children, align)
    conversion.around = around
  })
}

type ElementItem = HtmlItem & { readonly kind: 'element' }

/** Write `table`; content outside of its rows goes before it. */
function writeTable(element: HtmlElement, conversion: Conversion): void {
  const { writer } = conversion
  const before: HtmlItem[] = []
  const rows: HtmlElement[] = []
  collectRows(element, rows, before)
  for (const item of before) if (isCaption(item)) writeSummary(item.element, conversion)
  conversion.flow(before.filter((item) => !isCaption(item)))
  const cells = rows.map(cellsOf)
  const hasSpans = cells.flat().some((cell) => spansOf(cell) !== undefined)
  const columns = hasSpans ? 0 : cells.reduce((most, { length }) => Math.max(most, length), 1)
  writer.open('table', element.line)
  for (const [index, row] of rows.entries()) {
    writeRow(row, cells[index] as HtmlItem[], columns, conversion)
  }
  writer.close()
}

function isCaption(item: HtmlItem): item is ElementItem {
  return item.kind === 'element' && item.element.name === 'caption'
}

function collectRows(element: HtmlElement, rows: HtmlElement[], others: HtmlItem[]): void {
  for (const item of element.children) {
    if (item.kind !== 'element') {
      if (item.kind !== 'text' || item.text.trim() !== '') others.push(item)
    } else if (item.element.name === 'tr') rows.push(item.element)
    else if (/^(?:thead|tbody|tfoot)$/.test(item.element.name)) {
      collectRows(item.element, rows, others)
    } else if (!/^col(?:group)?$/.test(item.element.name)) others.push(item)
  }
}

/** List the cells of a row; stray content is one, so that it keeps its place. */
function cellsOf(row: HtmlElement): HtmlItem[] {
  return row.children.filter((item) => isCell(item) || isShown(item))
}

function isCell(item: HtmlItem): item is ElementItem {
  return item.kind === 'element' && /^t[dh]$/.test(item.element.name)
}

/** Larger spans are cut down, since no reader could use such a table. */
const maxSpan = 100

function spansOf(item: HtmlItem): Readonly<Record<string, number>> | undefined {
  if (!isCell(item)) return undefined
  const attrs: Record<string, number> = {}
  for (const span of ['colspan', 'rowspan']) {
    const count = Number(/^\d{1,4}$/.exec(item.element.attributes.get(span) ?? '')?.[0] ?? 1)
    if (count > 1) attrs[span] = Math.min(count, maxSpan)
  }
  return Object.keys(attrs).length === 0 ? undefined : attrs
}

function writeRow(
  row: HtmlElement,
  cells: readonly HtmlItem[],
  columns: number,
  conversion: Conversion,
): void {
  const { writer } = conversion
  const { line } = row
  if (cells.length === 0) return
  writer.open('tableRow', line)
  for (const item of cells) {
    if (isCell(item)) {
      const { children, name } = item.element
      const align = alignOf(item.element) ?? alignOf(row)
      writer.open(name === 'th' ? 'tableHeader' : 'tableCell', item.element.line, spansOf(item))
      conversion.inElement(() => conversion.flow(children, align))
    } else {
      writer.open('tableCell', line)
      conversion.flow([item])
    }
    writer.close()
  }
  const isHeader = cells.every((item) => isCell(item) && item.element.name === 'th')
  fillRow(columns - cells.length, isHeader ? 'tableHeader' : 'tableCell', line, conversion)
  writer.close()
}

function alignOf({ name, attributes }: HtmlElement): Align | undefined {
  if (name === 'center') return 'center'
  const [, styled] = /text-align:\s*([a-z]+)/i.exec(attributes.get('style') ?? '') ?? []
  const word = (attributes.get('align') ?? styled ?? '').toLowerCase()
  if (word === 'end') return 'right'
  return word === 'left' || word === 'center' || word === 'right' ? word : undefined
}

interface Group {
  readonly name: string
  readonly line: number
  readonly children: HtmlItem[]
  /** The number that an item of a list has. */
  readonly value?: string | undefined
}

/** Write `ul` or `ol`; an item with a number of its own begins another list. */
function writeList(element: HtmlElement, conversion: Conversion): void {
  const { name, attributes } = element
  const { warnings, writer } = conversion
  const items = groupItems(element, 'li')
  if (items.length === 0) return
  if (name === 'ol' && hasOtherNumbers(element)) warnings.add('numbers-changed', element.line)
  let next = numberIn(attributes.get('start')) ?? 1
  for (const [index, item] of items.entries()) {
    const number = (name === 'ol' ? numberIn(item.value) : undefined) ?? next
    if (index === 0 || number !== next) {
      if (index > 0) writer.close()
      const line = index === 0 ? element.line : item.line
      openList(line, name === 'ul' ? undefined : number, conversion)
    }
    writeItem(item, conversion)
    next = number + 1
  }
  writer.close()
}

function numberIn(written: string | undefined): number | undefined {
  const [digits] = /^\d{1,9}$/.exec(written?.trim() ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Tell whether a list counts down, or in letters or Roman numerals. */
function hasOtherNumbers({ attributes }: HtmlElement): boolean {
  const style = attributes.get('style') ?? ''
  return (
    attributes.get('reversed') !== undefined ||
    /^[aAiI]$/.test(attributes.get('type') ?? '') ||
    /list-style(?:-type)?:[^;]*\b(?:lower|upper)-/i.test(style)
  )
}

function writeItem({ line, children }: Group, conversion: Conversion): void {
  conversion.writer.openItem(line)
  conversion.flow(children)
  conversion.writer.close()
}

function writeDefinitions(element: HtmlElement, conversion: Conversion): void {
  const list = new DefinitionList(conversion)
  for (const group of groupItems(element, 'dt', 'dd')) {
    if (group.name === 'dt') {
      conversion.startSentence({ canBecomeBlock: true }).trim()
      conversion.phrasing(group.children, titleMarks)
      list.endTerm(group.line)
    } else {
      list.openDefinitions(group.line)
      writeItem(group, conversion)
    }
  }
  list.close()
}

/** Collect the items of a list; stray content joins the item before it. */
function groupItems(element: HtmlElement, ...names: readonly string[]): Group[] {
  const groups: Group[] = []
  for (const item of element.children) {
    if (item.kind === 'element' && names.includes(item.element.name)) {
      const { name, line, children, attributes } = item.element
      groups.push({ name, line, children: [...children], value: attributes.get('value') })
    } else if (item.kind !== 'text' || item.text.trim() !== '') {
      const last = groups.at(-1)
      if (last !== undefined) last.children.push(item)
      else groups.push({ name: names[0] as string, line: element.line, children: [item] })
    }
  }
  return groups
}
