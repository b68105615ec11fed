/**
 * Rewrites what the parser would not read as it is meant, outside of code and line for line. Most of
 * what is put in are character references, which the parser turns back into the characters.
 * @module
 */
import { countWhile } from '../contract/base/lists.ts'
import { htmlBlockAt } from './code/block-starts.ts'
import { plainRules } from './code/code-rules.ts'
import { findCode } from './code/find-code.ts'
import type { LineCode } from './code/line-code.ts'
import { splitLines } from './code/line-reader.ts'

/** A part of the source that becomes another text. */
interface Rewrite {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Stands in place of each character of code. */
const codeMark = '\0'

const rules: readonly {
  /** A quick test of the whole source, code included. */
  readonly mayApply: (source: string) => boolean
  /** @param source The source, with `codeMark` for each character of code. */
  readonly find: (source: string) => readonly Rewrite[]
}[] = [
  { mayApply: (source) => mayHoldUnquoted.test(source), find: unquotedAttributes },
  { mayApply: mayHoldCjkEmphasis, find: emphasisBesideCjk },
  { mayApply: mayHoldSizes, find: imageSizes },
]

/** For each reference the parser copies the text before it. */
const maxInBlock = 2_000
const blankLine = /\n[ \t>]*\r?\n/g

/**
 * Rewrite a document; nearly all stay as they are.
 * @returns Its text, and what gives the offset in the source for one in the text.
 */
export function rewriteSource(source: string) {
  // Code takes long to find, and most of what looks like a case for a rule is none.
  const applied = rules.filter(({ mayApply, find }) => mayApply(source) && find(source).length > 0)
  const masked = applied.length === 0 ? '' : maskCode(source)
  const rewrites = applied
    .flatMap(({ find }) => find(masked))
    .filter(({ from, to }) => !masked.slice(from, to).includes(codeMark))
    .sort((a, b) => a.from - b.from)
  if (rewrites.length === 0) return { text: source, toSource: (offset: number): number => offset }
  let text = ''
  let at = 0
  const placed: Placed[] = []
  let blockEnd = 0
  let inBlock = 0
  for (const { from, to, text: replacement } of rewrites) {
    if (from < at) continue
    if (from >= blockEnd) {
      blankLine.lastIndex = from
      blockEnd = blankLine.test(source) ? blankLine.lastIndex : source.length
      inBlock = 0
    }
    inBlock += 1
    if (inBlock > maxInBlock) continue
    text += source.slice(at, from)
    placed.push({ from, to, start: text.length, end: text.length + replacement.length })
    text += replacement
    at = to
  }
  const toSource = (offset: number): number => sourceOffset(placed, offset)
  return { text: text + source.slice(at), toSource }
}

/** Where a rewrite stands: in the source from `from` to `to`, in the text from `start` to `end`. */
interface Placed {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

function sourceOffset(placed: readonly Placed[], offset: number): number {
  const before = placed[countWhile(placed, ({ start }) => start < offset) - 1]
  if (before === undefined) return offset
  // What was put in stands for its place as a whole.
  return offset < before.end ? before.from : before.to + offset - before.end
}

function maskCode(source: string): string {
  const lines = splitLines(source)
  const code = findCode(lines, plainRules)
  let masked = ''
  for (const [index, line] of lines.entries()) {
    masked += maskLine(line, code[index] as LineCode)
    const lineBreak = source.startsWith('\r\n', masked.length) ? 2 : 1
    masked += source.slice(masked.length, masked.length + lineBreak)
  }
  return masked
}

function maskLine(line: string, code: LineCode): string {
  if (code.kind !== 'text') return codeMark.repeat(line.length)
  let masked = ''
  for (const { from, to } of code.spans) {
    masked += line.slice(masked.length, from) + codeMark.repeat(to - from)
  }
  return masked + line.slice(masked.length)
}

/**
 * Values of HTML attributes without quotes, in which CommonMark allows slashes, but not the parser.
 * https://spec.commonmark.org/0.31.2/#unquoted-attribute-value
 */
const mayHoldUnquoted = /=\s*[^\s"'=<>`]*[/\\]/
const attribute = /\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|([^\s"'=<>`]+)))?/i.source
const tag = new RegExp(`<[a-z][a-z\\d-]*(?:${attribute})+\\s*/?>`, 'gi')
const attributes = new RegExp(attribute, 'gi')

const references: Readonly<Record<string, string>> = { '/': '&#47;', '\\': '&#92;' }

function unquotedAttributes(source: string): readonly Rewrite[] {
  const rewrites: Rewrite[] = []
  for (const { 0: written, index } of source.matchAll(tag)) {
    for (const { 0: part, 1: value, index: at } of written.matchAll(attributes)) {
      if (value === undefined || !/[/\\]/.test(value)) continue
      const to = index + at + part.length
      const text = value.replace(/[/\\]/g, (slash) => references[slash] as string)
      rewrites.push({ from: to - value.length, to, text })
    }
  }
  return rewrites
}

/** Give a tag as it was written. */
export function tagAsWritten(tag: string): string {
  return tag.includes('&#') ? tag.replaceAll('&#47;', '/').replaceAll('&#92;', '\\') : tag
}

/**
 * Letters of Chinese, Japanese and Korean: CommonMark wants a space between a letter and an asterisk
 * that has a punctuation mark on its other side, but these languages write none. A letter that is
 * written as a reference begins and ends with a punctuation mark.
 * https://github.com/tats-u/markdown-cjk-friendly/blob/main/specification.md
 */
const cjk =
  '\\u1100-\\u11ff\\u2e80-\\u303e\\u3040-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff01-\\uffee'
const mayHoldCjk = new RegExp(`[${cjk}\\ud840-\\ud88f]`)
const mayBeMarked = new RegExp(
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

function mayHoldCjkEmphasis(source: string): boolean {
  // Nearly all documents in other letters fail this at once.
  return mayHoldCjk.test(source) && mayBeMarked.test(source)
}

function emphasisBesideCjk(source: string): readonly Rewrite[] {
  const rewrites: Rewrite[] = []
  for (const { 0: marks, index } of source.matchAll(run)) {
    const end = index + marks.length
    const before = Array.from(source.slice(Math.max(0, index - 2), index)).at(-1) ?? ''
    const [after = ''] = source.slice(end, end + 2)
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

const sizedBehindAddress = /(?<!\\)!\[([^\]\n]{0,300})\]\(\S{1,2000}( =(\d{0,5})x(\d{0,5}))\)/g
const sizedByAttributes =
  /(?<!\\)!\[([^\]\n]{0,300})\]\((?:[^\s()]|\([^\s()]*\)){0,2000}(?:\s+"[^"\n]{0,500}")?\)(\{([^{}\n]{1,200})\})/g

function mayHoldSizes(source: string): boolean {
  if (!source.includes('![')) return false
  return /\)\{[^{}\n]*(?:width|height)/.test(source) || /=\d*x\d*\)/.test(source)
}

/** Sizes in the notations `![a](u){width=300}` and `![a](u =300x200)`, which become `![a|300](u)`. */
function imageSizes(source: string): readonly Rewrite[] {
  const rewrites: Rewrite[] = []
  const add = (match: RegExpExecArray, written: string, width = '', height = ''): void => {
    if ((width === '' && height === '') || isInHtmlBlock(source, match.index)) return
    const behind = match.index + '!['.length + (match[1] as string).length
    const size = height === '' ? width : `${width}x${height}`
    const from = match.index + match[0].lastIndexOf(written)
    rewrites.push({ from: behind, to: behind, text: `\\|${size}` })
    rewrites.push({ from, to: from + written.length, text: '' })
  }
  for (const match of source.matchAll(sizedBehindAddress)) {
    add(match, match[2] as string, match[3], match[4])
  }
  for (const match of source.matchAll(sizedByAttributes)) {
    const inside = match[3] as string
    add(match, match[2] as string, lengthOf('width', inside), lengthOf('height', inside))
  }
  return rewrites
}

/** The parser reads no images there. */
function isInHtmlBlock(source: string, at: number): boolean {
  const start = source.lastIndexOf('\n\n', at) + 1
  const [line = ''] = source.slice(start, at).trimStart().split('\n', 1)
  return htmlBlockAt(line) !== undefined
}

function lengthOf(name: string, inside: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="?(\\d{1,5}(?:px|%)?)"?(?=\\s|$)`).exec(inside)?.[1]
}

/** Read a size from the description of an image, as in `![a|300x200](u)`. */
export function readImageSize(alt: string) {
  const [written, width, height] =
    /\|(?=\d|x\d)(\d{1,5}(?:px|%)?)?(?:x(\d{1,5}(?:px|%)?))?$/.exec(alt) ?? []
  if (written === undefined) return { alt, width: undefined, height: undefined }
  return { alt: alt.slice(0, -written.length).trim(), width, height }
}
