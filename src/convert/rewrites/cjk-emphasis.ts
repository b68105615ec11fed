/**
 * Emphasis beside Chinese, Japanese and Korean: CommonMark wants a space between a letter and an
 * asterisk that has a punctuation mark on its other side, but these languages write none. A letter
 * that is written as a reference begins and ends with a punctuation mark.
 * https://github.com/tats-u/markdown-cjk-friendly/blob/main/specification.md
 * @module
 */
import { codeMark, type Rewrite } from './rewrite.ts'

const cjk =
  '\\u1100-\\u11ff\\u2e80-\\u303e\\u3040-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff01-\\uffee'
const mayHoldCjk = new RegExp(`[${cjk}\\ud840-\\ud88f]`)
const mayHold = new RegExp(
  `[*~][${cjk}\\ud840-\\ud88f]|(?:[${cjk}]|[\\ud840-\\ud88f][\\udc00-\\udfff])[*~]`,
)
const isCjk = new RegExp(
  `^[${cjk}\\u{1aff0}-\\u{1b16f}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3ffff}]`,
  'u',
)
const isMark = /^[\p{P}\p{S}]/u
const isSpace = /^\s/

const maxAddressLength = 500
const asterisks = 0x2a
const run = /\*+|~+/g

export function mayHoldCjkEmphasis(source: string): boolean {
  // Nearly all documents in other letters fail this at once.
  return mayHoldCjk.test(source) && mayHold.test(source)
}

export function emphasisBesideCjk(source: string): readonly Rewrite[] {
  const rewrites: Rewrite[] = []
  for (const { 0: marks, index } of source.matchAll(run)) {
    const end = index + marks.length
    const before = characterBefore(source, index)
    const after = characterAt(source, end)
    if (before === '\\' || !(isCjk.test(before) || isCjk.test(after))) continue
    if (isInAddress(source, index)) continue
    const [kindBefore, kindAfter] = [kindOf(before), kindOf(after)]
    if (kindBefore === 'mark' && kindAfter === 'letter') {
      if (!isRun(source, end + after.length)) rewrites.push(asReference(after, end))
    } else if (kindBefore === 'letter' && kindAfter === 'mark') {
      const start = index - before.length
      if (!isRun(source, start - 1)) rewrites.push(asReference(before, start))
    }
  }
  return rewrites
}

/** The parser reads no references in bare addresses. */
function isInAddress(source: string, at: number): boolean {
  return /:\/\/[^\s<>)]*$/.test(source.slice(Math.max(0, at - maxAddressLength), at))
}

/** A letter between two marks would change what both mean. */
function isRun(source: string, at: number): boolean {
  const code = source.charCodeAt(at)
  return code === asterisks || source[at] === '~'
}

function characterAt(source: string, at: number): string {
  const code = source.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(source: string, at: number): string {
  const low = source.charCodeAt(at - 1)
  const isLow = low >= 0xdc00 && low <= 0xdfff
  return characterAt(source, at - (isLow ? 2 : 1))
}

function kindOf(character: string): 'mark' | 'letter' | 'space' {
  if (character === codeMark || isMark.test(character)) return 'mark'
  return character === '' || isSpace.test(character) ? 'space' : 'letter'
}

function asReference(character: string, from: number): Rewrite {
  return {
    from,
    to: from + character.length,
    text: `&#${character.codePointAt(0)};`,
  }
}
