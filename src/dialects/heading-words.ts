/** The words of a heading, without its marks. @module */

/**
 * Read a line that is a heading.
 * @param text The line.
 * @returns undefined when it is none.
 */
export function headingWords(text: string): string | undefined {
  const marks = /^#{1,6}\s/.exec(text)?.[0]
  return marks && text.slice(marks.length).trim().replace(/\s#+$/, '')
}
