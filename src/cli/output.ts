/** Prints results: exact JSON, or text for people. @module */
import { visibleText } from '../base/visible-text.ts'
import type { CliContext } from './context.ts'

export function printResult(
  { stdout }: CliContext,
  isJson: boolean,
  value: unknown,
  text: () => string | readonly string[],
): void {
  if (isJson) stdout.json(value)
  else stdout.lines([text()].flat())
}

/** Lay out rows in columns. */
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
