/** The destinations of links and images, as they stand in Markdown. @module */
import { decodeReferences } from '../../convert/html/character-references.ts'

/**
 * Read a destination: https://spec.commonmark.org/0.31.2/#link-destination
 * @returns What it means and where it stands; `undefined` where there is none.
 */
export function readDestination(
  source: string,
  from: number,
  limit: number,
): { url: string; start: number; end: number } | undefined {
  let start = from
  while (start < limit && /[\s>]/.test(source[start] as string)) start += 1
  if (source[start] === '<') {
    let end = start + 1
    while (end < limit && source[end] !== '>' && source[end] !== '\n') end += step(source, end)
    if (source[end] !== '>') return undefined
    return { url: unescaped(source.slice(start + 1, end)), start, end: end + 1 }
  }
  let depth = 0
  let end = start
  for (; end < limit; end += step(source, end)) {
    const character = source[end] as string
    if (/[\u0000-\u0020\u007f]/.test(character)) break
    if (character === '(') depth += 1
    else if (character === ')' && depth-- === 0) break
  }
  return end > start ? { url: unescaped(source.slice(start, end)), start, end } : undefined
}

function step(source: string, at: number): number {
  return source[at] === '\\' ? 2 : 1
}

function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])|&[#\w]+;/g, (part, character?: string) =>
    character === undefined ? decodeReferences(part) : character,
  )
}

/**
 * Write an address as a destination.
 * @param url The address; those that are put in hold neither spaces nor control characters.
 */
export function asDestination(url: string): string {
  return url.replace(/[()<>\\]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}
