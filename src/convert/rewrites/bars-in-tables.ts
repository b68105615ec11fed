/**
 * Bars in the cells of tables: GFM takes the backslash before them away, the parser keeps it in bare
 * addresses and in tags. https://github.github.com/gfm/#example-200
 * @module
 */
import type { Rewrite } from './rewrite.ts'

const mayHold = /(?::\/\/|www\.|<[a-z][^<>\n]{0,500}["'=])[^\s<>]*\\\|/i
/** The row below the header, behind the marks of quotes and lists. */
const delimiters =
  /^(?:[ \t>]|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t]))*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?\s*$/
/** An address in angle brackets that is not where a link leads, a tag, or a bare address. */
const part =
  /(?<!\]\()<[a-z][a-z\d+.-]{1,31}:(?:\\\||[^\s<>|])*>|(?<!\]\()<[a-z](?:\\\||[^<>|])*>|(?<![^\s|*_~(])(?<!\]\()(?:https?:\/\/|ftp:\/\/|www\.)(?:\\\||[^\s<|])*/gi
/** What GFM does not count as the end of a bare address. */
const behindAddress = /[?!.,:*_~'"]/

export function mayHoldBars(source: string): boolean {
  return source.includes('\\|') && mayHold.test(source)
}

export function barsInTables(source: string): readonly Rewrite[] {
  const rewrites: Rewrite[] = []
  let isTable = false
  let start = 0
  for (const line of source.split('\n')) {
    if (line.trim() === '') isTable = false
    else if (!isTable) isTable = line.includes('-') && delimiters.test(line)
    else if (line.includes('\\|')) {
      for (const { from, to, text } of barsInRow(line)) {
        rewrites.push({ from: start + from, to: start + to, text })
      }
    }
    start += line.length + 1
  }
  return rewrites
}

function barsInRow(row: string): Rewrite[] {
  const rewrites: Rewrite[] = []
  let at = 0
  // Links cannot nest, so an address in the text of a link is none.
  let isInLink = false
  for (const { 0: written, index } of row.matchAll(part)) {
    const before = row.slice(at, index)
    const [opening, closing] = [before.lastIndexOf('['), before.lastIndexOf(']')]
    if (opening !== closing) isInLink = opening > closing
    at = index + written.length
    if (!written.includes('\\|') || (isInLink && !written.startsWith('<'))) continue
    rewrites.push({ from: index, to: at, text: rewritten(written) })
  }
  return rewrites
}

function rewritten(written: string): string {
  if (!written.startsWith('<')) return bareLink(written)
  return /^<[^\s=]*:/.test(written)
    ? linkTo(written.slice(1, -1), '')
    : written.replaceAll('\\|', '&#124;')
}

function bareLink(written: string): string {
  const count = (sign: string): number => written.split(sign).length - 1
  let unopened = count(')') - count('(')
  let end = written.length
  for (;;) {
    const last = written[end - 1] as string
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!behindAddress.test(last)) break
    end -= 1
  }
  const address = written.slice(0, end)
  return linkTo(address, address.startsWith('www.') ? 'http://' : '') + written.slice(end)
}

function linkTo(address: string, scheme: string): string {
  const escaped = address.replaceAll('\\|', '|').replace(/[!-/:-@[-`{-~]/g, '\\$&')
  return `[${escaped}](<${scheme}${escaped}>)`
}
