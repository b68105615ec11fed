/** Finds code within the words of a block. https://spec.commonmark.org/0.31.2/#code-spans @module */
import { inlineHtml } from './block-starts.ts'

type Span = readonly [from: number, to: number]

/** HTML with its own end marks: backquotes in it open no code. */
const closings: readonly (readonly [opening: string, closing: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
]

/**
 * Find the code in a text that is read as one: a paragraph, a heading, a cell of a table.
 * @param text The text, with its line ends.
 */
function findCodeSpans(text: string): readonly Span[] {
  if (!text.includes('`')) return []
  const rows = rowsOfMarks(text)
  const never = new Set<string>()
  const spans: Span[] = []
  const sign = /[\\`<]/g
  for (let at = 0; ; ) {
    sign.lastIndex = at
    const match = sign.exec(text)
    if (match === null) return spans
    const { index } = match
    if (match[0] === '\\') at = index + 2
    else if (match[0] === '<') at = afterHtml(text, index, never)
    else {
      const length = rowLength(text, index)
      const end = rows.after(length, index + length)
      if (end !== undefined) spans.push([index, end + length])
      at = end === undefined ? index + length : end + length
    }
  }
}

function afterHtml(text: string, at: number, never: Set<string>): number {
  for (const [opening, closing] of closings) {
    if (!text.startsWith(opening, at) || never.has(closing)) continue
    const end = text.indexOf(closing, at + opening.length)
    if (end !== -1) return end + closing.length
    never.add(closing)
  }
  inlineHtml.lastIndex = at
  return inlineHtml.test(text) ? inlineHtml.lastIndex : at + 1
}

function rowLength(text: string, start: number): number {
  let end = start
  while (text[end] === '`') end += 1
  return end - start
}

function rowsOfMarks(text: string) {
  const rows = new Map<number, { readonly starts: number[]; next: number }>()
  for (const { 0: row, index } of text.matchAll(/`+/g)) {
    const known = rows.get(row.length)
    if (known === undefined) rows.set(row.length, { starts: [index], next: 0 })
    else known.starts.push(index)
  }
  return {
    after(length: number, from: number): number | undefined {
      const known = rows.get(length)
      if (known === undefined) return undefined
      while ((known.starts[known.next] ?? from) < from) known.next += 1
      return known.starts[known.next]
    },
  }
}

const delimiters = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/**
 * Tell whether a line makes a table of the one above.
 * @param above The line above it, in the same paragraph.
 */
export function isBelowHead(line: string, above: string): boolean {
  return (
    /[|:]/.test(line) && delimiters.test(line) && cellsOf(line).length === cellsOf(above).length
  )
}

function cellsOf(line: string): readonly Span[] {
  const cells: Span[] = []
  let from = 0
  for (const { 0: sign, index } of line.matchAll(/\\.|\|/g)) {
    if (sign !== '|') continue
    cells.push([from, index])
    from = index + 1
  }
  cells.push([from, line.length])
  return cells.filter(
    ([start, end], index) =>
      (index > 0 && index < cells.length - 1) || line.slice(start, end).trim() !== '',
  )
}

/** A code span, or what a line has of one. */
export interface LineSpan {
  readonly from: number
  readonly to: number
  /** Whether it continues on the next line. */
  readonly goesOn: boolean
}

export interface PlacedSpan extends LineSpan {
  readonly line: number
}

/** A line of a paragraph, and the column where its words begin. */
export interface ParagraphLine {
  readonly line: number
  readonly from: number
}

/** Find the code in a paragraph with a row of backquotes in it; each cell of a table is read alone. */
export function spansOfParagraph(
  texts: readonly string[],
  lines: readonly ParagraphLine[],
): readonly PlacedSpan[] {
  const words = lines.map(({ line, from }) => (texts[line] as string).slice(from))
  const head = words.findIndex((text, index) => isBelowHead(words[index + 1] ?? '', text))
  if (head === -1) return spansOfLines(texts, lines)
  const spans = [...spansOfLines(texts, lines.slice(0, head))]
  for (const [index, { line, from }] of lines.entries()) {
    if (index < head || index === head + 1) continue
    for (const [start, end] of cellsOf(words[index] as string)) {
      spans.push(...spansOfLines(texts, [{ line, from: from + start }], from + end))
    }
  }
  return spans
}

/**
 * Find the code in lines that are read as one.
 * @param to Column where the last line's words end; by default its end.
 */
export function spansOfLines(
  texts: readonly string[],
  lines: readonly ParagraphLine[],
  to?: number,
): readonly PlacedSpan[] {
  const words = lines.map(({ line, from }) => (texts[line] as string).slice(from, to))
  const spans = findCodeSpans(words.join('\n'))
  const placed: PlacedSpan[] = []
  let start = 0
  let next = 0
  for (const [index, { line, from }] of lines.entries()) {
    const end = start + (words[index] as string).length
    for (; next < spans.length; next += 1) {
      const [first, last] = spans[next] as Span
      if (first > end) break
      const goesOn = last > end
      const begins = from + Math.max(0, first - start)
      placed.push({ line, from: begins, to: from + Math.min(last, end) - start, goesOn })
      if (goesOn) break
    }
    start = end + 1
  }
  return placed
}
