/** MyST tables: CSV tables and list tables. @module */

import type { Construct, ReadingContext } from '../construct.ts'
import { kindsOf, type Line } from '../line.ts'
import { type Directive, directiveConstruct } from './directive.ts'

export const mystTables: Construct = directiveConstruct({
  name: 'table with a caption, or of values between commas',
  written: '```{csv-table} Sizes\n:header: Name, Size\n"a, b", 1\n```',
  becomes: '**Sizes**\n\n| Name | Size |\n| --- | --- |\n| a, b | 1 |',
  names: ['table', 'csv-table'],
  replace(directive, context) {
    const { name, content } = directive
    if (name === 'table') return [...captionOf(directive), ...content]
    return [...captionOf(directive), ...csvTable(directive, context)]
  },
})

function captionOf({ argument }: Directive): readonly string[] {
  return argument === '' ? [] : [`**${argument}**`, '']
}

function csvTable({ options, code, line }: Directive, context: ReadingContext): readonly string[] {
  const file = options.get('file')
  const text =
    file === undefined
      ? code.map((one) => one.text).join('\n')
      : (context.lend(context.readInclude(file, line)?.text ?? '', line) ?? '')
  const mark = options.get('delim') ?? ','
  const rows = [options.get('header') ?? '', text].flatMap((one) => valuesIn(one, mark))
  const count = Number(options.get('header-rows') ?? 0)
  return tableOf(rows, options.has('header') || count > 0)
}

/** Read CSV rows, without empty ones. A quote inside quotes is doubled. */
function valuesIn(text: string, mark: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const value = /\s*(?:"((?:[^"]|"")*)"[ \t]*|([^\n,]*))(,|\n|$)/gy
  const separator = mark.length === 1 ? mark : mark === 'tab' ? '\t' : ','
  const source = separator === ',' ? text : text.replaceAll(separator, ',')
  for (const [, quoted, bare = '', end] of source.matchAll(value)) {
    row.push(quoted?.replaceAll('""', '"') ?? bare.trimEnd())
    if (end === ',') continue
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  return rows
}

const rowStart = /^[*+-](\s+)[*+-](?:\s+|$)/
const cellStart = /^(\s+)[*+-](?:\s+|$)/

export const mystListTables: Construct = directiveConstruct({
  name: 'table of lists',
  written: ':::{list-table} Sizes\n:header-rows: 1\n* - Name\n  - Size\n* - a\n  - 1\n:::',
  becomes: '**Sizes**\n\n| Name | Size |\n| --- | --- |\n| a | 1 |',
  names: ['list-table', 'flat-table'],
  replace(directive) {
    const { content, options } = directive
    const rows = rowsIn(content)
    const heads = Number(options.get('header-rows') ?? 0)
    const table = rows === undefined ? blockTableOf(content, heads) : tableOf(rows, heads > 0)
    return [...captionOf(directive), ...table]
  },
})

function rowsIn(content: readonly Line[]): string[][] | undefined {
  if (content.length === 0 || kindsOf(content).some((kind) => kind !== 'text')) return undefined
  const rows: string[][] = []
  let column = 0
  for (const { text } of content) {
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
      const isBlock = /^(?:[*+-]|\d{1,9}[.)]|>|#{1,6}|:{3,}|\|)(?:\s|$)/.test(words)
      if (row === undefined || isBlock) return undefined
      const cell = row.pop() ?? ''
      row.push(words === '' ? `${cell}\n` : `${cell} ${words}`)
    }
  }
  return rows
}

/** A table whose cells hold blocks; content that is no list of lists stays. */
function blockTableOf(content: readonly Line[], heads: number): readonly Line[] {
  const rows: { cells: Line[][]; line: number }[] = []
  let column = 0
  let inside = 0
  for (const { text, line } of content) {
    const row = rows.at(-1)
    const [mark, space = ''] = rowStart.exec(text) ?? []
    const [item, indent = ''] = (row && cellStart.exec(text)) || []
    if (mark !== undefined) {
      column = 1 + space.length
      inside = mark.length
      rows.push({ cells: [[{ text: text.slice(inside), line }]], line })
    } else if (item !== undefined && indent.length === column) {
      inside = item.length
      row?.cells.push([{ text: text.slice(inside), line }])
    } else {
      const start = new RegExp(`^ {0,${inside}}`).exec(text)?.[0].length ?? 0
      if (row === undefined || (start < column && text !== '')) return content
      row.cells.at(-1)?.push({ text: text.slice(start), line })
    }
  }
  return blockTable(rows.map((row, index) => ({ ...row, isHead: index < heads })))
}

function tableOf(rows: readonly (readonly string[])[], hasHeader: boolean): readonly string[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const all = hasHeader ? rows : [[], ...rows]
  const [head = '', ...others] = all.map((row) => {
    const cells = Array.from({ length: width }, (_, index) => cellOf(row[index] ?? ''))
    return `| ${cells.join(' | ')} |`
  })
  return [head, `|${' --- |'.repeat(width)}`, ...others]
}

function cellOf(words: string): string {
  const lines = words
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.join('<br><br>').replace(/(?<!\\)\|/g, '\\|')
}

interface BlockRow {
  readonly isHead: boolean
  readonly cells: readonly (readonly Line[])[]
  readonly line: number
}

function blockTable(rows: readonly BlockRow[]): readonly Line[] {
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
