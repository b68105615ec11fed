/** Finds the code within the words of a paragraph, and on which lines it stands. @module */
import { findCodeSpans, partsOfParagraph, type Span } from './code-spans.ts'

/** A part of a line that is code. */
export interface CodePart {
  readonly from: number
  readonly to: number
  /** It goes on in the next line. */
  readonly goesOn: boolean
}

/** A part of one of the lines of a document. */
export interface PlacedPart extends CodePart {
  /** Its index. */
  readonly line: number
}

/** The words of a line. */
export interface Words {
  /** Its index. */
  readonly line: number
  /** Where they begin. */
  readonly from: number
}

/** Find the code in a paragraph with a row of backquotes in it, which may be a table. */
export function spansOfParagraph(
  texts: readonly string[],
  words: readonly Words[],
): readonly PlacedPart[] {
  const lines = words.map(({ line, from }) => (texts[line] as string).slice(from))
  return partsOfParagraph(lines).flatMap(({ first, last, from = 0, to }) => {
    const part = words.slice(first, last + 1)
    if (to === undefined) return spansOfWords(texts, part)
    const { line, from: start } = part[0] as Words
    return spansOfWords(texts, [{ line, from: start + from }], start + to)
  })
}

/**
 * Find the code in words that are read as one.
 * @param to Where they end; without it, at the end of their lines.
 */
export function spansOfWords(
  texts: readonly string[],
  words: readonly Words[],
  to?: number,
): readonly PlacedPart[] {
  const lines = words.map(({ line, from }) => (texts[line] as string).slice(from, to))
  const spans = findCodeSpans(lines.join('\n'))
  const parts: PlacedPart[] = []
  let start = 0
  let next = 0
  for (const [at, { line, from }] of words.entries()) {
    const end = start + (lines[at] as string).length
    for (; next < spans.length; next += 1) {
      const [first, last] = spans[next] as Span
      if (first > end) break
      const goesOn = last > end
      const begins = from + Math.max(0, first - start)
      parts.push({ line, from: begins, to: from + Math.min(last, end) - start, goesOn })
      if (goesOn) break
    }
    start = end + 1
  }
  return parts
}
