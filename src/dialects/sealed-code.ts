/**
 * Hides code from constructs: a number in private-use characters replaces each piece, so that no
 * pattern matches code by accident.
 * @module
 */

/** The sealed pieces of the current document. */
const pieces: string[] = []

export const marks = {
  spanStart: '\uf4a0',
  spanEnd: '\uf4a1',
  /** Replaces `spanEnd` at a line's end: the code continues on the next line. */
  spanGoesOn: '\uf4a2',
  fence: '\uf4a3',
  code: '\uf4a4',
  indented: '\uf4a5',
  frontMatter: '\uf4a6',
  fenceEnd: '\uf4a7',
} as const

/** Digits are private-use characters from here on. */
const zero = 0xf400
const digitBits = 7
const digitMask = 2 ** digitBits - 1

/** Precedes a private-use character of the author, which is shifted by `ownShift`. */
const own = '\uf4a8'
const ownShift = 0x100

const authored = /[\uf400-\uf4ff]/g
const anySealed = /[\uf400-\uf4ff]/
const sealed = /[\uf400-\uf47f]{4}|[\uf4a0-\uf4a7]|\uf4a8[\uf500-\uf5ff]/g

/** Read a document with sealed code; the pieces are dropped afterwards. */
export function whileSealed<Result>(read: () => Result): Result {
  try {
    return read()
  } finally {
    pieces.length = 0
  }
}

/** Hide text from constructs. */
export function seal(text: string): string {
  if (text === '') return ''
  const number = pieces.push(text) - 1
  return String.fromCharCode(
    zero + (number >> (3 * digitBits)),
    zero + ((number >> (2 * digitBits)) & digitMask),
    zero + ((number >> digitBits) & digitMask),
    zero + (number & digitMask),
  )
}

/**
 * Escape the private-use characters of an author's text, so that it may stand beside sealed code.
 */
export function besideSealed(text: string): string {
  if (!anySealed.test(text)) return text
  return text.replace(
    authored,
    (letter) => own + String.fromCharCode(letter.charCodeAt(0) + ownShift),
  )
}

/** Restore sealed code in a text. */
export function open(text: string): string {
  return anySealed.test(text) ? text.replace(sealed, opened) : text
}

function opened(part: string): string {
  if (part.length === 1) return ''
  if (part.startsWith(own)) return String.fromCharCode(part.charCodeAt(1) - ownShift)
  let number = 0
  for (let at = 0; at < part.length; at += 1) {
    number = (number << digitBits) | (part.charCodeAt(at) - zero)
  }
  return pieces[number] ?? ''
}

/** Sealed code in a sentence, or the part of it on one line. */
export const sealedSpan: RegExp = /\uf4a0[^\uf4a0-\uf4a2]*[\uf4a1\uf4a2]/g

export function sealSpan(code: string, goesOn = false): string {
  return marks.spanStart + seal(code) + (goesOn ? marks.spanGoesOn : marks.spanEnd)
}

export function isUncut(text: string): boolean {
  return !anySealed.test(text.replace(sealed, ''))
}
