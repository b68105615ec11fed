/** A GFM table: its first row is the header unless it is empty, its columns may be aligned, short rows are filled up. @module */
import type { Table, TableCell } from 'mdast'
import type { BlockHandler, Conversion } from '../conversion.ts'
import { fillRows } from '../fill-rows.ts'
import { type Align, alignBlocks } from '../html/alignment.ts'
import { hasHtml, htmlTree } from '../html/html-tree.ts'
import type { LooseNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'

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
  // GFM has no tables without a header: who wants none leaves it empty.
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
    // A cell may hold lists and other blocks as HTML.
    const blocks = conversion.flow(htmlTree(children, true, conversion), align ?? undefined)
    if (blocks.length > 0) return blocks
  }
  const content = hasHtml(children) ? [] : conversion.inlines(children)
  return alignBlocks([{ type: 'paragraph', content, line }], align ?? undefined)
}
