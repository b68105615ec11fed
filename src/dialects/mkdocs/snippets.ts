/** Snippets of PyMdown Extensions, `--8<-- "FILE"`; they run first, and in code too. @module */
import { mapCode, openedLine, sealedAgain } from '../code-lines.ts'
import type { Construct } from '../construct.ts'
import { type LineInclusion, readIncludes } from '../includes.ts'
import { kindsOf, type Line, mapText } from '../line.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/snippets/ */
export const mkdocsSnippets: Construct = {
  name: 'snippet: a file, some lines of it, or a section',
  written: '--8<-- "notes.md:2:3"',
  becomes: 'two\nthree',
  sign: /-8<-/,
  inCode: { written: '```\n--8<-- "notes.md:2:3"\n```', becomes: '```\ntwo\nthree\n```' },
  read: (lines, context) =>
    mapCode(
      mapText(
        readIncludes(linesOfBlocks(lines), context, { find: findSnippet, inCode: 'always' }),
        shown,
      ),
      (code, kind) => (kind === 'line' ? shown(code) : code),
    ),
}

/** A leading semicolon escapes the directive. */
const escaped = /^(\s*);(;*-+8<-)/

function shown(text: string): string {
  return text.replace(escaped, '$1$2')
}

const snippet = /^(\s*)-+8<-+[ \t]+(?:"([^"]{1,500})"|'([^']{1,500})')[ \t]*$/
const blockMark = /^(\s*)-+8<-+[ \t]*$/
const sectionMark = /-+8<-+[ \t]*\[[ \t]*(start|end)[ \t]*:[ \t]*([\w-]+)[ \t]*\]/

/** Each line between two bare marks names a file; a leading semicolon disables it. */
function linesOfBlocks(lines: readonly Line[]): readonly Line[] {
  const marks = lines.flatMap(({ text }, index) => (blockMark.test(wordsOf(text)) ? [index] : []))
  if (marks.length < 2) return lines
  const kinds = kindsOf(lines)
  let start: number | undefined
  const dropped = new Set<number>()
  const names = new Set<number>()
  for (const mark of marks) {
    if (kinds[mark] === 'front-matter') continue
    if (start === undefined) {
      start = mark
      continue
    }
    dropped.add(start).add(mark)
    for (let index = start + 1; index < mark; index += 1) {
      if (/^\s*(?:;|$)/.test(wordsOf((lines[index] as Line).text))) dropped.add(index)
      else names.add(index)
    }
    start = undefined
  }
  return lines.flatMap((one, index) => {
    if (dropped.has(index)) return []
    if (!names.has(index)) return [one]
    const code = openedLine(one.text)
    const content = code?.content ?? one.text
    const name = content.trimStart()
    const indent = content.slice(0, content.length - name.length)
    const written = `${indent}--8<-- "${name.trimEnd()}"`
    const text = code === undefined ? written : sealedAgain({ ...code, content: written })
    return [{ ...one, text }]
  })
}

function wordsOf(text: string): string {
  return openedLine(text)?.content ?? text
}

/** A file and a part of it: `FILE:2:3`, `FILE::3,8:9`, `FILE:section`. */
const named = /^(.*?)(?::([-\d:,]+|[a-z][\w-]*))?$/i

function findSnippet(line: string): LineInclusion | undefined {
  if (!line.includes('8<')) return undefined
  const [found, before = '', double, single] = snippet.exec(line) ?? []
  const written = (double ?? single ?? '').trim()
  if (found === undefined) return undefined
  if (written.startsWith(';') || /^https?:/i.test(written)) return undefined
  const [, address = written, part = ''] = named.exec(written) ?? []
  return { address, before, after: '', isFromPage: true, choose: ({ text }) => choose(text, part) }
}

function choose(text: string, part: string): string | undefined {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (/^[a-z]/i.test(part)) return section(lines, part)
  const chosen = part === '' ? lines : part.split(',').flatMap((range) => ofRange(lines, range))
  return withoutMarks(chosen)
}

/** `2` to the end, `2:4`, `:4`, and from the end `-3:-1`. */
function ofRange(lines: readonly string[], range: string): readonly string[] {
  const [from = '', to = ''] = range.split(':')
  const index = (written: string, otherwise: number): number => {
    if (written === '') return otherwise
    return Number(written) < 0 ? lines.length + Number(written) + 1 : Number(written)
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
