/** Lets a reader of blocks see the text of quotes as it sees any other. @module */
import { kindsOf, type Line } from './line.ts'

type ReadLines = (lines: readonly Line[]) => readonly Line[]

/** Deeper quotes are left as they are written. */
const maxNested = 5

/** In a list as well. */
const quoted = /^([ \t]*>) ?/

/**
 * Read a document, the quotes in it first.
 * @param lines The document, whole.
 * @param read Reads lines without the marks of the quotes around them; gives the same list when
 * there is nothing to read.
 */
export function readWithQuotes(lines: readonly Line[], read: ReadLines): readonly Line[] {
  return read(readQuotes(lines, read, 0))
}

function readQuotes(lines: readonly Line[], read: ReadLines, depth: number): readonly Line[] {
  if (depth === maxNested || !lines.some(({ text }) => quoted.test(text))) return lines
  const kinds = kindsOf(lines)
  const result: Line[] = []
  let isChanged = false
  for (let index = 0; index < lines.length; index += 1) {
    const one = lines[index] as Line
    const mark = kinds[index] === 'code' ? undefined : quoted.exec(one.text)?.[1]
    if (mark === undefined) {
      result.push(one)
      continue
    }
    const start = index
    while (index + 1 < lines.length && quoted.test((lines[index + 1] as Line).text)) index += 1
    const quote = lines.slice(start, index + 1)
    const inner = quote.map(({ text, line }) => ({ text: text.replace(quoted, ''), line }))
    const after = read(readQuotes(inner, read, depth + 1))
    isChanged ||= after !== inner
    const marked = after.map(({ text, line }) => ({ text: `${mark} ${text}`.trimEnd(), line }))
    for (const shown of after === inner ? quote : marked) result.push(shown)
  }
  return isChanged ? result : lines
}
