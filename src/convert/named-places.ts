/** Finds the heading that a name in the text stands for. @module */
import { splitLines } from './code/line-reader.ts'
import type { DocumentHeading } from './headings.ts'

/** Finds a heading by the line of a name. */
export interface NamedPlaces {
  /**
   * The heading that a named place stands for: the one directly below it, or else the one whose
   * section it is in. Undefined before all headings.
   */
  headingAt(line: number): DocumentHeading | undefined
  /** The heading above a line. */
  headingAbove(line: number): DocumentHeading | undefined
}

/**
 * @param inOrder The headings by their lines.
 * @param markdown The document, in which names stand before headings.
 */
export function namedPlaces(inOrder: readonly DocumentHeading[], markdown: string): NamedPlaces {
  let firstLines: readonly number[] | undefined
  const headingAbove = (line: number): DocumentHeading | undefined =>
    inOrder[countBefore(inOrder, line) - 1]
  return {
    headingAbove,
    headingAt(line) {
      firstLines ??= linesOfNames(inOrder, splitLines(markdown))
      const below = countBefore(inOrder, line)
      return (firstLines[below] ?? line + 1) <= line ? inOrder[below] : inOrder[below - 1]
    },
  }
}

/** For each heading, find the first of the lines above it that show nothing. */
function linesOfNames(inOrder: readonly DocumentHeading[], lines: readonly string[]): number[] {
  return inOrder.map(({ line }, index) => {
    const above = inOrder[index - 1]?.line ?? 0
    let first = line
    while (first - 1 > above && showsNothing(lines[first - 2] ?? '')) first -= 1
    return first
  })
}

/** Longer lines of tags are not taken apart. */
const maxLength = 500
const shownTag = /<(?:audio|canvas|embed|hr|iframe|img|input|object|picture|svg|video)\b/i

function showsNothing(line: string): boolean {
  if (line.length > maxLength || shownTag.test(line)) return false
  const words = line.replace(/<!--.*?-->|<\/?[a-z][^<>]*>|^[\s>]*\[[^\]]+\]:.*/gi, '')
  return /^[\s>]*$/.test(words)
}

function countBefore(inOrder: readonly DocumentHeading[], line: number): number {
  let low = 0
  let high = inOrder.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((inOrder[middle] as DocumentHeading).line < line) low = middle + 1
    else high = middle
  }
  return low
}
