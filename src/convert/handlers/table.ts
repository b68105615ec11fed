/** A GFM table: its first row is the header unless it is empty, its columns may be aligned, short rows are filled up. @module */
import type { AlignType, Table, TableCell } from 'mdast'
import type { BlockHandler, Conversion } from '../conversion.ts'
import { fillRows } from '../fill-rows.ts'
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

/** Short rows would have to be filled up, and a header without words may be none. */
export const writeTable: WriteBlock = (id, page) => {
  const { nodes } = page
  const { align } = nodes.node(id) as Table
  const marks = align?.map(columnMarks) ?? []
  const count = nodes.childCount(id)
  let rows = ''
  for (let index = 0; index < count; index += 1) {
    const type = index === 0 ? 'tableHeader' : 'tableCell'
    const row = writeRow(nodes.childOf(id, index), type, marks, page)
    if (row === undefined) return undefined
    rows += index === 0 ? row : `,${row}`
  }
  return `{"type":"table","content":[${rows}]}`
}

function columnMarks(align: AlignType): string {
  if (align !== 'center' && align !== 'right') return ''
  return `,"marks":[${JSON.stringify(alignmentMark(align))}]`
}

function writeRow(
  id: number,
  type: 'tableHeader' | 'tableCell',
  marks: readonly string[],
  page: PlainPage,
): string | undefined {
  const { nodes } = page
  if (nodes.childCount(id) !== marks.length) return undefined
  const texts: string[] = []
  let cells = ''
  for (const [column, mark] of marks.entries()) {
    const content = page.sentence(nodes.childOf(id, column))
    if (content === undefined) return undefined
    const held = content === '' ? '' : `,"content":[${content}]`
    const cell = `{"type":"${type}","content":[{"type":"paragraph"${held}${mark}}]}`
    cells += column === 0 ? cell : `,${cell}`
    texts.push(page.words)
  }
  const isEmpty = texts.every((text) => text === '')
  if (type === 'tableHeader' && isEmpty) return undefined
  page.addLine(texts.join('\t'))
  return `{"type":"tableRow","content":[${cells}]}`
}
