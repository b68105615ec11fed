/** Parses JSON files, tells which values are objects, and finds repeated members. @module */

/**
 * @throws {Error} For invalid JSON. The file may be a link to a secret, so the message quotes
 * nothing.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${placeIn(text, findBadLetter(text))}: this is no JSON`)
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/)
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}

/** Binary search: a text that ends before the error is merely cut off. */
function findBadLetter(text: string): number {
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isCutOff(text.slice(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}

/** Engines report the end of a text in words, or as a position equal to its length. */
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

/**
 * @param text Valid JSON.
 * @returns The first name that an object has twice, at any depth.
 */
export function repeatedMember(text: string): string | undefined {
  const colon = /[ \t\r\n]*:/y
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') open.push(new Set())
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(text, at)
      colon.lastIndex = end
      if (colon.test(text)) {
        const name = JSON.parse(text.slice(at, end)) as string
        const names = open.at(-1)
        if (names?.has(name)) return name
        names?.add(name)
      }
      at = end - 1
    }
  }
  return undefined
}

/** The index behind a string, given that of its opening quote. */
function endOfString(text: string, start: number): number {
  for (let quote = start; ; ) {
    quote = text.indexOf('"', quote + 1)
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1
    if (quote === -1) return text.length
    if (backslashes % 2 === 0) return quote + 1
  }
}
