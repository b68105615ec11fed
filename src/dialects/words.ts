/**
 * Words: replaced where they stand in a line, but not in formulas, tags or addresses, and read of headings.
 * @module
 */
import { type Line, mapText } from './line.ts'

/** Kept as it is: code, a formula, an address behind a link's words, a tag, a comment, a bare address. */
const kept =
  /\uf4a0[^\uf4a0-\uf4a2]*[\uf4a1\uf4a2]|\$(?![\s$])[^$]{1,500}(?<![\s\\])\$(?!\d)|(?<=\]\()[^()\s]{1,2000}|<!--.{0,2000}?-->|<\/?[a-z][^<>]{0,2000}>|https?:\/\/[^\s<>)\]]+|\uE000/gi

/**
 * Replace something among the words of a line. What is kept counts as one character of a word, and
 * must stand in the replacement as it stood in the match.
 * @param pattern What is replaced, with the flag `g`.
 * @param replace Gives what stands in its place, from the match and its groups.
 */
export function replaceAmongWords(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpMatchArray) => string,
): string {
  const parts: string[] = []
  const words = text.replace(kept, (part) => {
    parts.push(part)
    return '\uE000'
  })
  const matches = [...words.matchAll(pattern)]
  let at = 0
  let replaced = ''
  for (const match of matches) {
    replaced += words.slice(at, match.index) + replace(match)
    at = match.index + match[0].length
  }
  let next = 0
  return (replaced + words.slice(at)).replace(/\uE000/g, () => parts[next++] ?? '')
}

/**
 * Replace something among the words of every line of text.
 * @param mark What each match has, for lines that have none to be left at once.
 */
export function replaceInWords(
  lines: readonly Line[],
  mark: string,
  pattern: RegExp,
  replace: (match: RegExpMatchArray) => string,
): readonly Line[] {
  return mapText(lines, (text) =>
    text.includes(mark) ? replaceAmongWords(text, pattern, replace) : text,
  )
}

/**
 * Read a line that is a heading.
 * @returns undefined when it is none.
 */
export function headingWords(text: string): string | undefined {
  const marks = /^#{1,6}\s/.exec(text)?.[0]
  return marks && text.slice(marks.length).trim().replace(/\s#+$/, '')
}
