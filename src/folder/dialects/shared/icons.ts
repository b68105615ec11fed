/** Replaces icons by signs or words. @module */

const signs: readonly (readonly [name: RegExp, sign: string])[] = [
  [/(?:^|-)(?:check|checkbox(?!-blank)|checkmark)(?:-|$)/, '✓'],
  [/(?:^|-)(?:close|cancel|xmark|times|x)(?:-|$)/, '✗'],
  [/(?:^|-)(?:alert|warning|exclamation)(?:-|$)/, '⚠'],
  [/(?:^|-)star(?:-|$)/, '★'],
  [/(?:^|-)minus(?:-|$)/, '−'],
]

export function signOfIcon(name: string): string | undefined {
  return signs.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1]
}

/**
 * An icon with a meaning becomes a sign. Others vanish beside words, and leave their name where
 * they stand alone.
 * @param match Groups: spaces before the icon, its name, and the spaces and dash behind it.
 */
export function shownIcon(match: RegExpMatchArray, icon: RegExp): string {
  const [whole, before = '', name = '', after = ''] = match
  const sign = signOfIcon(name)
  if (sign !== undefined) return before + sign + after
  const { index = 0, input = '' } = match
  const end = index + whole.length
  if (!hasWords(input, index, end, icon)) return before + name.replaceAll('-', ' ') + after
  const isFirst = blockPrefix.test(input.slice(Math.max(0, index - maxDistance), index) + before)
  const dash = isFirst ? '' : after.trimStart()
  return after !== '' || /[\p{L}\p{N}]/u.test(input[end] ?? '') ? before + dash : ''
}

const blockPrefix = /^(?:\s|>|(?:[-*+:]|\d{1,9}[.)])\s)*$/

/** An icon stands alone if no word is within this many characters. */
const maxDistance = 500

function hasWords(text: string, start: number, end: number, icon: RegExp): boolean {
  // A word that is cut at the limit may be part of an icon, so it does not count.
  const before = text.slice(Math.max(0, start - maxDistance), start)
  const near = start > maxDistance ? before.replace(/^\S+/, '') : before
  const [after = ''] = /^[^|\]]*/.exec(text.slice(end, end + maxDistance)) ?? []
  const words = after.length === maxDistance ? after.replace(/\S+$/, '') : after
  const from = Math.max(near.lastIndexOf('|'), near.lastIndexOf('[')) + 1
  return /[\p{L}\p{N}\uFFFC]/u.test((near.slice(from) + words).replace(icon, ''))
}
