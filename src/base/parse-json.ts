/** Parses JSON of files, and says where it is wrong without a word of what stands there. @module */

/**
 * Parse JSON.
 * @throws {Error} When it is none. A file may be a link to a secret, so the message holds nothing of it.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${placeIn(text, findBadLetter(text))}: this is no JSON`)
  }
}

/**
 * Say where something stands in a text.
 * @param offset How many characters stand before it.
 */
export function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/)
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}

/** The start of a text that stops before what is wrong is only cut off: by halves, the first that is more. */
function findBadLetter(text: string): number {
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isCutOff(text.slice(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}

/** An engine that stops at the end of a text says so, or names its length as the place. */
function isCutOff(start: string): boolean {
  try {
    JSON.parse(start)
    return true
  } catch (error) {
    const { message } = error as Error
    const [, position] = / at position (\d+)/.exec(message) ?? []
    return /end of JSON input/.test(message) || Number(position) >= start.length
  }
}
