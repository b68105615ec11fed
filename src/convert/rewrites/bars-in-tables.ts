/**
 * Bars in the cells of tables: GFM takes the backslash before them away, the parser keeps it in bare
 * addresses and in tags. https://github.github.com/gfm/#example-200
 * @module
 */
import type { Rewrite } from './rewrite.ts'

const mayHold = /(?::\/\/|www\.|<[a-z][^<>\n]{0,500}["'=])[^\s<>]*\\\|/i
/** The row below the header, behind the marks of quotes and lists. */
const delimiters = /^[\s>*+\d.)-]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?\s*$/
/** An address in angle brackets, a tag, or a bare address. */
const part =
  /<[a-z][a-z\d+.-]{1,31}:(?:\\\||[^\s<>|])*>|<[a-z](?:\\\||[^<>|])*>|(?<![^\s|*_~(])(?<!\]\()(?:https?:\/\/|ftp:\/\/|www\.)(?:\\\||[^\s<|])*/gi
/** What GFM does not count as the end of a bare address. */
const behindAddress = /(?:[?!.,:*_~'"]|&[a-z\d]{1,31};)+$/i

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
      for (const { 0: written, index } of line.matchAll(part)) {
        const text = written.includes('\\|') ? rewritten(written, line.slice(0, index)) : undefined
        if (text === undefined) continue
        rewrites.push({ from: start + index, to: start + index + written.length, text })
      }
    }
    start += line.length + 1
  }
  return rewrites
}

function rewritten(written: string, before: string): string | undefined {
  if (!written.startsWith('<')) return isInBrackets(before) ? undefined : bareLink(written)
  return /^<[^\s=]*:/.test(written)
    ? linkTo(written.slice(1, -1), '')
    : written.replaceAll('\\|', '&#124;')
}

/** Links cannot nest, so an address in the text of a link is none. */
function isInBrackets(before: string): boolean {
  return before.lastIndexOf('[') > before.lastIndexOf(']')
}

function bareLink(written: string): string {
  let end = written.length
  for (let isEnd = false; !isEnd; ) {
    const address = written.slice(0, end)
    const behind = behindAddress.exec(address)?.[0].length ?? 0
    const isOpen = address.split('(').length >= address.split(')').length
    isEnd = behind === 0 && (isOpen || !address.endsWith(')'))
    if (!isEnd) end -= Math.max(1, behind)
  }
  const address = written.slice(0, end)
  return linkTo(address, address.startsWith('www.') ? 'http://' : '') + written.slice(end)
}

function linkTo(address: string, scheme: string): string {
  const escaped = address.replaceAll('\\|', '|').replace(/[!-/:-@[-`{-~]/g, '\\$&')
  return `[${escaped}](<${scheme}${escaped}>)`
}
