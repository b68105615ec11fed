/**
 * Code in letters of its own, while constructs are read: every character that could be syntax of
 * a dialect is written as one of Unicode's private use, so that no construct can see it by accident.
 * @module
 */

/** From here on, in the order of ASCII, and then spaces beyond it, which constructs may take off. */
const first = 0xf400
const spaces =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
const firstSpace = first + 0x80

/** What stands around sealed text, and says what it is. */
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

/** A letter of these that an author has written stands behind it, in the next block of such letters. */
const own = '\uf4a8'
const ownShift = 0x100

const toSeal =
  /[\0-\x7f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\uf400-\uf4ff]/g
const authored = /[\uf400-\uf4ff]/g
const sealed = /\uf4a8[\uf500-\uf5ff]|[\uf400-\uf4a7]/g

const letters = new Map<string, string>()
const characters = new Map<string, string>()
for (let code = 0; code < 0x80; code += 1) pair(String.fromCharCode(code), first + code)
for (const [index, space] of Array.from(spaces).entries()) pair(space, firstSpace + index)

function pair(character: string, code: number): void {
  const letter = String.fromCharCode(code)
  letters.set(character, letter)
  characters.set(letter, character)
}

/**
 * Write text so that no construct sees it.
 * @param text As an author has written it.
 */
export function seal(text: string): string {
  return text.replace(toSeal, (one) => letters.get(one) ?? shifted(one))
}

/**
 * Write text so that it can stand beside sealed code.
 * @param text As an author has written it.
 */
export function besideSealed(text: string): string {
  return authored.test(text) ? text.replace(authored, shifted) : text
}

function shifted(letter: string): string {
  return own + String.fromCharCode(letter.charCodeAt(0) + ownShift)
}

/**
 * Write a text as its author has written it.
 * @param text With sealed code, or without.
 */
export function open(text: string): string {
  return anySealed.test(text) ? text.replace(sealed, opened) : text
}

const anySealed = /[\uf400-\uf4ff]/

function opened(one: string): string {
  if (one.length > 1) return String.fromCharCode(one.charCodeAt(1) - ownShift)
  return characters.get(one) ?? ''
}

/** Code within a sentence, or the part of it that stands on one line. */
export const sealedSpan: RegExp = /\uf4a0[^\uf4a0-\uf4a2]*[\uf4a1\uf4a2]/g

/**
 * Seal code that stands within a sentence.
 * @param code With its backquotes.
 * @param goesOn The code goes on in the next line.
 */
export function sealSpan(code: string, goesOn = false): string {
  return marks.spanStart + seal(code) + (goesOn ? marks.spanGoesOn : marks.spanEnd)
}
