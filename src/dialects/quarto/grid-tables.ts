/** Pandoc's grid tables, whose cells hold blocks. @module */
import type { Construct, ReadingContext } from '../construct.ts'
import { kindOf, type Line } from '../line.ts'
import { open } from '../sealed-code.ts'

const border = /^( {0,3})\+(?:[-=:]{2,}\+){1,100}\s*$/
const row = /^ {0,3}\|.*\|\s*$/

/** https://pandoc.org/MANUAL.html#extension-grid_tables */
export const gridTables: Construct = {
  name: 'table that is drawn with lines',
  written:
    '+------+-----+\n| Name | Use |\n+======+=====+\n| a    | - b |\n|      | - c |\n+------+-----+',
  becomes:
    '<table>\n<tr>\n<th>\n\nName\n\n</th>\n<th>\n\nUse\n\n</th>\n</tr>\n<tr>\n<td>\n\na\n\n</td>\n<td>\n\n- b\n- c\n\n</td>\n</tr>\n</table>',
  sign: /^ {0,3}\+(?:[-=:]{2,100}\+){1,100}[ \t]*$/m,
  read(lines, context) {
    const result: Line[] = []
    for (let index = 0; index < lines.length; ) {
      const end = endOfTable(lines, index)
      if (end === index) {
        result.push(lines[index] as Line)
        index += 1
        continue
      }
      for (const one of tableOf(lines.slice(index, end), context)) result.push(one)
      index = end
    }
    return result
  },
}

/** @returns Index behind the last line of the table; `start` where there is none. */
function endOfTable(lines: readonly Line[], start: number): number {
  if (!isBorder(lines[start] as Line)) return start
  let end = start + 1
  let last = start
  // Table lines may have been taken for code.
  for (; end < lines.length; end += 1) {
    const text = open((lines[end] as Line).text)
    if (border.test(text)) last = end
    else if (!row.test(text)) break
  }
  return last === start ? start : last + 1
}

function isBorder({ text }: Line): boolean {
  return kindOf(text) === 'text' && border.test(text)
}

function tableOf(lines: readonly Line[], context: ReadingContext): readonly Line[] {
  const [first] = lines as [Line]
  const edges = Array.from(first.text.matchAll(/\+/g), ({ index }) => index)
  const rows = rowsOf(lines)
  const heads = rows.findIndex(({ closedBy }) => closedBy.includes('='))
  return blockTable(
    rows.map(({ inside }, index) => {
      const { line } = inside[0] ?? first
      const cells = Array.from(edges.slice(1).keys(), (column) => {
        const cell = inside.map(({ text }) => cellIn(open(text), edges, column).trimEnd())
        return context
          .linesOf(outdented(cell).join('\n'))
          .map((one, offset) => ({ ...one, line: inside[offset]?.line ?? line }))
      })
      return { isHead: index <= heads, cells, line }
    }),
  )
}

function cellIn(text: string, edges: readonly number[], column: number): string {
  const parts = text.trim().slice(1, -1).split('|')
  const isDrawn = edges.every((edge) => text[edge] === '|' || text[edge] === '+')
  return isDrawn || parts.length !== edges.length - 1
    ? text.slice((edges[column] as number) + 1, edges[column + 1])
    : (parts[column] as string)
}

interface Row {
  readonly inside: readonly Line[]
  readonly closedBy: string
}

function rowsOf(lines: readonly Line[]): readonly Row[] {
  const rows: Row[] = []
  let inside: Line[] = []
  for (const one of lines) {
    if (!border.test(open(one.text))) inside.push(one)
    else {
      if (inside.length > 0) rows.push({ inside, closedBy: one.text })
      inside = []
    }
  }
  return rows
}

function outdented(texts: readonly string[]): readonly string[] {
  const indents = texts.flatMap((text) => (text === '' ? [] : [text.search(/\S/)]))
  const indent = indents.reduce((least, one) => Math.min(least, one), Number.MAX_SAFE_INTEGER)
  const cut = texts.map((text) => text.slice(Math.min(indent, text.length)))
  return cut.slice(0, cut.findLastIndex((text) => text !== '') + 1)
}

interface BlockRow {
  readonly isHead: boolean
  readonly cells: readonly (readonly Line[])[]
  readonly line: number
}

export function blockTable(rows: readonly BlockRow[]): readonly Line[] {
  const first = rows[0]?.line ?? 1
  const last = rows.at(-1)?.line ?? first
  return [
    { text: '<table>', line: first },
    ...rows.flatMap(({ isHead, cells, line }) => {
      const tag = isHead ? 'th' : 'td'
      const at = (text: string): Line => ({ text, line })
      return [
        at('<tr>'),
        ...cells.flatMap((cell) => [at(`<${tag}>`), at(''), ...cell, at(''), at(`</${tag}>`)]),
        at('</tr>'),
      ]
    }),
    { text: '</table>', line: last },
  ]
}
