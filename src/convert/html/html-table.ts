/** Converts HTML tables. @module */
import { fillRow } from '../constructs/table.ts'
import type { Conversion } from '../conversion.ts'
import { alignOf } from './alignment.ts'
import { writeSummary } from './html-blocks.ts'
import { type HtmlElement, type HtmlItem, isShown } from './html-tree.ts'

type ElementItem = HtmlItem & { readonly kind: 'element' }

/** Write `table`; content outside of its rows goes before it. */
export function writeTable(element: HtmlElement, conversion: Conversion): void {
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

/** A cell that spans more makes no readable table. */
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
