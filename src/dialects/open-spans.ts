/** Finds the parts of a document that are text: neither code, nor comments, nor front matter. @module */
import { kindsOf, type Line } from './line.ts'

/** Code inside a sentence, or a comment. */
const closed = /(?<!`)(`+)(?!`)(?:(?!\1(?!`)).)+?\1(?!`)|<!--/g

/**
 * Find the text of a document.
 * @param lines The document, whole.
 * @returns From which index to which in its lines, joined by `\n`; each span may hold many lines.
 */
export function openSpans(
  lines: readonly Line[],
): readonly (readonly [from: number, to: number])[] {
  const kinds = kindsOf(lines)
  const spans: (readonly [number, number])[] = []
  let at = 0
  let start: number | undefined
  let inComment = false
  const close = (to: number): void => {
    if (start !== undefined && to > start) spans.push([start, to])
    start = undefined
  }
  for (const [index, { text }] of lines.entries()) {
    if (kinds[index] !== 'text') close(at)
    else {
      let from = 0
      if (inComment) {
        const end = text.indexOf('-->')
        from = end === -1 ? text.length : end + 3
        inComment = end === -1
      }
      if (!inComment) start ??= at + from
      while (!inComment) {
        closed.lastIndex = from
        const found = closed.exec(text)
        if (found === null) break
        close(at + found.index)
        from = closed.lastIndex
        if (found[0] === '<!--') {
          const end = text.indexOf('-->', from)
          inComment = end === -1
          from = end + 3
        }
        if (!inComment) start = at + from
      }
    }
    at += text.length + 1
  }
  close(at - 1)
  return spans
}
