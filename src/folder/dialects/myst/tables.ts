/** MyST's tables: of values between commas, and of lists. @module */
import { makeStrong } from '../parts/make-parts.ts'
import type { LineOfCode } from '../parts/part.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import { type RowOfBlocks, tableOfBlocks } from '../shared/tables.ts'
import { type Directive, directiveConstruct } from './directive.ts'

export const mystTables: TagConstruct = directiveConstruct({
  name: 'table with a caption, of values between commas, or of lists',
  input: '```{csv-table} Sizes\n:header: Name\n"a, b"\n```',
  becomes:
    '**Sizes**\n\n<table>\n<tr>\n<th>\n\nName\n\n</th>\n</tr>\n<tr>\n<td>\n\na, b\n\n</td>\n</tr>\n</table>',
  names: ['table', 'csv-table', 'list-table', 'flat-table'],
  shows: ['header', 'file', 'url'],
  replace(directive, context) {
    const { name, argument, lines, options, line } = directive
    const caption = argument === '' ? [] : makeStrong(context.read(argument, line))
    const isCsv = name === 'csv-table'
    const rows = isCsv ? csvRows(directive, context) : listRows(lines)
    if (name === 'table' || rows === undefined) return [caption, context.readCode(lines)]
    const heads = Number(options.get('header-rows') ?? 0) + Number(isCsv && options.has('header'))
    const isHead = (at: number): boolean => at < heads
    return [caption, tableOfBlocks(rows, isHead, context)]
  },
})

function csvRows({ options, lines, line }: Directive, context: Context): RowOfBlocks[] {
  const address = options.get('file')
  const inlineRows = lines.map(({ text }) => text).join('\n')
  const text = address === undefined ? inlineRows : (context.includeCode({ address }, line) ?? '')
  const mark = options.get('delim') ?? ','
  const rows = [options.get('header') ?? '', text].flatMap((csv) => valuesIn(csv, mark))
  return rows.map((cells) => ({
    line,
    cells: cells.map((words) => words.split('\n').map((text) => ({ prefix: '', text, line }))),
  }))
}

/** Read non-empty CSV rows; two quotes within quotes are one. */
function valuesIn(text: string, mark: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const value = /\s*(?:"((?:[^"]|"")*)"[ \t]*|([^\n,]*))(,|\n|$)/gy
  const separator = mark.length === 1 ? mark : mark === 'tab' ? '\t' : ','
  const source = separator === ',' ? text : text.replaceAll(separator, ',')
  for (const [, quoted, bare = '', end] of source.matchAll(value)) {
    row.push(quoted?.replaceAll('""', '"') ?? bare.trimEnd())
    if (end === ',') continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
  }
  return rows
}

const rowStart = /^[*+-](\s+)[*+-](?:\s+|$)/
const cellStart = /^(\s+)[*+-](?:\s+|$)/

/** Read a list of lists as rows of a table; undefined for other content. */
function listRows(lines: readonly LineOfCode[]): RowOfBlocks[] | undefined {
  const rows: RowOfBlocks[] = []
  let column = 0
  let contentIndent = 0
  for (const lineOfCode of lines) {
    const { text, line } = lineOfCode
    const row = rows.at(-1)
    const [mark, space = ''] = rowStart.exec(text) ?? []
    const [item, indent = ''] = (row && cellStart.exec(text)) || []
    if (mark !== undefined) {
      column = 1 + space.length
      contentIndent = mark.length
      rows.push({ cells: [[{ ...lineOfCode, text: text.slice(contentIndent) }]], line })
    } else if (item !== undefined && indent.length === column) {
      contentIndent = item.length
      row?.cells.push([{ ...lineOfCode, text: text.slice(contentIndent) }])
    } else {
      if (row === undefined) return undefined
      row.cells
        .at(-1)
        ?.push({ ...lineOfCode, text: text.slice(Math.min(contentIndent, text.search(/\S|$/))) })
    }
  }
  return rows
}
