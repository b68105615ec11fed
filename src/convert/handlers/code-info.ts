/** Reads what stands behind the marks of a block of code: its language, its title, and lines that are marked. @module */
import type { LineMark } from '../../adf/local-ids.ts'
import { decodePart } from '../../adf/node-text.ts'

export interface CodeInfo {
  /** The writer's word, in lower case. */
  readonly language: string | undefined
  /** Empty without one. */
  readonly title: string
  /** Lines that are to be seen first, and which were put in or taken out, as `markedLinesId` takes them. */
  readonly marked: string
  /** There is more in it, which nobody knows. */
  readonly hasMore: boolean
}

/** Nearly all of them. */
const simpleName = /^[a-z]*$/i

/** A name, and what Expressive Code, VitePress, Python-Markdown, Hugo and others write as its value. */
const attribute =
  /(?<key>[\w-]+) ?= ?(?:"(?<double>[^"]*)"(?=[\s,}]|$)|'(?<single>[^']*)'|"(?<nested>(?:[^"]|"(?![\s,}]|$)){0,300})"|(?<group>\{[^{}]*\}|\[[^\][]*\])|(?<numbers>\d[\d-]*(?:[ ,]+\d[\d-]*)*)(?=[\s,}]|$)|\/(?<pattern>[^/]+)\/(?=[\s}]|$)|(?<bare>[^\s"'{},]+))/
/** Lines, which may have a word that is seen beside them. */
const lines = /\{(?:\s*(?<label>"[^"]*"|'[^']*')\s*:)?(?<lines>[\d,\s-]+)\}/
/** Words and patterns that are looked for in the code, and lit up there; they end before a space. */
const searched =
  /(?<=[\s}])(?:"[^"]*"(?=[\s,}]|$)|'[^']*'|"(?:[^"]|"(?![\s,}]|$)){0,300}"|\/(?=\S)(?:[^/]|\/(?![\s}]|$)){1,300}\/(?=[\s}]|$))/
/** Where numbers of lines start, which are no lines that are marked. */
const numbersFrom = /showLineNumbers\{\d+\}/
const part = new RegExp(
  [
    lines,
    attribute,
    searched,
    numbersFrom,
    /(?<=^|\s)\[(?<bracketed>[^\][]+)\]/,
    /(?<word>[^\s{},]+)/,
    /(?<brace>[{}])/,
    /(?<comma>,)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

const titles = new Set(['title', 'filename', 'file', 'name', 'caption', 'lst-cap', 'tab'])

/** How the attributes of each name mark lines. */
const lineMarks: ReadonlyMap<string, LineMark> = new Map([
  ...['hl_lines', 'mark_lines', 'highlight', 'mark', 'emphasize-lines', 'code-line-numbers'].map(
    (name) => [name, ''] as const,
  ),
  ...['ins', 'add'].map((name) => [name, 'i'] as const),
  ...['del', 'rem'].map((name) => [name, 'd'] as const),
])

/** Names, without marks between their words, of how code looks and what a reader can do with it. */
const looks = new Set([
  ...['linenumbers', 'nolinenumbers', 'showlinenumbers', 'showlines', 'numberlines', 'startline'],
  ...['linenums', 'linenos', 'linenostart', 'lines', 'start', 'startfrom', 'startlinenumber'],
  ...['hidelines', 'focus', 'wrap', 'nowrap', 'frame', 'preserveindent', 'hangingindent', 'style'],
  ...['collapse', 'collapsestyle', 'expandable', 'usediffsyntax', 'lang', 'theme', 'icon', 'class'],
  ...['copy', 'nocopy', 'live', 'noinline', 'editable', 'runnable', 'twoslash', 'npm2yarn', 'id'],
])

/** Tell whether a word behind the language says how code looks, or what a reader can do with it. */
export function isLook(name: string): boolean {
  return looks.has(name.toLowerCase().replace(/^!|[_-]/g, ''))
}

/** Data URLs may have short names at this time, of which nothing is to be seen in the page. */
const dataUrl = /data:[^\s{}]*/gi

/** What was read so far. */
interface Reading {
  language?: string | undefined
  title?: string
  readonly marked: string[]
  hasMore: boolean
  /** What stands in braces, or behind a comma, is told to tools. */
  isForTools: boolean
}

/**
 * Read `js`, `{.python #id}`, `{r, echo=FALSE}`, `ts:a.ts`, `title="a.js" ins={2}` and the like. The language
 * is the first word that can be one.
 * @param info The whole string.
 */
export function readCodeInfo(info: string): CodeInfo {
  if (simpleName.test(info)) {
    return { language: codeLanguage(info), title: '', marked: '', hasMore: false }
  }
  const known = info.replace(dataUrl, '')
  const reading: Reading = { marked: [], hasMore: known !== info, isForTools: false }
  let isInBraces = false
  for (const { groups = {} } of known.matchAll(part)) {
    const { brace, comma } = groups
    if (brace !== undefined) isInBraces = brace === '{'
    else if (comma === undefined) readPart(groups, reading)
    reading.isForTools = isInBraces || comma !== undefined
  }
  const { language, title = '', marked, hasMore } = reading
  return { language, title, marked: marked.join(','), hasMore }
}

type Groups = Readonly<Record<string, string | undefined>>

function readPart(groups: Groups, reading: Reading): void {
  const { lines: found, label, key, bracketed, word } = groups
  if (found !== undefined) {
    markLines('', found, reading)
    reading.hasMore ||= label !== undefined
  } else if (key !== undefined) readAttribute(key.toLowerCase(), groups, reading)
  else if (bracketed !== undefined) setTitle(bracketed, reading)
  else if (word !== undefined) readWord(word, reading)
}

function readAttribute(
  name: string,
  { double, single, nested, group, numbers, pattern, bare }: Groups,
  reading: Reading,
): void {
  const words = double ?? single ?? nested ?? pattern
  const value = words ?? group ?? numbers ?? bare ?? ''
  const mark = lineMarks.get(name)
  const numbered = value.replace(/^[[{]|[\]}]$/g, '')
  if (titles.has(name)) setTitle(bare === undefined ? value : fromQuery(value), reading)
  else if (mark === undefined) reading.hasMore ||= !(reading.isForTools || isLook(name))
  else if (mark !== '' && words !== undefined) return
  else if (/^[\d,\s"-]*$/.test(numbered)) markLines(mark, numbered, reading)
  // Words for lines are seen, others are looked for in the code.
  else reading.hasMore ||= /^\s*["'].*["']\s*:/s.test(numbered)
}

function markLines(mark: LineMark, written: string, { marked }: Reading): void {
  for (const [range] of written.matchAll(/\d+(?:-\d+)?/g)) marked.push(mark + range)
}

function setTitle(words: string, reading: Reading): void {
  if (reading.title === undefined) reading.title = words
  else reading.hasMore = true
}

const languageName = /^\.?([\p{L}\p{N}_+.-][\p{L}\p{N}_+#.-]*)(?::(\S*))?$/u

function readWord(word: string, reading: Reading): void {
  if (!/\p{L}/u.test(word)) return
  const [, name, after = ''] = (reading.language === undefined && languageName.exec(word)) || []
  if (name === undefined) reading.hasMore ||= !(reading.isForTools || isLook(word))
  else {
    reading.language = codeLanguage(name)
    if (after !== '' && !isLook(after.replace(/=.*$/s, ''))) setTitle(after, reading)
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
