/** Finds strings in program text, even where a closing quote is missing. @module */

/** Only backquoted strings span lines. */
const insides: Readonly<Record<string, RegExp>> = {
  '"': /[^"\\\n]*(?:\\.[^"\\\n]*)*/sy,
  "'": /[^'\\\n]*(?:\\.[^'\\\n]*)*/sy,
  '`': /[^`\\]*(?:\\.[^`\\]*)*/sy,
}

/**
 * Reads the text only once, however many quotes it has.
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
