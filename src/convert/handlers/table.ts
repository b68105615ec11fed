/**
 * Converts GFM tables: an empty first row makes a table without header, and short rows are filled
 * up.
 * @module
 */
import type { AlignType, Table, TableCell } from 'mdast'
import type { BlockHandler, Conversion, CountBudget } from '../conversion.ts'
import { type Align, alignBlocks, alignmentMark } from '../html/alignment.ts'
import { hasHtml, htmlTree } from '../html/html-tree.ts'
import type { LooseNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'
import type { PlainPage, WriteBlock } from '../plain-page.ts'

export const table: BlockHandler<Table> = (node, conversion) => {
  const rows = node.children.map((row, rowIndex): LooseNode => {
    const line = lineOf(row)
    const type = rowIndex === 0 ? 'tableHeader' : 'tableCell'
    const cells = row.children.map((cell, column): LooseNode => {
      const content = cellContent(cell, node.align?.[column], conversion, line)
      return { type, content, line }
    })
    return { type: 'tableRow', content: cells, line }
  })
  const filled = fillRows(rows, conversion.cells)
  // GFM always has a header row; writers leave it empty where they want none.
  const hasHeader = filled.length === 1 || !rows[0]?.content?.every(isEmpty)
  return [{ type: 'table', content: hasHeader ? filled : filled.slice(1), line: lineOf(node) }]
}

function isEmpty({ content = [] }: LooseNode): boolean {
  return content.every((block) => block.type === 'paragraph' && (block.content ?? []).length === 0)
}

function cellContent(
  { children }: TableCell,
  align: Align | null | undefined,
  conversion: Conversion,
  line: number,
): LooseNode[] {
  if (hasHtml(children)) {
    const blocks = conversion.flow(htmlTree(children, true, conversion), align ?? undefined)
    if (blocks.length > 0) return blocks
  }
  const content = hasHtml(children) ? [] : conversion.inlines(children)
  return alignBlocks([{ type: 'paragraph', content, line }], align ?? undefined)
}

/** Write a table unless it has short rows or an empty header cell, which need the general path. */
export const writeTable: WriteBlock = (id, page) => {
  const { nodes } = page
  const columns = nodes.columnCount(id)
  const count = nodes.childCount(id)
  let rows = ''
  for (let index = 0; index < count; index += 1) {
    const row = nodes.childOf(id, index)
    if (nodes.childCount(row) !== columns) return undefined
    const cells = writeCells(row, index === 0 ? 'tableHeader' : 'tableCell', id, page)
    if (cells === undefined) return undefined
    rows += `${index === 0 ? '' : ','}{"type":"tableRow","content":[${cells}]}`
  }
  return `{"type":"table","content":[${rows}]}`
}

function writeCells(
  row: number,
  type: 'tableHeader' | 'tableCell',
  table: number,
  page: PlainPage,
): string | undefined {
  const { nodes } = page
  const count = nodes.childCount(row)
  let cells = ''
  let line = ''
  let hasContent = false
  for (let column = 0; column < count; column += 1) {
    const content = page.sentence(nodes.childOf(row, column))
    if (content === undefined) return undefined
    if (content !== '') hasContent = true
    const align = nodes.alignOf(table, column)
    const cell = `{"type":"${type}","content":[${writeCell(content, align)}]}`
    cells += column === 0 ? cell : `,${cell}`
    line += column === 0 ? page.words : `\t${page.words}`
  }
  if (type === 'tableHeader' && !hasContent) return undefined
  page.addLine(line)
  return cells
}

function writeCell(content: string, align: AlignType): string {
  const marks = align === 'center' || align === 'right' ? alignmentMarks[align] : ''
  return content === ''
    ? `{"type":"paragraph"${marks}}`
    : `{"type":"paragraph","content":[${content}]${marks}}`
}

const alignmentMarks = { center: marksOf('center'), right: marksOf('right') } as const

function marksOf(align: 'center' | 'right'): string {
  return `,"marks":[${JSON.stringify(alignmentMark(align))}]`
}

/**
 * Fill each row up to the length of the longest.
 * @param rows Rows without spanning cells.
 */
export function fillRows(rows: readonly LooseNode[], budget: CountBudget): LooseNode[] {
  // `Math.max(...)` fails here: a hostile table has more rows than a call may have arguments.
  const columns = rows.reduce((most, row) => Math.max(most, row.content?.length ?? 0), 1)
  return rows.map((row) => {
    const cells = row.content ?? []
    const missing = columns - cells.length
    if (missing === 0 || !budget.take(missing)) return row
    const type =
      cells[0]?.type === 'tableHeader' && cells.every(isHeader) ? 'tableHeader' : 'tableCell'
    const line = row.line ?? 1
    const empty: LooseNode = { type, content: [{ type: 'paragraph', line }], line }
    return { ...row, content: [...cells, ...Array.from({ length: missing }, () => empty)] }
  })
}

function isHeader({ type }: LooseNode): boolean {
  return type === 'tableHeader'
}
