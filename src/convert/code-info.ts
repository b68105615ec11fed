/** Reads the info string of a code block, and names its language as Atlassian's editor does. @module */
import { wordSet } from '../contract/base/lists.ts'
import type { LineMark } from './adf/local-ids.ts'

const simpleName = /^[a-z]*$/i

/**
 * An attribute and its value, as Expressive Code, VitePress, Python-Markdown, Hugo and others write
 * them.
 */
const attribute =
  /(?<key>[\w-]+) ?= ?(?:"(?<double>[^"]*)"(?=[\s,}]|$)|'(?<single>[^']*)'|"(?<nested>(?:[^"]|"(?![\s,}]|$)){0,300})"|(?<group>\{[^{}]*\}|\[[^\][]*\])|(?<numbers>\d[\d-]*(?:[ ,]+\d[\d-]*)*)(?=[\s,}]|$)|\/(?<pattern>[^/]+)\/(?=[\s}]|$)|(?<bare>[^\s"'{},]+))/
/** Marked lines, optionally with a label. */
const lines = /\{(?:\s*(?<label>"[^"]*"|'[^']*')\s*:)?(?<lines>[\d,\s-]+)\}/
/** Words and patterns to highlight in the code; each ends before a space. */
const searched =
  /(?<=[\s}])(?:"[^"]*"(?=[\s,}]|$)|'[^']*'|"(?:[^"]|"(?![\s,}]|$)){0,300}"|\/(?=\S)(?:[^/]|\/(?![\s}]|$)){1,300}\/(?=[\s}]|$))/
/** The first line number, which marks no line. */
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

const titles = wordSet('title filename file name caption lst-cap tab')

/** How each attribute marks lines. */
const lineMarks: ReadonlyMap<string, LineMark> = new Map(
  Object.entries({
    hl_lines: '',
    mark_lines: '',
    highlight: '',
    mark: '',
    'emphasize-lines': '',
    'code-line-numbers': '',
    ins: 'i',
    add: 'i',
    del: 'd',
    rem: 'd',
  } as const),
)

/**
 * Attributes about looks and interaction only, written here without the marks between their words.
 */
const looks = wordSet(`
  linenumbers nolinenumbers showlinenumbers showlines numberlines startline linenums linenos
  linenostart lines start startfrom startlinenumber hidelines focus wrap nowrap frame preserveindent
  hangingindent style collapse collapsestyle expandable usediffsyntax lang theme icon class copy
  nocopy live noinline editable runnable twoslash npm2yarn id`)

/** Tell whether an attribute is about looks or interaction only. */
export function isLook(name: string): boolean {
  return looks.has(name.toLowerCase().replace(/^!|[_-]/g, ''))
}

/** Data URLs may be short names here, and must not show on the page. */
const dataUrl = /data:[^\s{}]*/gi

interface Reading {
  language?: string | undefined
  title?: string
  /** Highlighted, inserted and deleted lines, in the notation of `markedLinesId`. */
  readonly marked: string[]
  /** Whether the info string has more words, which we do not understand. */
  hasMore: boolean
  /** Text in braces or behind a comma is for tools. */
  isForTools: boolean
}

/**
 * Read `js`, `{.python #id}`, `{r, echo=FALSE}`, `ts:a.ts`, `title="a.js" ins={2}` and the like.
 * The language is the first word that can be one.
 */
export function readCodeInfo(info: string) {
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
  const { lines: range, label, key, bracketed, word } = groups
  if (range !== undefined) {
    markLines('', range, reading)
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
  if (titles.has(name)) setTitle(value, reading)
  else if (mark === undefined) reading.hasMore ||= !(reading.isForTools || isLook(name))
  else if (mark !== '' && words !== undefined) return
  else if (/^[\d,\s"-]*$/.test(numbered)) markLines(mark, numbered, reading)
  // Labels of lines would be shown; other words are only searched for in the code.
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

/**
 * Read the name of a language.
 * @returns Undefined when the word names none.
 */
export function codeLanguage(name: string): string | undefined {
  return name.toLowerCase() || undefined
}

/** Read rows such as `c++=cpp,cxx css`: a name, and the other names that lead to it as it does itself. */
export function nameTable(rows: string): ReadonlyMap<string, string> {
  return new Map(
    rows
      .trim()
      .split(/\s+/)
      .map((row) => row.split(/[=,]/))
      .flatMap((names) => names.map((name) => [name, names[0] as string] as const)),
  )
}

/**
 * Names that Confluence itself changes on saving, and short names that its editor would not colour.
 * Other names are kept in lower case.
 */
const renamed = nameTable(`
  c++=cpp,cxx csharp=c#,cs diff=patch dockerfile=docker elixir=ex,exs erlang=erl go=golang haskell=hs
  html=htm javascript=cjs,js,mjs json=json5,jsonc kotlin=kt objective-c=objc,objectivec ocaml=ml
  perl=pl plaintext=text,txt powershell=bat,ps1,pwsh python=py,python3 ruby=rb rust=rs
  shell=bash,console,sh,shell-session,shellsession,zsh tex=latex,math typescript=ts visualbasic=vb
  yaml=yml`)

/** Rename a programming language to its name in the editor. */
export function editorLanguage(name: string): string {
  return renamed.get(name) ?? name
}
