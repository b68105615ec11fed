/** What ADF has no attribute for and a local id says instead, by which pages know it: marked lines of code, counted from 1, and tabs, which are expands that stand side by side. @module */

/** How a line is marked: to be seen first, as put in (`i`), or as taken out (`d`). */
export type LineMark = '' | 'i' | 'd'

/**
 * Write the local id of a block of code.
 * @param lines Each line or range behind its mark: `1,3-4,i6,d7-8`.
 * @param line The line that the block begins at: no two ids of a document are alike.
 */
export function markedLinesId(lines: string, line: number): string {
  return `lines-${lines}.${line}`
}

/**
 * Read the lines that are marked.
 * @param localId The id that a block of code has, if it has one.
 * @returns As they were given, an empty text for none.
 */
export function markedLinesOf(localId: unknown): string {
  const [, lines = ''] = (typeof localId === 'string' && /^lines-([\d,id-]+)\./.exec(localId)) || []
  return lines
}

/** Take such lines apart, each as its mark and a line or a range. */
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

/** Write such lines as Markdown has them behind the language: `{1,3-4} ins={6} del={7-8}`. */
export function lineMarksInfo(lines: string): string {
  const ranges = lineMarksIn(lines)
  const marked = infoNames.flatMap(([mark, name]) => {
    const own = ranges.filter((one) => one.mark === mark).map(({ range }) => range)
    return own.length === 0 ? [] : [`${name}{${own.join(',')}}`]
  })
  return marked.join(' ')
}

/**
 * The name that `details` of tabs share, as HTML has it for those of which one is open at a time; and how
 * the local id of their expand begins, by which pages know them.
 */
export const tabName = 'tabs'

/** Tell whether an expand is a tab. */
export function isTabId(localId: unknown): boolean {
  return typeof localId === 'string' && localId.startsWith(`${tabName}-`)
}
