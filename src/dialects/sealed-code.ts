/**
 * Code in letters of its own, while constructs are read: every character that could be syntax of
 * a dialect is written as one of Unicode's private use, so that no construct can see it by accident.
 * @module
 */

/** From here on, in the order of ASCII, and then spaces beyond it, which constructs may take off. */
const first = 0xf400
const last = 0xf4ff
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

const firstMark = 0xf4a0
/** A letter of these that an author has written stands behind it, in the next block of such letters. */
const own = 0xf4a8
const ownShift = 0x100

const authored = /[\uf400-\uf4ff]/g
const anySealed = /[\uf400-\uf4ff]/

/** By code unit: what it is written as, and what it was. Looked up for every character of code. */
const letters = Uint16Array.from({ length: 0x10000 }, (_, code) => code)
const characters = letters.slice()
for (let code = 0; code < 0x80; code += 1) pair(code, first + code)
for (const [index, space] of Array.from(spaces).entries())
  pair(space.charCodeAt(0), firstSpace + index)

function pair(character: number, letter: number): void {
  letters[character] = letter
  characters[letter] = character
}

/**
 * Write text so that no construct sees it.
 * @param text As an author has written it.
 */
export function seal(text: string): string {
  const codes = new Uint16Array(2 * text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isOwn = code >= first && code <= last
    if (isOwn) {
      codes[length] = own
      length += 1
    }
    codes[length] = isOwn ? code + ownShift : (letters[code] as number)
    length += 1
  }
  return textOfCodes(codes, length)
}

/**
 * Write text so that it can stand beside sealed code.
 * @param text As an author has written it.
 */
export function besideSealed(text: string): string {
  return anySealed.test(text) ? text.replace(authored, shifted) : text
}

function shifted(letter: string): string {
  return String.fromCharCode(own, letter.charCodeAt(0) + ownShift)
}

/**
 * Write a text as its author has written it.
 * @param text With sealed code, or without.
 */
export function open(text: string): string {
  if (!anySealed.test(text)) return text
  const codes = new Uint16Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= firstMark && code < own) continue
    const isOwn = code === own
    if (isOwn) at += 1
    codes[length] = isOwn ? text.charCodeAt(at) - ownShift : (characters[code] as number)
    length += 1
  }
  return textOfCodes(codes, length)
}

function textOfCodes(codes: Uint16Array, length: number): string {
  return Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le')
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
