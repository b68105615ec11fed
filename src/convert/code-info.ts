/** The info string of a fenced code block, in the notations of several generators of sites. @module */

import { decodePart } from '../adf/decode-part.ts'

export interface CodeInfo {
  /** The writer's word, in lower case. */
  readonly language: string | undefined
  /** Empty without one. */
  readonly title: string
  /** Lines that are to be seen first, as `1,3-4`; empty without one. */
  readonly marked: string
  /** There is more in it than that. */
  readonly hasMore: boolean
}

const titleAttribute =
  /(?<=^|[\s{,])(?:title|filename|file|name)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]*[^\s"'{},]))/
/** `{1,3-4}` of most, `hl_lines` of Python-Markdown, Hugo and Zola, and names that others give it. */
const markedLines =
  /(?:(?<=^|[\s{,])(?:hl_lines|mark_lines|highlight|mark|emphasize-lines)=(?:"([\d,\s-]+)"|\{([\d,\s-]+)\}|\[([\d,\s"-]+)\]|(\d[\d-]*(?:[ ,]\d[\d-]*)*))(?![\w-]))|\{([\d,\s-]+)\}/
const separator = /[\s{},]+/
const attribute = /(?<![\w-])[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'{},]+)/g
/** Nearly all of them. */
const simpleName = /^[a-z]*$/i
/** Data URLs may have short names at this time, of which nothing is to be seen in the page. */
const dataUrl = /data:[^\s{}]*/gi
const languageName = /^\.?([\p{L}\p{N}_+.-][\p{L}\p{N}_+#.-]*)(?::\S*)?$/u

/**
 * Read `js`, `{.python #id}`, `{r, echo=FALSE}`, `ts:a.ts`, `title="a.js" hl_lines="2"` and the like. The
 * language is the first word that can be one.
 * @param info The whole string.
 */
export function readCodeInfo(info: string): CodeInfo {
  if (simpleName.test(info)) {
    return { language: codeLanguage(info), title: '', marked: '', hasMore: false }
  }
  const hasAttributes = info.includes('=')
  const [titled = '', double, single, bare] = (hasAttributes && titleAttribute.exec(info)) || []
  const mayMark = hasAttributes || info.includes('{')
  const [marking = '', ...markings] = (mayMark && markedLines.exec(info)) || []
  const others = info.replace(titled, ' ').replace(marking, ' ')
  const words = info.replace(dataUrl, ' ').replace(attribute, ' ').split(separator)
  const word = words.find((one) => languageName.test(one) && /\p{L}/u.test(one))
  const [, name = ''] = languageName.exec(word ?? '') ?? []
  const [, after = ''] = /:(.*)/.exec(word ?? '') ?? []
  const isTitle = titled === '' && !/^(?:no-)?line-numbers$/.test(after)
  return {
    language: codeLanguage(name),
    title:
      double ??
      single ??
      (bare === undefined ? undefined : fromQuery(bare)) ??
      (isTitle ? after : ''),
    marked: Array.from(markings.join(' ').matchAll(/\d+(?:-\d+)?/g), String).join(','),
    hasMore:
      (after !== '' && !isTitle) ||
      others.split(separator).some((one) => one !== '' && one !== word),
  }
}

/** Players of code on React Native's site are told all as an address is: `name=A%20list&ext=tsx`. */
function fromQuery(written: string): string {
  return written.includes('%') ? decodePart(written.replace(/&.*$/s, '')) : written
}

/** What Microsoft Learn lets its readers run. */
const interactive = '-interactive'

/**
 * Read the name of a language.
 * @param name The writer's word; may be empty.
 * @returns `undefined` when the word names none.
 */
export function codeLanguage(name: string): string | undefined {
  const word = name.toLowerCase()
  const isRun = word.endsWith(interactive) && word.length > interactive.length
  return (isRun ? word.slice(0, -interactive.length) : word) || undefined
}
