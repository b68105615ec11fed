/** MyST's CSV tables and list tables. @module */
import { makeStrong } from '../parts/make-parts.ts'
import type { LineOfCode, Part } from '../parts/part.ts'
import type { Context, TagConstruct } from '../parts/part-construct.ts'
import { tableOfBlocks } from '../shared/block-table.ts'
import { type Directive, directiveConstruct } from './directive.ts'

export const mystTables: TagConstruct = directiveConstruct({
  name: 'table with a caption, or of values between commas',
  input: '```{csv-table} Sizes\n:header: Name, Size\n"a, b", 1\n```',
  becomes: '**Sizes**\n\n| Name | Size |\n| --- | --- |\n| a, b | 1 |',
  names: ['table', 'csv-table'],
  shows: ['header', 'file', 'url'],
  replace(directive, context) {
    const { name, lines } = directive
    const table = name === 'table' ? lines : csvTable(directive, context)
    return [captionOf(directive, context), context.readCode(table)]
  },
})

function captionOf({ argument, line }: Directive, context: Context): readonly Part[] {
  return argument === '' ? [] : makeStrong(context.read(argument, line))
}

function csvTable({ options, lines, line }: Directive, context: Context): readonly LineOfCode[] {
  const address = options.get('file')
  const inlineRows = lines.map(({ text }) => text).join('\n')
  const text =
    address === undefined
      ? inlineRows
      : (context.includeCode({ address, choose: (file) => file.text }, line) ?? '')
  const mark = options.get('delim') ?? ','
  const rows = [options.get('header') ?? '', text].flatMap((csv) => valuesIn(csv, mark))
  const count = Number(options.get('header-rows') ?? 0)
  return tableOf(rows, options.has('header') || count > 0, line)
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

export const mystListTables: TagConstruct = directiveConstruct({
  name: 'table of lists',
  input: ':::{list-table} Sizes\n:header-rows: 1\n* - Name\n  - Size\n* - a\n  - 1\n:::',
  becomes: '**Sizes**\n\n| Name | Size |\n| --- | --- |\n| a | 1 |',
  names: ['list-table', 'flat-table'],
  replace(directive, context) {
    const { lines, options, line } = directive
    const caption = captionOf(directive, context)
    const heads = Number(options.get('header-rows') ?? 0)
    const rows = rowsIn(lines)
    if (rows !== undefined) return [caption, context.readCode(tableOf(rows, heads > 0, line))]
    const blocks = blockRowsIn(lines)
    if (blocks === undefined) return [caption, context.readCode(lines)]
    const tableRows = blocks.map(({ cells, ...row }, index) => ({
      ...row,
      isHead: index < heads,
      cells: cells.map((cell) => context.readCode(cell)),
    }))
    return [caption, tableOfBlocks(tableRows)]
  },
})

const blockMark = /^(?:(?:[*+-]|\d{1,9}[.)]|>|#{1,6}|:{3,}|\|)(?:\s|$)|`{3}|~{3}|:{3})/

/** Undefined if a cell holds blocks. */
function rowsIn(lines: readonly LineOfCode[]): string[][] | undefined {
  if (lines.length === 0) return undefined
  const rows: string[][] = []
  let column = 0
  for (const { text } of lines) {
    const row = rows.at(-1)
    const [mark, space = ''] = rowStart.exec(text) ?? []
    const [item = '', indent = ''] = (row && cellStart.exec(text)) || []
    if (mark !== undefined) {
      column = 1 + space.length
      rows.push([text.slice(mark.length).trim()])
    } else if (item !== '' && indent.length <= column) {
      row?.push(text.slice(item.length).trim())
    } else {
      const words = text.trim()
      if (row === undefined || blockMark.test(words)) return undefined
      const cell = row.pop() ?? ''
      row.push(words === '' ? `${cell}\n` : `${cell} ${words}`)
    }
    if (blockMark.test((rows.at(-1) as string[]).at(-1) as string)) return undefined
  }
  return rows
}

interface BlockRow {
  readonly cells: LineOfCode[][]
  readonly line: number
}

/** Undefined if the content is no list of lists. */
function blockRowsIn(lines: readonly LineOfCode[]): readonly BlockRow[] | undefined {
  const rows: BlockRow[] = []
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
      const start = new RegExp(`^ {0,${contentIndent}}`).exec(text)?.[0].length ?? 0
      if (row === undefined || (start < column && text !== '')) return undefined
      row.cells.at(-1)?.push({ ...lineOfCode, text: text.slice(start) })
    }
  }
  return rows
}

function tableOf(
  rows: readonly (readonly string[])[],
  hasHeader: boolean,
  line: number,
): readonly LineOfCode[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const allRows = hasHeader ? rows : [[], ...rows]
  const [head = '', ...others] = allRows.map((row) => {
    const cells = Array.from({ length: width }, (_, index) => cellOf(row[index] ?? ''))
    return `| ${cells.join(' | ')} |`
  })
  const texts = [head, `|${' --- |'.repeat(width)}`, ...others]
  return texts.map((text) => ({ prefix: '', text, line }))
}

function cellOf(words: string): string {
  const lines = words
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.join('<br><br>').replace(/(?<!\\)\|/g, '\\|')
}
