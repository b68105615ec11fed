/** Finds strings in the text of a program, also where quotes are missing. @module */

/** The inside of a string by its quote; only backquotes span lines. */
const insides: Readonly<Record<string, RegExp>> = {
  '"': /[^"\\\n]*(?:\\.[^"\\\n]*)*/sy,
  "'": /[^'\\\n]*(?:\\.[^'\\\n]*)*/sy,
  '`': /[^`\\]*(?:\\.[^`\\]*)*/sy,
}

/**
 * Make a finder for the ends of strings, which reads a text only once however many quotes it has.
 * @returns Maps the index of a quote to the index behind its string; undefined without an end.
 */
export function stringEnds(text: string): (at: number) => number | undefined {
  const openUntil = new Map<string, number>()
  return (at) => {
    const quote = text[at] as string
    if (at < (openUntil.get(quote) ?? 0)) return undefined
    const pattern = insides[quote] as RegExp
    pattern.lastIndex = at + 1
    pattern.test(text)
    const end = pattern.lastIndex
    if (text[end] === quote) return end + 1
    openUntil.set(quote, end)
    return undefined
  }
}
