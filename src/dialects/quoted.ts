/** Finds strings in the text of a program, also where quotes are missing. @module */

/** What stands in a string, by its quote; only the last kind goes over lines. */
const insides: Readonly<Record<string, RegExp>> = {
  '"': /[^"\\\n]*(?:\\.[^"\\\n]*)*/sy,
  "'": /[^'\\\n]*(?:\\.[^'\\\n]*)*/sy,
  '`': /[^`\\]*(?:\\.[^`\\]*)*/sy,
}

/**
 * Make a finder of the ends of strings. Where a string has no end, no quote of its kind up to there
 * has one, so that a text is looked through once, however many quotes there are.
 * @returns Gives the index behind the string whose quote stands at an index; `undefined` when it has
 * no end.
 */
export function stringEnds(text: string): (at: number) => number | undefined {
  const openUntil = new Map<string, number>()
  return (at) => {
    const quote = text[at] as string
    if (at < (openUntil.get(quote) ?? 0)) return undefined
    const inside = insides[quote] as RegExp
    inside.lastIndex = at + 1
    inside.test(text)
    const end = inside.lastIndex
    if (text[end] === quote) return end + 1
    openUntil.set(quote, end)
    return undefined
  }
}
