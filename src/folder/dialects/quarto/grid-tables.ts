/** Pandoc's grid tables, whose cells hold blocks. @module */
import type { TagConstruct } from '../parts/part-construct.ts'
import type { PlacedToken, SourceDocument, Syntax } from '../parts/syntax.ts'
import { tableOfBlocks } from '../shared/block-table.ts'
import { outdentedCode } from '../shared/code.ts'

const border = /^( {0,3})\+(?:[-=:]{2,}\+){1,100}\s*$/
const row = /^ {0,3}\|.*\|\s*$/

/** A table is a single tag, whatever its cells hold. */
const drawnTables: Syntax = { name: 'drawn table', start: /\+[-=:]{2}/, findTags: findTables }

function findTables({ texts, code }: SourceDocument): readonly PlacedToken[] {
  const tables: PlacedToken[] = []
  let start = 0
  for (let index = 0; index < texts.length; ) {
    const last = code[index]?.kind === 'text' ? lastOfTable(texts, index) : index
    let end = start
    for (; index <= last; index += 1) end += (texts[index] as string).length + 1
    if (end - start > (texts[last] as string).length + 1)
      tables.push({ kind: 'single', name: 'table', attributes: '', start, end: end - 1 })
    start = end
  }
  return tables
}

/** @returns Index of the last line; `start` if this is no table. */
function lastOfTable(texts: readonly string[], start: number): number {
  if (!border.test(texts[start] as string)) return start
  let last = start
  for (let index = start + 1; index < texts.length; index += 1) {
    const text = texts[index] as string
    if (border.test(text)) last = index
    else if (!row.test(text)) break
  }
  return last
}

/** https://pandoc.org/MANUAL.html#extension-grid_tables */
export const gridTables: TagConstruct = {
  name: 'table that is drawn with lines',
  input:
    '+------+-----+\n| Name | Use |\n+======+=====+\n| a    | - b |\n|      | - c |\n+------+-----+',
  becomes:
    '<table>\n<tr>\n<th>\n\nName\n\n</th>\n<th>\n\nUse\n\n</th>\n</tr>\n<tr>\n<td>\n\na\n\n</td>\n<td>\n\n- b\n- c\n\n</td>\n</tr>\n</table>',
  syntax: drawnTables,
  tag({ opening, line: firstLine }, context) {
    const texts = opening.split('\n')
    const edges = Array.from((texts[0] as string).matchAll(/\+/g), ({ index }) => index)
    const rows = rowsOf(texts)
    const heads = rows.findIndex(({ closedBy }) => closedBy.includes('='))
    return {
      block: [
        tableOfBlocks(
          rows.map(({ lines, at }, index) => {
            const line = firstLine + at
            const cells = edges.slice(1).map((_, column) => {
              const cell = lines.map((text) => cellIn(text, edges, column).trimEnd())
              return context.read(outdentedCode(cell).join('\n'), line)
            })
            return { isHead: index <= heads, cells, line }
          }),
        ),
      ],
    }
  },
}

function cellIn(text: string, edges: readonly number[], column: number): string {
  const parts = text.trim().slice(1, -1).split('|')
  const isDrawn = edges.every((edge) => text[edge] === '|' || text[edge] === '+')
  return isDrawn || parts.length !== edges.length - 1
    ? text.slice((edges[column] as number) + 1, edges[column + 1])
    : (parts[column] as string)
}

interface DrawnRow {
  readonly lines: readonly string[]
  readonly at: number
  readonly closedBy: string
}

function rowsOf(texts: readonly string[]): readonly DrawnRow[] {
  const rows: DrawnRow[] = []
  let at = 0
  for (const [index, text] of texts.entries()) {
    if (!border.test(text)) continue
    if (index > at) rows.push({ lines: texts.slice(at, index), at, closedBy: text })
    at = index + 1
  }
  return rows
}
