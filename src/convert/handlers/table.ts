/** A GFM table: its first row is the header, its columns may be aligned, short rows are filled up. @module */
import type { Table, TableCell } from 'mdast'
import type { BlockHandler, Conversion } from '../conversion.ts'
import { type Align, alignBlocks } from '../html/alignment.ts'
import { hasHtml, htmlTree } from '../html/html-tree.ts'
import type { LooseNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'

export const table: BlockHandler<Table> = (node, conversion) => {
  // Not `Math.max(...)`: a hostile table has more rows than a call has arguments.
  const columns = node.children.reduce((most, row) => Math.max(most, row.children.length), 1)
  const content = node.children.map((row, rowIndex): LooseNode => {
    const line = lineOf(row)
    const type = rowIndex === 0 ? 'tableHeader' : 'tableCell'
    const cells = Array.from({ length: columns }, (_, column): LooseNode => {
      const content = cellContent(row.children[column], node.align?.[column], conversion, line)
      return { type, content, line }
    })
    return { type: 'tableRow', content: cells, line }
  })
  return [{ type: 'table', content, line: lineOf(node) }]
}

function cellContent(
  cell: TableCell | undefined,
  align: Align | null | undefined,
  conversion: Conversion,
  line: number,
): LooseNode[] {
  const children = cell?.children ?? []
  if (hasHtml(children)) {
    // A cell may hold lists and other blocks as HTML.
    const blocks = conversion.flow(htmlTree(children, true, conversion), align ?? undefined)
    if (blocks.length > 0) return blocks
  }
  const content = hasHtml(children) ? [] : conversion.inlines(children)
  return alignBlocks([{ type: 'paragraph', content, line }], align ?? undefined)
}
