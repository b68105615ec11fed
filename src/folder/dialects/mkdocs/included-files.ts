/**
 * Include plugins: `{% include-markdown "FILE" start="…" %}`, `{! FILE !}`. @module
 */
import { splitLines } from '../../../convert/code/line-reader.ts'
import { type Attributes, readAttributes } from '../attributes.ts'
import type { IncludedFile } from '../dialect-context.ts'
import { makeText } from '../parts/make-parts.ts'
import {
  type Code,
  type LineOfCode,
  mapChildren,
  type Part,
  partsOfRows,
  rowsOf,
} from '../parts/part.ts'
import type {
  CodeConstruct,
  Inclusion,
  TagConstruct,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { type PlacedToken, type SourceDocument, type Syntax, singleTags } from '../parts/syntax.ts'
import { rangeOf } from '../shared/file-parts.ts'
import { type CodeInclusion, codeWithFiles, includedAt } from '../shared/included-files.ts'

const snippet = /^([\s>]*)-+8<-+[ \t]+(?:"([^"]{1,500})"|'([^']{1,500})')[ \t]*$/
const blockMark = /^([\s>]*)-+8<-+[ \t]*$/
const sectionMark = /-+8<-+[ \t]*\[[ \t]*(start|end)[ \t]*:[ \t]*([\w-]+)[ \t]*\]/

/** Between two bare marks, each line names a file; the attributes are these lines. */
const snippets: Syntax = { name: 'snippet', start: /-8<-/, findTags: findSnippets }

function findSnippets({ texts, code }: SourceDocument): readonly PlacedToken[] {
  const tokens: PlacedToken[] = []
  const tagAt = (start: number, end: number, attributes: string): void => {
    tokens.push({ kind: 'single', name: 'snippet', attributes, start, end })
  }
  let first: { readonly start: number; readonly row: number } | undefined
  let start = 0
  for (const [row, text] of texts.entries()) {
    const isText = code[row]?.kind === 'text' && text.includes('8<')
    const end = start + text.length
    const [, before = '', double, single] = (isText && snippet.exec(text)) || []
    const name = double ?? single
    const mark = isText ? blockMark.exec(text)?.[1] : undefined
    if (name !== undefined) tagAt(start + before.length, end, name)
    else if (mark !== undefined && first === undefined) first = { start: start + mark.length, row }
    else if (mark !== undefined && first !== undefined) {
      tagAt(first.start, end, namesIn(texts.slice(first.row + 1, row)).join('\n'))
      first = undefined
    }
    start = end + 1
  }
  return tokens.sort((a, b) => a.start - b.start)
}

