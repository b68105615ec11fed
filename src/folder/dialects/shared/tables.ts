/** Tables whose cells hold blocks, and tables drawn with borders. @module */
import { splitLines } from '../../../convert/code/line-reader.ts'
import { type LineOfCode, type Part, type PartRow, partsOfRows, rowsOf } from '../parts/part.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import type { Syntax } from '../parts/syntax.ts'

export interface RowOfBlocks {
  readonly cells: LineOfCode[][]
  readonly line: number
}

/** Write a table as HTML, because cells may hold blocks. */
export function tableOfBlocks(
  rows: readonly RowOfBlocks[],
  isHead: (at: number) => boolean,
  context: Context,
): readonly Part[] {
  const tag = (text: string, line: number): PartRow => ({ parts: [{ type: 'raw', text }], line })
  const tableRows = rows.flatMap(({ cells, line }, at) => {
    const name = isHead(at) ? 'th' : 'td'
    const blank = { parts: [], line }
    const inCell = (cell: readonly LineOfCode[]): readonly PartRow[] => [
      tag(`<${name}>`, line),
      blank,
      ...rowsOf(context.readCode(cell), line),
      blank,
      tag(`</${name}>`, line),
    ]
    return [tag('<tr>', line), ...cells.flatMap(inCell), tag('</tr>', line)]
  })
  const line = rows[0]?.line ?? 1
  return partsOfRows([tag('<table>', line), ...tableRows, tag('</table>', line)])
}

const border = /^\s*\+(?:[-=:]{3,}\+)+\s*$/

/** A table is its own tag: its lines, up to the last border. */
const drawnTables: Syntax = {
  name: 'drawn table',
  start: /(?<=(?<![^\n])[ \t]*)\+(?=[-=:]{3})/,
  readTag(source, at) {
    // Require a border first: otherwise each of many lines would read everything below it.
    let [end, lineStart] = [at, at]
    const first = source.indexOf('\n', at)
    if (first === -1 || !border.test(source.slice(at, first))) return undefined
    while (
      lineStart < source.length &&
      /^[ \t]*[+|]/.test(source.slice(lineStart, lineStart + 100))
    ) {
      const next = source.indexOf('\n', lineStart)
      const lineEnd = next === -1 ? source.length : next
      if (border.test(source.slice(lineStart, lineEnd))) end = lineEnd
      lineStart = lineEnd + 1
    }
    return source.slice(at, end).includes('\n')
      ? { kind: 'single', name: 'table', attributes: source.slice(at, end), end }
      : undefined
  },
}

/** https://pandoc.org/MANUAL.html#extension-grid_tables, without cells over several rows or columns. */
export const gridTables: TagConstruct = {
  name: 'table that is drawn',
  input: '+---+---+\n| A | B |\n+===+===+\n| c | d |\n+---+---+',
  becomes:
    '<table>\n<tr>\n<th>\n\nA\n\n</th>\n<th>\n\nB\n\n</th>\n</tr>\n<tr>\n<td>\n\nc\n\n</td>\n<td>\n\nd\n\n</td>\n</tr>\n</table>',
  syntax: drawnTables,
  tag({ attributes, line }, context) {
    const texts = splitLines(attributes).map((text) => text.trim())
    const columns = Array.from((texts[0] ?? '').matchAll(/\+/g), ({ index }) => index)
    const isLine = (text: string): boolean =>
      border.test(text) || columns.every((column) => text[column] === '|')
    if (!texts.every((text) => text.length === texts[0]?.length && isLine(text))) return undefined
    const ends = texts.flatMap((text, row) => (border.test(text) ? [row] : []))
    const rows = ends.slice(1).map((end, index) => {
      const start = (ends[index] ?? 0) + 1
      const cells = columns
        .slice(1)
        .map((column, at) =>
          cellOf(texts.slice(start, end), (columns[at] ?? 0) + 1, column, line + start),
        )
      return { cells, line: line + start }
    })
    const head = ends.findIndex((end) => texts[end]?.includes('='))
    return { block: [tableOfBlocks(rows, (at) => at < head, context)] }
  },
}

/** The lines of a cell, without the space behind its left border. */
function cellOf(texts: readonly string[], from: number, to: number, line: number): LineOfCode[] {
  const cell = texts.map((text) => text.slice(from, to).trimEnd())
  const space = cell.every((text) => /^(?: |$)/.test(text)) ? 1 : 0
  return cell.map((text, row) => ({ prefix: '', text: text.slice(space), line: line + row }))
}
