/** Finds code within the words of a block. https://spec.commonmark.org/0.31.2/#code-spans @module */
import { inlineHtml } from './block-starts.ts'

export type Span = readonly [from: number, to: number]

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

function rowsOfMarks(text: string): {
  after(length: number, from: number): number | undefined
} {
  const rows = new Map<number, { readonly starts: number[]; next: number }>()
  for (const { 0: row, index } of text.matchAll(/`+/g)) {
    const known = rows.get(row.length)
    if (known === undefined) rows.set(row.length, { starts: [index], next: 0 })
    else known.starts.push(index)
  }
  return {
    after(length, from) {
      const known = rows.get(length)
      if (known === undefined) return undefined
      while ((known.starts[known.next] ?? from) < from) known.next += 1
      return known.starts[known.next]
    },
  }
}

const delimiters = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/**
 * Split a paragraph into parts that are each read as one: each table cell, and the rest together.
 * @returns For each part its first and last line, and the columns where it starts and ends in them.
 */
function partsOfParagraph(lines: readonly string[]): readonly ParagraphPart[] {
  const below = lines.findIndex(
    (line, index) => index > 0 && isBelowHead(line, lines[index - 1] as string),
  )
  if (below === -1) return [{ first: 0, last: lines.length - 1 }]
  const parts: ParagraphPart[] = below > 1 ? [{ first: 0, last: below - 2 }] : []
  for (const [index, line] of lines.entries()) {
    if (index < below - 1 || index === below) continue
    for (const [from, to] of cellsOf(line)) parts.push({ first: index, last: index, from, to })
  }
  return parts
}

/**
 * Tell whether a line makes a table of the one above.
 * @param above The line above it, in the same paragraph.
 */
export function isBelowHead(line: string, above: string): boolean {
  return (
    /[|:]/.test(line) && delimiters.test(line) && cellsOf(line).length === cellsOf(above).length
  )
}

/** Lines that are read as one, or a part of a single line. */
export interface ParagraphPart {
  readonly first: number
  readonly last: number
  readonly from?: number
  readonly to?: number
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

export interface CodePart {
  readonly from: number
  readonly to: number
  readonly goesOn: boolean
}

export interface PlacedPart extends CodePart {
  readonly line: number
}

export interface Words {
  readonly line: number
  readonly from: number
}

/** Find the code in a paragraph with a row of backquotes in it, which may be a table. */
export function spansOfParagraph(
  texts: readonly string[],
  words: readonly Words[],
): readonly PlacedPart[] {
  const lines = words.map(({ line, from }) => (texts[line] as string).slice(from))
  return partsOfParagraph(lines).flatMap(({ first, last, from = 0, to }) => {
    const part = words.slice(first, last + 1)
    if (to === undefined) return spansOfWords(texts, part)
    const { line, from: start } = part[0] as Words
    return spansOfWords(texts, [{ line, from: start + from }], start + to)
  })
}

/**
 * Find the code in words that are read as one.
 * @param to Column where the last line's words end; by default its end.
 */
export function spansOfWords(
  texts: readonly string[],
  words: readonly Words[],
  to?: number,
): readonly PlacedPart[] {
  const lines = words.map(({ line, from }) => (texts[line] as string).slice(from, to))
  const spans = findCodeSpans(lines.join('\n'))
  const parts: PlacedPart[] = []
  let start = 0
  let next = 0
  for (const [at, { line, from }] of words.entries()) {
    const end = start + (lines[at] as string).length
    for (; next < spans.length; next += 1) {
      const [first, last] = spans[next] as Span
      if (first > end) break
      const goesOn = last > end
      const begins = from + Math.max(0, first - start)
      parts.push({ line, from: begins, to: from + Math.min(last, end) - start, goesOn })
      if (goesOn) break
    }
    start = end + 1
  }
  return parts
}
