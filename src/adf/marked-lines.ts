/**
 * Marked lines of code, for which ADF has no attribute: they stand in the local id of their block, by which
 * pages know them. They are written as most generators have them: `1,3-4`, counted from 1.
 * @module
 */

/**
 * Write the local id of a block of code.
 * @param lines Those that are marked.
 * @param line The line that the block begins at: no two ids of a document are alike.
 */
export function markedLinesId(lines: string, line: number): string {
  return `lines-${lines}.${line}`
}

/**
 * Read the lines that are marked.
 * @param localId The id that a block of code has, if it has one.
 * @returns An empty text for none.
 */
export function markedLinesOf(localId: unknown): string {
  const [, lines = ''] = (typeof localId === 'string' && /^lines-([\d,-]+)\./.exec(localId)) || []
  return lines
}
