/** Turns the content of a tag into a document of its own. @module */
import { type Code, type LineOfCode, type Part, type PartRow, partsOfRows, rowsOf } from './part.ts'

/**
 * Remove the quote marks, indentation and surrounding blank lines that content has because of its
 * place.
 * @param prefix Quote marks and indentation before the tag.
 * @param columns Columns of indentation behind the prefix; by default what all lines share.
 */
export function contentOfTag(
  parts: readonly Part[],
  prefix: string,
  line: number,
  columns?: number,
): readonly Part[] {
  const withoutQuotes = quoteRemover(prefix)
  const [first, ...others] = rowsOf(parts, line) as [PartRow, ...PartRow[]]
  const unquotedRows = [
    mapFirst(mapCodePrefix(first, withoutQuotes), (text) => text.trimStart()),
    ...others.map((row) => mapStart(row, withoutQuotes)),
  ]
  const from = unquotedRows.findIndex(hasContent)
  if (from === -1) return []
  const to = unquotedRows.findLastIndex(hasContent)
  const indent =
    columns === undefined ? leastIndent(unquotedRows) : columns + indentAfterQuotes(prefix)
  const outdent = (text: string): string =>
    columns === undefined ? text.slice(indent) : withoutColumns(text, indent)
  const rows = unquotedRows
    .slice(from, to + 1)
    .map((row, index) =>
      from + index === 0 ? mapCodePrefix(row, outdent) : mapStart(row, outdent),
    )
  return withEnd(partsOfRows(rows))
}

/** Close a final fence or comment, so that it cannot swallow what follows. */
export function withEnd(parts: readonly Part[]): readonly Part[] {
  const last = parts.at(-1)
  if (last?.type === 'raw' && last.isComment && !last.text.endsWith('-->'))
    return [...parts, { ...last, text: '-->' }]
  if (last?.type !== 'code' || !last.fence || last.closing !== undefined) return parts
  const { prefix, line } = last.lines.at(-1) ?? { prefix: '', line: last.line }
  return [...parts.slice(0, -1), { ...last, closing: { prefix, text: last.fence, line } }]
}

/** Remove the quote marks and indentation that a line has because it stands below a tag. */
export function withoutPlace(text: string, prefix: string): string {
  return withoutColumns(quoteRemover(prefix)(text), indentAfterQuotes(prefix))
}

function quoteRemover(prefix: string): (text: string) => string {
  const quotes = prefix.replace(/[^>]/g, '').length
  const marks = new RegExp(`^(?:\\s*>){1,${Math.max(1, quotes)}} ?`)
  return (text) => (quotes === 0 ? text : text.replace(marks, ''))
}

function indentAfterQuotes(prefix: string): number {
  return columnsOf(prefix.replace(/^(?:\s*>)+ ?/, '').replace(/\S/g, ' '))
}

function columnsOf(space: string): number {
  let column = 0
  for (const character of space) column += character === '\t' ? 4 - (column % 4) : 1
  return column
}

function withoutColumns(text: string, width: number): string {
  let column = 0
  let at = 0
  while (column < width && (text[at] === ' ' || text[at] === '\t')) {
    column += text[at] === ' ' ? 1 : 4 - (column % 4)
    at += 1
  }
  return ' '.repeat(Math.max(0, column - width)) + text.slice(at)
}

function leastIndent(rows: readonly PartRow[]): number {
  let least = Number.MAX_SAFE_INTEGER
  const measure = (text: string): void => {
    least = Math.min(least, text.length - text.trimStart().length)
  }
  for (const [index, row] of rows.entries()) {
    for (const { prefix, text } of row.parts.flatMap(codeLines)) {
      if (text !== '') measure(`${prefix}x`)
    }
    if (index === 0 || !hasContent(row)) continue
    const [start] = row.parts
    const hasText = start?.type === 'text' || start?.type === 'raw'
    measure(hasText ? `${start.text}${row.parts.length > 1 ? 'x' : ''}` : '')
  }
  return least
}

function codeLines(part: Part): readonly LineOfCode[] {
  if (part.type !== 'code') return []
  return part.closing === undefined ? part.lines : [...part.lines, part.closing]
}

export function hasContent({ parts }: PartRow): boolean {
  return parts.some((part) => part.type !== 'text' || part.text.trim() !== '')
}

function mapStart(row: PartRow, change: (text: string) => string): PartRow {
  return mapFirst(mapCodePrefix(row, change), change)
}

function mapFirst(row: PartRow, change: (text: string) => string): PartRow {
  const [start, ...others] = row.parts
  if (start?.type !== 'text' && start?.type !== 'raw') return row
  const text = change(start.text)
  return { ...row, parts: text === '' ? others : [{ ...start, text }, ...others] }
}

function mapCodePrefix(row: PartRow, change: (text: string) => string): PartRow {
  if (!row.parts.some(({ type }) => type === 'code')) return row
  const changeLine = ({ prefix, ...line }: LineOfCode): LineOfCode => {
    const before = change(prefix)
    return { ...line, prefix: line.text === '' ? before.trimEnd() : before }
  }
  return {
    ...row,
    parts: row.parts.map((part): Part => {
      if (part.type !== 'code') return part
      const code: Code = { ...part, lines: part.lines.map(changeLine) }
      return part.closing === undefined ? code : { ...code, closing: changeLine(part.closing) }
    }),
  }
}
