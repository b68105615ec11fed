/** The lines of a document: where each comes from, and which of them are code. @module */
import { isMapping } from '../convert/is-mapping.ts'

/** A line of a document, and the line of the file that it comes from. */
export interface Line {
  readonly text: string
  /** From 1. */
  readonly line: number
}

/** A row of backquotes or tildes that opens code, inside quotes and lists as well. */
const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})(.*)$/

/**
 * What content may be indented below, so that its spaces make no code of it: items of lists, notes,
 * tabs, definitions, footnotes, quotes, tags.
 */
const holder = /^\s*(?:[-*+>:/=!?{<]|\d{1,9}[.)]\s|\[\^)/

const indented = /^(?: {4}|\t| {1,3}\t)/

/** Code with marks of its own lines, as GitBook writes it. */
const codeInHtml = /^[\s>]*<pre\b[^<>]{0,500}><code class="lang-/
const endOfHtmlCode = /<\/code><\/pre>/

/** What a line is: `fence` opens or closes `code`, `front-matter` stands above everything. */
export type LineKind = 'text' | 'fence' | 'code' | 'front-matter'

/**
 * Tell what each line is.
 * @param lines A document, whole.
 */
export function kindsOf(lines: readonly Line[]): readonly LineKind[] {
  const above = frontMatterLines(lines)
  let closing: RegExp | undefined
  let isHeld = false
  let mayBeCode = true
  return lines.map(({ text }, index) => {
    if (index < above) return 'front-matter'
    if (closing !== undefined) {
      if (!closing.test(text)) return 'code'
      closing = undefined
      return 'fence'
    }
    const isBlank = text.trim() === ''
    if (!isHeld && mayBeCode && !isBlank && indented.test(text)) return 'code'
    mayBeCode = isBlank
    if (holder.test(text)) isHeld = true
    else if (/^\S/.test(text)) isHeld = false
    if (codeInHtml.test(text) && !endOfHtmlCode.test(text)) {
      closing = endOfHtmlCode
      return 'fence'
    }
    const [, marks, info = ''] = fence.exec(text) ?? []
    if (marks === undefined || (marks[0] === '`' && info.includes('`'))) return 'text'
    closing = new RegExp(`^[\\s>]*${marks[0]}{${marks.length},}\\s*$`)
    return 'fence'
  })
}

/** With the lines around it. */
function frontMatterLines(lines: readonly Line[]): number {
  const mark = lines[0]?.text.trimEnd()
  if (mark !== '---' && mark !== '+++') return 0
  const end = lines.findIndex(({ text }, index) => index > 0 && text.trimEnd() === mark)
  const inside = lines.slice(1, Math.max(1, end)).map(({ text }) => text)
  return mark === '---' && !isMapping(inside.join('\n')) ? 0 : end + 1
}

/**
 * Change the lines that are text, one by one.
 * @param lines A document, whole.
 * @param change Gives what stands in place of a line: the same text leaves it.
 */
export function mapText(
  lines: readonly Line[],
  change: (text: string, line: number) => string,
): readonly Line[] {
  const kinds = kindsOf(lines)
  return lines.map((one, index) => {
    if (kinds[index] !== 'text') return one
    const text = change(one.text, one.line)
    return text === one.text ? one : { ...one, text }
  })
}

/** Code inside a sentence, or one part of what stands around it. */
const codeSpan = /(?<!`)(`+)(?!`)(?:(?!\1(?!`)).)+?\1(?!`)/g

/**
 * Replace something in a line, but not in its code.
 * @param text The line.
 * @param pattern What is replaced, with the flag `g`.
 * @param replace Gives what stands in its place, from the match and its groups.
 */
export function replaceOutsideCode(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpMatchArray) => string,
): string {
  const replaceAll = (part: string): string => {
    const parts: string[] = []
    let at = 0
    for (const match of part.matchAll(pattern)) {
      parts.push(part.slice(at, match.index), replace(match))
      at = match.index + match[0].length
    }
    return at === 0 ? part : parts.join('') + part.slice(at)
  }
  if (!text.includes('`')) return replaceAll(text)
  const parts: string[] = []
  let at = 0
  for (const { 0: code, index } of text.matchAll(codeSpan)) {
    parts.push(replaceAll(text.slice(at, index)), code)
    at = index + code.length
  }
  return parts.join('') + replaceAll(text.slice(at))
}
