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

/** What icons say that stand for a word. */
const signs: readonly (readonly [name: RegExp, sign: string])[] = [
  [/(?:^|-)(?:check|checkbox(?!-blank)|checkmark)(?:-|$)/, '✓'],
  [/(?:^|-)(?:close|cancel|xmark|times|x)(?:-|$)/, '✗'],
  [/(?:^|-)(?:alert|warning|exclamation)(?:-|$)/, '⚠'],
  [/(?:^|-)star(?:-|$)/, '★'],
  [/(?:^|-)minus(?:-|$)/, '−'],
]

/**
 * Replace the icons of a line. Those that have a meaning become a sign, others are left out beside
 * words, and are named where they stand alone: in a line, a cell, or the words of a link.
 * @param icon An icon with what is around it: its groups are the spaces before it, its name, and those
 * after it, with the dash between it and the words that it stands for.
 */
export function replaceIcons(text: string, icon: RegExp): string {
  return replaceAmongWords(text, icon, (match) => {
    const [written, before = '', name = '', after = ''] = match
    const sign = signs.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1]
    if (sign !== undefined) return before + sign + after
    const { index = 0, input = '' } = match
    const end = index + written.length
    if (!hasWords(input, index, end, icon)) return before + name.replaceAll('-', ' ') + after
    const isFirst = blockPrefix.test(input.slice(Math.max(0, index - maxDistance), index) + before)
    const dash = isFirst ? '' : after.trimStart()
    return after !== '' || /[\p{L}\p{N}]/u.test(input[end] ?? '') ? before + dash : ''
  })
}

/** What may stand before the first word of a line. */
const blockPrefix = /^(?:\s|>|(?:[-*+:]|\d{1,9}[.)])\s)*$/

/** Words further away are not beside it. */
const maxDistance = 500

function hasWords(text: string, start: number, end: number, icon: RegExp): boolean {
  // Whole words only: a part of an icon is none.
  const before = text.slice(Math.max(0, start - maxDistance), start)
  const near = start > maxDistance ? before.replace(/^\S+/, '') : before
  const [after = ''] = /^[^|\]]*/.exec(text.slice(end, end + maxDistance)) ?? []
  const words = after.length === maxDistance ? after.replace(/\S+$/, '') : after
  const from = Math.max(near.lastIndexOf('|'), near.lastIndexOf('[')) + 1
  return /[\p{L}\p{N}\uE000]/u.test((near.slice(from) + words).replace(icon, ''))
}
