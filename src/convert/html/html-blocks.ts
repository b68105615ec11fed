/**
 * Converts HTML elements that hold blocks: containers, quotes, headings, details and tables.
 * @module
 */
import { tabName } from '../../adf/local-ids.ts'
import type { Conversion } from '../conversion.ts'
import { fillRows } from '../handlers/table.ts'
import { type LooseNode, plainText, titleMark } from '../loose-adf.ts'
import { type Align, alignBlocks, alignOf } from './alignment.ts'
import type { HtmlElement, HtmlItem } from './html-tree.ts'
import { trimInlines } from './trim-inlines.ts'

/** Convert `table`; content outside of its rows goes before it. */
export function tableElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const { line } = element
  const before: HtmlItem[] = []
  const rows: HtmlElement[] = []
  collectRows(element, rows, before)
  const converted = rows.flatMap((row) => tableRow(row, conversion))
  const hasSpans = converted.some((row) => row.content?.some(({ attrs }) => attrs !== undefined))
  const content = hasSpans ? converted : fillRows(converted, conversion.cells)
  const captions = before
    .filter(isCaption)
    .flatMap(({ element: caption }) => summaryElement(caption, conversion))
  const others = conversion.flow(before.filter((item) => !isCaption(item)))
  // ADF needs at least one cell, so rows without cells make no table.
  const table: LooseNode[] = content.length === 0 ? [] : [{ type: 'table', content, line }]
  return [...captions, ...others, ...table]
}

function isCaption(item: HtmlItem): item is HtmlItem & { kind: 'element' } {
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

function tableRow(row: HtmlElement, conversion: Conversion): LooseNode[] {
  const { line } = row
  const cells: LooseNode[] = []
  for (const item of row.children) {
    if (item.kind === 'element' && /^t[dh]$/.test(item.element.name)) {
      cells.push(tableCell(item.element, conversion, alignOf(row)))
    } else if (item.kind !== 'text' || item.text.trim() !== '') {
      // Stray content gets a cell of its own, so that it keeps its place.
      const content = conversion.flow([item])
      if (content.length > 0) cells.push({ type: 'tableCell', content, line })
    }
  }
  return cells.length === 0 ? [] : [{ type: 'tableRow', content: cells, line }]
}

/** A cell that spans more makes no readable table. */
const maxSpan = 100

function tableCell(cell: HtmlElement, conversion: Conversion, outer: Align | undefined): LooseNode {
  const { name, attributes, line, children } = cell
  const attrs: Record<string, number> = {}
  for (const span of ['colspan', 'rowspan']) {
    const count = Number(/^\d{1,4}$/.exec(attributes.get(span) ?? '')?.[0] ?? 1)
    if (count > 1) attrs[span] = Math.min(count, maxSpan)
  }
  const content = conversion.inElement(() => conversion.flow(children, alignOf(cell) ?? outer))
  return {
    type: name === 'th' ? 'tableHeader' : 'tableCell',
    ...(Object.keys(attrs).length === 0 ? {} : { attrs }),
    content: content.length > 0 ? content : [{ type: 'paragraph', line }],
    line,
  }
}

export function container(
  element: HtmlElement,
  conversion: Conversion,
  align: Align | undefined,
): readonly LooseNode[] {
  return conversion.flow(element.children, align)
}

export function quoteElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const { line } = element
  const content = conversion.flow(element.children)
  return content.length === 0 ? [] : [{ type: 'blockquote', content, line }]
}

export function headingElement(
  element: HtmlElement,
  conversion: Conversion,
  align: Align | undefined,
): readonly LooseNode[] {
  const { line, name } = element
  const content = trimInlines(conversion.phrasing(element.children, []))
  const attrs = { level: Number(name.slice(1)) }
  return alignBlocks([{ type: 'heading', attrs, content, line }], align)
}

export function summaryElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const content = trimInlines(conversion.phrasing(element.children, [titleMark]))
  return content.length === 0 ? [] : [{ type: 'paragraph', content, line: element.line }]
}

/**
 * Convert `details` to an expand; its `summary` becomes the title, which ADF keeps as plain text.
 */
export function detailsElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const { children, line } = element
  // A summary that is not first becomes a bold line, so that its words keep their place.
  const first = children.find((item) => item.kind !== 'text' || item.text.trim() !== '')
  const isSummary = first?.kind === 'element' && first.element.name === 'summary'
  const summary = isSummary ? first : undefined
  const words = summary !== undefined ? conversion.phrasing(summary.element.children, []) : []
  if (words.some(({ type, marks }) => type !== 'text' || marks !== undefined)) {
    conversion.warnings.add('title-flattened', line)
  }
  const title = plainText(words).replace(/\s+/g, ' ').trim()
  conversion.anchors.addWords(title, line)
  const isTab = element.attributes.get('name') === tabName
  const tab = isTab ? { localId: `${tabName}-${conversion.nextLocalId()}` } : {}
  const content = conversion.flow(
    children.slice(summary === undefined ? 0 : children.indexOf(summary) + 1),
  )
  return [
    {
      type: 'expand',
      ...(title === '' && !isTab ? {} : { attrs: { ...(title !== '' && { title }), ...tab } }),
      content: content.length > 0 ? content : [{ type: 'paragraph', line }],
      line,
    },
  ]
}
