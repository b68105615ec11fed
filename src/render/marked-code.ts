/** Marked lines of code as HTML. @module */
import { markedLinesOf } from '../adf/marked-lines.ts'

/**
 * Put the lines that are marked into elements of their own. Their text stays.
 * @param html Code of text and spans, which may reach over lines.
 * @param localId The id of its block.
 */
export function withMarkedLines(html: string, localId: unknown): string {
  const marked = markedLinesOf(localId)
  if (marked === '') return html
  const lines = html.split('\n')
  const isMarked = readLines(marked, lines.length)
  let open: string[] = []
  return lines
    .map((line, index) => {
      const before = open
      open = openBehind(line, before)
      if (!isMarked[index]) return line
      // A span that goes on beyond the line ends in it, and begins again behind it.
      const around = [before.map(() => '</span>'), before, open.map(() => '</span>'), open]
      const [close, again, closeInside, goOn] = around.map((tags) => tags.join(''))
      return `${close}<span class="line-on">${again}${line}${closeInside}</span>${goOn}`
    })
    .join('\n')
}

/** @returns For each line whether it is marked; what is written twice, or ends beyond them, costs no more. */
function readLines(marked: string, count: number): readonly boolean[] {
  const changes = new Int32Array(count + 2)
  for (const [, first = '', last = first] of marked.matchAll(/(\d+)(?:-(\d+))?/g)) {
    const from = Math.max(1, Number(first))
    const to = Math.min(count, Number(last))
    if (from > to) continue
    changes[from] = (changes[from] ?? 0) + 1
    changes[to + 1] = (changes[to + 1] ?? 0) - 1
  }
  let depth = 0
  return Array.from({ length: count }, (_, index) => {
    depth += changes[index + 1] ?? 0
    return depth > 0
  })
}

function openBehind(line: string, before: readonly string[]): string[] {
  const open = [...before]
  for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
    if (tag === '</span>') open.pop()
    else open.push(tag)
  }
  return open
}
