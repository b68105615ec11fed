/** Replaces text among the words of a line, but not in formulas, tags or addresses. @module */

/** Parts that must not change: code, formulas, link addresses, tags, comments, bare addresses. */
const kept =
  /\uf4a0[^\uf4a0-\uf4a2]*[\uf4a1\uf4a2]|\$(?![\s$])[^$]{1,500}(?<![\s\\])\$(?!\d)|(?<=\]\()[^()\s]{1,2000}|<!--.{0,2000}?-->|<\/?[a-z][^<>]{0,2000}>|https?:\/\/[^\s<>)\]]+|\uE000/gi

/**
 * Replace something among the words of a line. Protected parts count as one character, and the
 * replacement must contain those of the match.
 * @param pattern Needs the flag `g`.
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

export function headingWords(text: string): string | undefined {
  const marks = /^#{1,6}\s/.exec(text)?.[0]
  return marks && text.slice(marks.length).trim().replace(/\s#+$/, '')
}

/** Icons that stand for a word. */
const signs: readonly (readonly [name: RegExp, sign: string])[] = [
  [/(?:^|-)(?:check|checkbox(?!-blank)|checkmark)(?:-|$)/, '✓'],
  [/(?:^|-)(?:close|cancel|xmark|times|x)(?:-|$)/, '✗'],
  [/(?:^|-)(?:alert|warning|exclamation)(?:-|$)/, '⚠'],
  [/(?:^|-)star(?:-|$)/, '★'],
  [/(?:^|-)minus(?:-|$)/, '−'],
]

/**
 * Replace the icons of a line: one with a meaning becomes a sign, others vanish beside words and
 * are named where they stand alone.
 * @param icon Its groups are the spaces before the icon, its name, and the spaces and dash behind
 * it.
 */
export function replaceIcons(text: string, icon: RegExp): string {
  return replaceAmongWords(text, icon, (match) => shownIcon(match, icon))
}

export function shownIcon(match: RegExpMatchArray, icon: RegExp): string {
  const [written, before = '', name = '', after = ''] = match
  const sign = signs.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1]
  if (sign !== undefined) return before + sign + after
  const { index = 0, input = '' } = match
  const end = index + written.length
  if (!hasWords(input, index, end, icon)) return before + name.replaceAll('-', ' ') + after
  const isFirst = blockPrefix.test(input.slice(Math.max(0, index - maxDistance), index) + before)
  const dash = isFirst ? '' : after.trimStart()
  return after !== '' || /[\p{L}\p{N}]/u.test(input[end] ?? '') ? before + dash : ''
}

/** What may stand before the first word of a line. */
const blockPrefix = /^(?:\s|>|(?:[-*+:]|\d{1,9}[.)])\s)*$/

/** Words further away do not count as beside the icon. */
const maxDistance = 500

function hasWords(text: string, start: number, end: number, icon: RegExp): boolean {
  // Do not cut a word in half: a part of an icon is no word.
  const before = text.slice(Math.max(0, start - maxDistance), start)
  const near = start > maxDistance ? before.replace(/^\S+/, '') : before
  const [after = ''] = /^[^|\]]*/.exec(text.slice(end, end + maxDistance)) ?? []
  const words = after.length === maxDistance ? after.replace(/\S+$/, '') : after
  const from = Math.max(near.lastIndexOf('|'), near.lastIndexOf('[')) + 1
  return /[\p{L}\p{N}\uE000\uFFFC]/u.test((near.slice(from) + words).replace(icon, ''))
}
