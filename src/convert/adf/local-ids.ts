/**
 * Encodes in local ids what ADF has no attribute for: marked lines of code, and tabs, which are
 * neighbouring expands.
 * @module
 */

export type LineMark = '' | 'i' | 'd'

/**
 * Make the local id of a code block.
 * @param lines Lines and ranges from 1 behind their marks: `1,3-4,i6,d7-8`.
 * @param line The source line of the block, which makes the id unique.
 */
export function markedLinesId(lines: string, line: number): string {
  return `lines-${lines}.${line}`
}

/** Read the marked lines from a code block's local id; empty for none. */
export function markedLinesOf(localId: unknown): string {
  const [, lines = ''] = (typeof localId === 'string' && /^lines-([\d,id-]+)\./.exec(localId)) || []
  return lines
}

/** Split marked lines into marks and ranges. */
export function lineMarksIn(
  lines: string,
): readonly { readonly mark: LineMark; readonly range: string }[] {
  return Array.from(lines.matchAll(/([id]?)(\d+(?:-\d+)?)/g), ([, mark = '', range = '']) => ({
    mark: mark as LineMark,
    range,
  }))
}

const infoNames: readonly (readonly [LineMark, name: string])[] = [
  ['', ''],
  ['i', 'ins='],
  ['d', 'del='],
]

/** Write marked lines for an info string: `{1,3-4} ins={6} del={7-8}`. */
export function lineMarksInfo(lines: string): string {
  const ranges = lineMarksIn(lines)
  const marked = infoNames.flatMap(([mark, name]) => {
    const own = ranges.filter((one) => one.mark === mark).map(({ range }) => range)
    return own.length === 0 ? [] : [`${name}{${own.join(',')}}`]
  })
  return marked.join(' ')
}

/** The `name` that a group of HTML `details` shares, and the prefix of its expands' local ids. */
export const tabName = 'tabs'

export function isTabId(localId: unknown): boolean {
  return typeof localId === 'string' && localId.startsWith(`${tabName}-`)
}
