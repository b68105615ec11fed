/**
 * Rewrites what the parser would not read as it is meant, outside of code and line for line. Most of
 * what is put in are character references, which the parser turns back into the characters.
 * @module
 */
import { plainRules } from '../code/code-rules.ts'
import { findCode } from '../code/find-code.ts'
import type { LineCode } from '../code/line-code.ts'
import { splitLines } from '../code/line-reader.ts'
import { barsInTables, mayHoldBars } from './bars-in-tables.ts'
import { emphasisBesideCjk, mayHoldCjkEmphasis } from './cjk-emphasis.ts'
import { codeMark, type Rewrite } from './rewrite.ts'
import { mayHoldUnquoted, unquotedAttributes } from './unquoted-attributes.ts'

const rules: readonly {
  /** A quick test of the whole source, code included. */
  readonly mayApply: (source: string) => boolean
  /** @param source The source, with `codeMark` for each character of code. */
  readonly find: (source: string) => readonly Rewrite[]
}[] = [
  { mayApply: mayHoldUnquoted, find: unquotedAttributes },
  { mayApply: mayHoldCjkEmphasis, find: emphasisBesideCjk },
  { mayApply: mayHoldBars, find: barsInTables },
]

/** For each reference the parser copies the text before it. */
const maxInBlock = 2_000
const blankLine = /\n[ \t>]*\r?\n/g

export interface RewrittenSource {
  readonly text: string
  /** Give the offset in the source for one in the text. */
  toSource(offset: number): number
}

/** Rewrite a document; nearly all stay as they are. */
export function rewriteSource(source: string): RewrittenSource {
  // Code takes long to find, and most of what looks like a case for a rule is none.
  const applied = rules.filter(({ mayApply, find }) => mayApply(source) && find(source).length > 0)
  const masked = applied.length === 0 ? '' : maskCode(source)
  const rewrites = applied.flatMap(({ find }) => find(masked)).sort((a, b) => a.from - b.from)
  if (rewrites.length === 0) return { text: source, toSource: (offset) => offset }
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
  return { text: text + source.slice(at), toSource: (offset) => sourceOffset(placed, offset) }
}

/** Where a rewrite stands: in the source from `from` to `to`, in the text from `start` to `end`. */
interface Placed {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

function sourceOffset(placed: readonly Placed[], offset: number): number {
  let low = 0
  let high = placed.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((placed[middle] as Placed).start < offset) low = middle + 1
    else high = middle
  }
  const before = placed[low - 1]
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
  for (const { from, to } of code.parts) {
    masked += line.slice(masked.length, from) + codeMark.repeat(to - from)
  }
  return masked + line.slice(masked.length)
}
