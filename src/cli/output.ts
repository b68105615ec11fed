/** Prints results: exact JSON, or text for people. @module */
import { visibleText } from '../base/visible-text.ts'
import type { CliContext } from './context.ts'

/**
 * Print a command's result on stdout.
 * @param value What to print as JSON; dates become ISO 8601.
 * @param text Words it for people, in one line or several.
 */
export function printResult(
  { stdout }: CliContext,
  isJson: boolean,
  value: unknown,
  text: () => string | readonly string[],
): void {
  if (isJson) stdout.json(value)
  else stdout.lines([text()].flat())
}

/**
 * Lay rows out in columns.
 * @returns The lines.
 */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  // Laid out as they are shown.
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

/**
 * Word an instant.
 * @param date The instant; null for never.
 */
export function instant(date: Date | null): string {
  return date === null ? 'never' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
