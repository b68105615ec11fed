/** A text as lines, and lines as a text. @module */
import type { Line } from './line.ts'

/**
 * Split a text of another file.
 * @param text Any text.
 * @param line The line that its lines stand for.
 */
export function linesOf(text: string, line: number): readonly Line[] {
  return text.split(/\r\n|\n|\r/).map((one) => ({ text: one, line }))
}

/**
 * Join lines.
 * @param lines Any lines.
 */
export function textOfLines(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n')
}
