/**
 * The only way to write to a terminal or CI log: escapes control codes and commands in texts.
 * @module
 */
import { visibleJson, visibleLine, visibleText } from '../contract/base/visible-text.ts'
import type { CliContext } from './context.ts'

export type Piece = string | { readonly color: Color | undefined; readonly text: string }

export type TextOutput = ReturnType<typeof textOutput>

/** @param env Tells whether there is a terminal with colours. */
export function textOutput(stream: NodeJS.WritableStream, env: Env) {
  const isColored = hasColors(stream, env)
  /** Write one line. Line breaks and control characters of the text are escaped. */
  const line = (...pieces: readonly Piece[]): void => {
    const parts = pieces.map((piece) =>
      typeof piece === 'string' ? { color: undefined, text: piece } : piece,
    )
    // Two harmless pieces could form a command, so check the whole line.
    const text = isColored
      ? parts.map((part) => inColor(part.color, visibleText(part.text))).join('')
      : visibleLine(parts.map((part) => part.text).join(''))
    stream.write(`${text}\n`)
  }
  return {
    line,
    /** For drawing on the terminal, and for log lines that are already escaped. */
    stream,
    lines(texts: readonly string[]): void {
      for (const text of texts) line(text)
    },
    json: (value: unknown): void => void stream.write(`${visibleJson(JSON.stringify(value))}\n`),
    /** Write a document: raw for programs, escaped on a terminal. */
    document(text: string): void {
      const isTerminal = (stream as { isTTY?: boolean }).isTTY === true
      stream.write(`${isTerminal ? visibleLines(text) : text}\n`)
    },
  }
}

function visibleLines(text: string): string {
  return text.replace(/[^\n\t]+/g, visibleText)
}

type Env = Readonly<Record<string, string | undefined>>

const codes = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2 } as const

export type Color = keyof typeof codes

/** Tell whether a stream is a terminal that can redraw lines. */
export function isTerminal(stream: NodeJS.WritableStream, env: Env): boolean {
  return (stream as { isTTY?: boolean }).isTTY === true && env.TERM !== 'dumb' && !env.CI
}

/** Terminals have colours, unless https://no-color.org is set. */
function hasColors(stream: NodeJS.WritableStream, env: Env): boolean {
  return isTerminal(stream, env) && !env.NO_COLOR
}

function inColor(color: Color | undefined, text: string): string {
  return color === undefined ? text : `\u001b[${codes[color]}m${text}\u001b[0m`
}

/** Sentences for people, or a document that programs read as it is. */
export type ResultText = string | readonly string[] | { readonly document: string }

export function printResult(
  { stdout }: CliContext,
  isJson: boolean,
  value: unknown,
  write: () => ResultText,
): void {
  const text = isJson ? '' : write()
  if (isJson) stdout.json(value)
  else if (typeof text === 'object' && 'document' in text) stdout.document(text.document)
  else stdout.lines([text].flat())
}

/** Make a table of rows, by the words of each column. */
export function columnTable<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
): string[] {
  const cellsOf = (row: Row): string[] => Object.values(columns).map((words) => words(row))
  return textTable(Object.keys(columns), rows.map(cellsOf))
}

export function textTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  // Escape first, because escapes change the width.
  const lines = [headings, ...rows].map((cells) => cells.map(visibleText))
  const widths = headings.map((_, column) =>
    lines.reduce((most, line) => Math.max(most, (line[column] ?? '').length), 0),
  )
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

export function instant(date: Date | null): string {
  return date === null ? 'never' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
