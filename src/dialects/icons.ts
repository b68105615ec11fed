/** What is said instead of icons, which a wiki has not: a sign, their name, or nothing. @module */
import { replaceAmongWords } from './words.ts'

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
