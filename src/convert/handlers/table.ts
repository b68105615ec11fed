/** A GFM table: its first row is the header, its columns may be aligned, short rows are filled up. @module */
import type { Table, TableCell } from 'mdast'
import type { BlockHandler, Conversion } from '../conversion.ts'
import type { LooseNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'

export const table: BlockHandler<Table> = (node, conversion) => {
  // Not `Math.max(...)`: a hostile table has more rows than a call has arguments.
  const columns = node.children.reduce((most, row) => Math.max(most, row.children.length), 1)
  const content = node.children.map((row, rowIndex): LooseNode => {
    const line = lineOf(row)
    const type = rowIndex === 0 ? 'tableHeader' : 'tableCell'
    const cells = Array.from({ length: columns }, (_, column): LooseNode => {
      const paragraph = cellParagraph(row.children[column], node.align?.[column], conversion, line)
      return { type, content: [paragraph], line }
    })
    return { type: 'tableRow', content: cells, line }
  })
  return [{ type: 'table', content, line: lineOf(node) }]
}

function cellParagraph(
  cell: TableCell | undefined,
  align: string | null | undefined,
  conversion: Conversion,
  line: number,
): LooseNode {
  const content = cell === undefined ? [] : conversion.inlines(cell.children)
  // ADF has no mark for the left.
  const isAligned = align === 'center' || align === 'right'
  const marks = [{ type: 'alignment', attrs: { align: align === 'center' ? 'center' : 'end' } }]
  return { type: 'paragraph', content, ...(isAligned ? { marks } : {}), line }
}
