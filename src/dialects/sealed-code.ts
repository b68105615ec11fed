/**
 * Code out of sight, while constructs are read: a number that no one writes stands in place of each
 * piece of it, so that no construct can see code by accident.
 * @module
 */

/** The pieces of the document that is read, by number. */
const pieces: string[] = []

/** What stands around numbers, and says what they are of. */
export const marks = {
  spanStart: '\uf4a0',
  spanEnd: '\uf4a1',
  /** At the end of a line, in place of `spanEnd`: the code goes on in the next. */
  spanGoesOn: '\uf4a2',
  fence: '\uf4a3',
  code: '\uf4a4',
  indented: '\uf4a5',
  frontMatter: '\uf4a6',
  fenceEnd: '\uf4a7',
} as const

/** The digits of numbers are letters of Unicode's private use, from here on. */
const zero = 0xf400
const digitBits = 7
const digitMask = 2 ** digitBits - 1

/** A letter of these that an author has written stands behind it, in the next block of such letters. */
const own = '\uf4a8'
const ownShift = 0x100

const authored = /[\uf400-\uf4ff]/g
const anySealed = /[\uf400-\uf4ff]/
const sealed = /[\uf400-\uf47f]{4}|[\uf4a0-\uf4a7]|\uf4a8[\uf500-\uf5ff]/g

/** Read a document whose code is sealed; what was sealed is forgotten then. */
export function whileSealed<Result>(read: () => Result): Result {
  try {
    return read()
  } finally {
    pieces.length = 0
  }
}

/** Write text so that no construct sees it. */
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

/** Write text so that it can stand beside sealed code. */
export function besideSealed(text: string): string {
  if (!anySealed.test(text)) return text
  return text.replace(
    authored,
    (letter) => own + String.fromCharCode(letter.charCodeAt(0) + ownShift),
  )
}

/**
 * Write a text as its author has written it.
 * @param text With sealed code, or without.
 */
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

/** Code within a sentence, or the part of it that stands on one line. */
export const sealedSpan: RegExp = /\uf4a0[^\uf4a0-\uf4a2]*[\uf4a1\uf4a2]/g

/** Seal code that stands within a sentence. */
export function sealSpan(code: string, goesOn = false): string {
  return marks.spanStart + seal(code) + (goesOn ? marks.spanGoesOn : marks.spanEnd)
}

/** Tell whether nothing that is sealed was cut. */
export function isUncut(text: string): boolean {
  return !anySealed.test(text.replace(sealed, ''))
}
