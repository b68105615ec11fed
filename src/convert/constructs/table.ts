/**
 * GFM tables: an empty first row makes a table without header, and short rows are filled up.
 * @module
 */
import type { Conversion } from '../conversion.ts'
import { htmlTree, isShown } from '../html/html-tree.ts'
import { noMarks } from '../writer/marks.ts'
import { writeParagraph } from '../writer/write-paragraph.ts'
import type { MarkdownConstruct } from './construct.ts'

export const table: MarkdownConstruct = {
  docs: [
    [
      'table',
      '`table`, aligned, short rows filled up, extra cells kept; an empty header is left out',
    ],
  ],
  examples: {
    '| a |\n|:-:|\n| b |':
      'table(tableRow(tableHeader(paragraph alignment("a"))), tableRow(tableCell(paragraph alignment("b"))))',
    '| |\n|-|\n| a |': 'table(tableRow(tableCell(paragraph("a"))))',
    '| <!-- a --> |\n|-|\n| b |': 'table(tableRow(tableCell(paragraph("b"))))',
  },
  blocks: {
    table(id, conversion) {
      const { emptyCells, nodes, writer } = conversion
      const [head = 0, ...rows] = nodes.childrenOf(id)
      const columns = [head, ...rows].reduce(
        (most, row) => Math.max(most, nodes.childCount(row)),
        1,
      )
      writer.open('table', nodes.lineOf(id))
      // GFM always has a header row; writers leave it empty where they want none.
      const isHeadless = rows.length > 0 && isEmptyRow(head, conversion)
      if (isHeadless) emptyCells.take(columns - nodes.childCount(head))
      else writeRow(head, 'tableHeader', id, columns, conversion)
      for (const row of rows) writeRow(row, 'tableCell', id, columns, conversion)
      writer.close()
    },
  },
}

/** Tell whether the cells of a row hold nothing, or only comments and names of places. */
function isEmptyRow(row: number, conversion: Conversion): boolean {
  const { nodes } = conversion
  return nodes.childrenOf(row).every((cell) => {
    const isHtml = nodes.childrenOf(cell).every((child) => nodes.typeOf(child) === 'html')
    return isHtml && !htmlTree(nodes.childrenOf(cell), true, conversion).some(isShown)
  })
}

type CellType = 'tableHeader' | 'tableCell'

function writeRow(
  row: number,
  type: CellType,
  table: number,
  columns: number,
  conversion: Conversion,
): void {
  const { nodes, writer } = conversion
  const line = nodes.lineOf(row)
  const count = nodes.childCount(row)
  writer.open('tableRow', line)
  for (let column = 0; column < count; column += 1) {
    writer.open(type, line)
    writer.align = nodes.alignmentOf(table, column)
    writeCell(nodes.childOf(row, column), line, conversion)
    writer.close()
  }
  fillRow(columns - count, count === 0 ? 'tableCell' : type, line, conversion)
  writer.close()
}

function writeCell(cell: number, line: number, conversion: Conversion): void {
  const { nodes, writer } = conversion
  const isHtml = nodes.holdsHtml(cell)
  if (isHtml) conversion.flow(htmlTree(nodes.childrenOf(cell), true, conversion), writer.align)
  if (writer.blockCount > 0) return
  const sentence = conversion.startSentence({ canBecomeBlock: true })
  if (!isHtml) conversion.inlines(cell, noMarks)
  writeParagraph(sentence, line, writer)
}

/** Fill a row up with empty cells, as far as the document may have more of them. */
export function fillRow(
  missing: number,
  type: CellType,
  line: number,
  { emptyCells, writer }: Conversion,
): void {
  if (missing <= 0 || !emptyCells.take(missing)) return
  for (let count = 0; count < missing; count += 1) {
    writer.open(type, line)
    writer.close()
  }
}