/** A leading semicolon disables a name. */
function namesIn(texts: readonly string[]): readonly string[] {
  return texts
    .map((text) => text.replace(/^[\s>]+/, '').trim())
    .filter((text) => /^[^;]/.test(text))
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/snippets/ */
export const mkdocsSnippets: TagConstruct = {
  name: 'snippet: a file, some lines of it, or a section',
  input: '--8<-- "notes.md:2:3"',
  becomes: 'two\nthree',
  syntax: snippets,
  tag({ attributes, before, line }, context) {
    const inclusions = attributes.split('\n').map(inclusionOf)
    if (inclusions.includes(undefined)) return undefined
    const files = inclusions.map((inclusion) => context.include(inclusion as Inclusion, line) ?? [])
    if (before !== '') return { block: files }
    const end = { type: 'break', line } as const
    return { inline: files.flatMap((parts, at) => (at === 0 ? parts : [end, ...parts])) }
  },
}

export const mkdocsSnippetsInCode: CodeConstruct = {
  name: 'snippet in code',
  input: '```\n--8<-- "notes.md:2:3"\n```',
  becomes: '```\ntwo\nthree\n```',
  inCode: { input: '```\n--8<-- "notes.md:2:3"\n```', becomes: '```\ntwo\nthree\n```' },
  code(code, context) {
    if (code.type === 'span' || !code.lines.some(({ text }) => text.includes('8<-')))
      return undefined
    const singleLines = { ...code, lines: oneNameOnLine(code.lines) }
    const [{ lines }] = codeWithFiles(singleLines, context, findSnippet) ?? [singleLines]
    return [{ ...code, lines: lines.map((line) => ({ ...line, text: withoutEscapes(line.text) })) }]
  },
}

/** Rewrite names between bare marks as one snippet per line. */
function oneNameOnLine(lines: Code['lines']): Code['lines'] {
  const result: LineOfCode[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as LineOfCode
    const isMark = (text: string): boolean => text.includes('8<') && blockMark.test(text)
    const length = isMark(line.text)
      ? lines.slice(index + 1).findIndex(({ text }) => isMark(text))
      : -1
    if (length === -1) {
      result.push(line)
      continue
    }
    for (const nameLine of lines.slice(index + 1, index + 1 + length)) {
      const [indent = ''] = /^\s*/.exec(nameLine.text) ?? []
      for (const name of namesIn([nameLine.text]))
        result.push({ ...nameLine, text: `${indent}--8<-- "${name}"` })
    }
    index += length + 1
  }
  return result
}

function findSnippet(text: string): CodeInclusion | undefined {
  const [whole, before = '', double, single] = (text.includes('8<') && snippet.exec(text)) || []
  const inclusion = inclusionOf(double ?? single ?? '')
  if (whole === undefined || inclusion === undefined) return undefined
  return { ...inclusion, from: before.length, to: text.length }
}

/** A leading semicolon escapes the directive. */
const escapedMark = /^(\s*);(;*-+8<-)/

function withoutEscapes(text: string): string {
  return text.replace(escapedMark, '$1$2')
}

export const mkdocsShownSnippets: WordsConstruct = {
  name: 'snippet that is shown',
  input: ';--8<-- "notes.md"',
  becomes: '--8<-- "notes.md"',
  tells: 'syntax-shown --8<--',
  mark: '8<-',
  words: new RegExp(escapedMark, 'dg'),
  replace: ({ match: [whole] }) => withoutEscapes(whole),
}

/** A file and a part of it: `FILE:2:3`, `FILE::3,8:9`, `FILE:section`. */
const fileAndPart = /^(.*?)(?::([-\d:,]+|[a-z][\w-]*))?$/i

function inclusionOf(text: string): Inclusion | undefined {
  const name = text.trim()
  if (/^(?:;|https?:|$)/i.test(name)) return undefined
  const [, address = name, part = ''] = fileAndPart.exec(name) ?? []
  return { address, isFromPage: true, choose: ({ text }) => choose(text, part) }
}

function choose(text: string, part: string): string | undefined {
  const lines = splitLines(text.replace(/\r?\n$/, ''))
  if (/^[a-z]/i.test(part)) return section(lines, part)
  const selectedLines =
    part === '' ? lines : part.split(',').flatMap((range) => ofRange(lines, range))
  return withoutMarks(selectedLines)
}

/** `2` to the end, `2:4`, `:4`, and from the end `-3:-1`. */
function ofRange(lines: readonly string[], range: string): readonly string[] {
  const [from = '', to = ''] = range.split(':')
  const index = (position: string, otherwise: number): number => {
    if (position === '') return otherwise
    return Number(position) < 0 ? lines.length + Number(position) + 1 : Number(position)
  }
  return lines.slice(Math.max(0, index(from, 1) - 1), Math.max(0, index(to, lines.length)))
}

function section(lines: readonly string[], name: string): string | undefined {
  const isMark = (line: string, edge: string): boolean => {
    const [, its, of] = sectionMark.exec(line) ?? []
    return its === edge && of === name
  }
  const start = lines.findIndex((line) => isMark(line, 'start'))
  if (start === -1) return undefined
  const end = lines.findIndex((line, index) => index > start && isMark(line, 'end'))
  return withoutMarks(lines.slice(start + 1, end === -1 ? lines.length : end))
}

function withoutMarks(lines: readonly string[]): string {
  return lines.filter((line) => !sectionMark.test(line)).join('\n')
}

const directive = /\{%-?\s*(include|include-markdown)\s+(["'][^%]{1,1000}?)-?%\}/
const part =
  /(?<!\\)\{![+>]*\s*([^\s{}!|[\]]{1,500})\s*(?:\[ln:([-\d.,\s]{1,200})\])?\s*(?:\|[^!{}]{0,200})?!(?:\s*lines=([-\d\s]{1,200}))?\}/

const directives = singleTags('include directive', /\{%-?/, directive)
const includedParts = singleTags('included part', /(?<!\\)\{!/, part)

/** https://github.com/mondeja/mkdocs-include-markdown-plugin */
export const mkdocsIncludedFiles: TagConstruct = {
  name: 'file that is included, or a part of it',
  input: '{% include-markdown "notes.md" start="two" end="four" %}',
  becomes: '\nthree',
  syntax: directives,
  tag(tag, context) {
    const match = findDirective(tag.opening)
    if (match === undefined) return undefined
    const { attributes, ...inclusion } = match
    const offset = Number(attributes.pairs.get('heading-offset') ?? 0)
    const include: typeof context.include = (...place) => {
      const parts = context.include(...place)
      return parts === undefined || !Number.isInteger(offset) ? parts : shiftHeadings(parts, offset)
    }
    return includedAt(tag, inclusion, { ...context, include })
  },
}

export const mkdocsIncludedFilesInCode: CodeConstruct = {
  name: 'file that is included in code',
  input: '```\n{% include "notes.md" start="two" end="four" %}\n{! notes.md [ln:2-3] !}\n```',
  becomes: '```\n\nthree\ntwo\nthree\n```',
  inCode: { input: '```\n{!> notes.md [ln:2-3] !}\n```', becomes: '```\ntwo\nthree\n```' },
  code: (block, context) =>
    codeWithFiles(block, context, (text) => {
      const match = text.includes('{%') ? findDirective(text) : undefined
      if (match !== undefined) return { ...match, isSample: true }
      return text.includes('{!') ? findPart(text) : undefined
    }),
}

interface Directive extends Inclusion {
  readonly attributes: Attributes
  readonly from: number
  readonly to: number
}

function findDirective(text: string): Directive | undefined {
  const match = directive.exec(text)
  if (match === null) return undefined
  const [whole, kind, argumentText = ''] = match
  const attributes = readAttributes(argumentText)
  const address = attributes.words[0] ?? ''
  if (/^https?:/i.test(address)) return undefined
  const rebases = kind !== 'include' && attributes.pairs.get('rewrite-relative-urls') !== 'false'
  return {
    address,
    attributes,
    from: match.index,
    to: match.index + whole.length,
    ...(rebases ? { rebase: true } : {}),
    choose: (file) => betweenMarks(file, attributes),
  }
}

function betweenMarks({ text: fileText }: IncludedFile, { pairs }: Attributes): string | undefined {
  const [start = '', end = ''] = [pairs.get('start') ?? '', pairs.get('end') ?? ''].map(
    withLineBreaks,
  )
  const from = fileText.indexOf(start)
  if (from === -1) return undefined
  const text = fileText.slice(from + start.length)
  const to = end === '' ? -1 : text.indexOf(end)
  return to === -1 ? text : text.slice(0, to)
}

function withLineBreaks(mark: string): string {
  return mark.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
}

function shiftHeadings(parts: readonly Part[], offset: number): readonly Part[] {
  const change = (children: readonly Part[], line: number): readonly Part[] =>
    partsOfRows(
      rowsOf(children, line).map((row) => {
        const [first, ...others] = row.parts
        const text = first?.type === 'text' ? first.text : ''
        const [marks] = /^#{1,6}(?=\s)/.exec(text) ?? []
        if (marks === undefined) return row
        const newMarks = '#'.repeat(Math.min(6, Math.max(1, marks.length + offset)))
        return { ...row, parts: [makeText(newMarks + text.slice(marks.length)), ...others] }
      }),
    )
  return offset === 0 ? parts : change(mapChildren(parts, change), 0)
}

/** https://github.com/neurobin/mdx_include */
export const mkdocsIncludedParts: TagConstruct = {
  name: 'file that is included by its name alone, or some lines of it',
  input: '{!> notes.md [ln:2-3] !}',
  becomes: 'two\nthree',
  syntax: includedParts,
  tag(tag, context) {
    const inclusion = findPart(tag.opening)
    return inclusion && includedAt(tag, inclusion, context)
  },
}

function findPart(text: string): (Inclusion & { from: number; to: number }) | undefined {
  const match = part.exec(text)
  if (match === null) return undefined
  const [whole, address = '', ranges, lineList = ''] = match
  if (!/[./]/.test(address) || /^https?:/i.test(address)) return undefined
  return {
    address,
    from: match.index,
    to: match.index + whole.length,
    isFromPage: true,
    choose: (file) => chosenLines(file.text, ranges ?? lineList.trim().replace(/\s+/g, ',')),
  }
}

/**
 * Select lines by number, from 1.
 * @param ranges Such as `2-4,7` or `2:4`; columns behind a point are ignored; empty means all.
 */
function chosenLines(text: string, ranges: string): string {
  if (ranges.trim() === '') return text
  const lines = text.split(/\r?\n/)
  const plain = ranges.replace(/\.\d*/g, '').replaceAll(':', '-').split(',')
  return plain.flatMap((range) => rangeOf(lines, range)).join('\n')
}
