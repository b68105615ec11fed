/** `table`: rows and cells, with spans and alignment; its caption is a bold line above it. @module */
import type { Conversion } from '../conversion.ts'
import { fillRows } from '../fill-rows.ts'
import type { LooseNode } from '../loose-adf.ts'
import { type Align, alignOf } from './alignment.ts'
import { summaryElement } from './html-blocks.ts'
import type { HtmlElement, HtmlItem } from './html-tree.ts'

/** Convert `table`; what is no part of its rows stands before it. */
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
  // The first row of a table without cells would have nothing to show.
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
      // Content beside the cells: a cell of its own keeps it in its place.
      const content = conversion.flow([item])
      if (content.length > 0) cells.push({ type: 'tableCell', content, line })
    }
  }
  return cells.length === 0 ? [] : [{ type: 'tableRow', content: cells, line }]
}

/** Wider spans are no table that anybody could read. */
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
