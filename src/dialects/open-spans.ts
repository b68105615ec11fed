/** Finds the parts of a document that are text: neither blocks of code, nor comments, nor front matter. @module */
import { kindOf, type Line } from './line.ts'

/**
 * Find the text of a document.
 * @param lines The document, whole.
 * @returns From which index to which in its lines, joined by `\n`; each span may hold many lines.
 */
export function openSpans(
  lines: readonly Line[],
): readonly (readonly [from: number, to: number])[] {
  const spans: (readonly [number, number])[] = []
  let at = 0
  let start: number | undefined
  let inComment = false
  const close = (to: number): void => {
    if (start !== undefined && to > start) spans.push([start, to])
    start = undefined
  }
  for (const { text } of lines) {
    if (kindOf(text) !== 'text') close(at)
    else {
      let from = 0
      if (inComment) {
        const end = text.indexOf('-->')
        from = end === -1 ? text.length : end + 3
        inComment = end === -1
      }
      if (!inComment) start ??= at + from
      while (!inComment) {
        const comment = text.indexOf('<!--', from)
        if (comment === -1) break
        close(at + comment)
        const end = text.indexOf('-->', comment + 4)
        inComment = end === -1
        from = end + 3
        if (!inComment) start = at + from
      }
    }
    at += text.length + 1
  }
  close(at - 1)
  return spans
}
