/**
 * Rewrites the admonitions `:::note` … `:::` and `!!! note` as quotes that begin with `[!NOTE]`,
 * line for line, so that line numbers stay the same.
 * @module
 */
import { alertKind, findAlertType } from './alert-types.ts'
import { plainRules } from './code/code-rules.ts'
import { findCode } from './code/find-code.ts'
import type { LineCode } from './code/line-code.ts'
import { LineReader, splitLines } from './code/line-reader.ts'
import { tooDeep } from './markdown-limit-error.ts'

/**
 * Rewrite the admonitions of a document as alerts.
 * @returns The source with as many lines; unchanged where nothing is an admonition for certain.
 * @throws {MarkdownLimitError} When they nest deeper than anything may.
 */
export function admonitionsAsAlerts(markdown: string): string {
  if (!mayHold(markdown)) return markdown
  const lines = splitLines(markdown)
  const ranges = findRanges(lines)
  return ranges.length === 0 ? markdown : rewrite(lines, ranges).join('\n')
}

/** Every admonition contains one of these marks. */
const marks = [':::', '!!!', '???'] as const
const mark = /:::|!!!|\?\?\?/
const opening = /^ *(?::{3,}|!!!|\?\?\?)[^\S\n\r]*[{.+]*[^\S\n\r]*([a-z][a-z-]*)/gim

function mayHold(markdown: string): boolean {
  if (!marks.some((one) => markdown.includes(one))) return false
  for (const [, name = ''] of markdown.matchAll(opening)) {
    if (findAlertType(name) !== undefined) return true
  }
  return false
}

interface Range {
  readonly start: number
  readonly end: number
  readonly indent: number
  readonly notation: 'colons' | 'indented'
  readonly marker: string
}

interface Open {
  readonly start: number
  readonly indent: number
  readonly colons: number
  readonly marker: string | undefined
}

const itemMarker = /^(\s*(?:[-*+:]|\d{1,9}[.)])\s+)\S/
const colonFence = /^( *)(:{3,})[ \t]*(.*)$/
const exclamation =
  /^( *)(!!!|\?\?\?)(\+?)[ \t]+([a-z][a-z-]*)(?:[ \t]+[a-z-]+)*(?:[ \t]+"(.*)")?[ \t]*$/i

function findRanges(lines: readonly string[]): Range[] {
  const ranges: Range[] = []
  const open: Open[] = []
  const code = findCode(lines, plainRules)
  let listIndent = 0
  let above = -1
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as string
    if (!mark.test(line) || beginsWithCode(line, code[index] as LineCode)) continue
    listIndent = indentOfList(lines, code, index, above) ?? listIndent
    above = index
    const [, spaces = '', colons = '', info = ''] =
      (line.includes(':::') && colonFence.exec(line)) || []
    if (colons !== '' && spaces.length <= listIndent + 3) {
      const indent = spaces.length
      if (info.trim() !== '') {
        open.push({ start: index, indent, colons: colons.length, marker: markerOfColons(info) })
      } else closeColons(open, colons.length, index, ranges)
    } else {
      const range = indentedRange(lines, index, listIndent)
      if (range !== undefined) ranges.push(range)
    }
  }
  return ranges.sort((a, b) => a.start - b.start)
}

function beginsWithCode(line: string, code: LineCode): boolean {
  return code.kind !== 'text' || code.spans.some(({ from }) => line.slice(0, from).trim() === '')
}

/**
 * Tell how far the content of the list around a line is indented.
 * @param above Only lines below this index are looked at.
 */
function indentOfList(
  lines: readonly string[],
  code: readonly LineCode[],
  from: number,
  above: number,
): number | undefined {
  for (let index = from; index > above; index -= 1) {
    const line = lines[index] as string
    const prefix = itemMarker.exec(line)?.[1]
    if (prefix === undefined && (!/^\S/.test(line) || line.startsWith(':::'))) continue
    if (!beginsWithCode(line, code[index] as LineCode)) return prefix?.length ?? 0
  }
  return undefined
}

function closeColons(open: Open[], colons: number, end: number, ranges: Range[]): void {
  const last = open.at(-1)
  if (last === undefined || last.colons > colons) return
  open.pop()
  const { start, indent, marker } = last
  if (marker !== undefined) ranges.push({ start, end, indent, notation: 'colons', marker })
}

/** Longer first lines are no titles, and matching them could take very long. */
const maxInfoLength = 500

/** Read `note`, `note Title`, `note[Title]`, `{.note}` or `note{title="Title"}`. */
function markerOfColons(info: string): string | undefined {
  if (info.length > maxInfoLength) return undefined
  const [, name = '', rest = ''] = /^\{?\.?([a-z][a-z-]*)(.*)$/i.exec(info.trim()) ?? []
  if (findAlertType(name) === undefined) return undefined
  const [, label] = /^\[(.*)\]/.exec(rest.trim()) ?? []
  const [, titled] = /[{ ]title="([^"]*)"/.exec(rest) ?? []
  const title = label ?? titled ?? rest.replace(/\{[^}]*\}?|\}$|:+$/g, '')
  return markerOf(name, '', title)
}

function markerOf(name: string, fold: string, title: string): string {
  const { kind, title: own } = alertKind(name)
  return `[!${kind}]${fold} ${title.trim() || own}`.trimEnd()
}

function indentedRange(
  lines: readonly string[],
  start: number,
  listIndent: number,
): Range | undefined {
  const opening = lines[start] as string
  if (opening.length > maxInfoLength) return undefined
  const [, spaces = '', mark, plus = '', name = '', title = ''] = exclamation.exec(opening) ?? []
  const indent = spaces.length
  if (findAlertType(name) === undefined || indent > listIndent + 3) return undefined
  let end = start
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] as string
    if (line.trim() === '') continue
    if (!isInside(line, indent)) break
    end = index
  }
  const fold = mark === '!!!' ? '' : plus || '-'
  return { start, end, indent, notation: 'indented', marker: markerOf(name, fold, title) }
}

function isInside(line: string, indent: number): boolean {
  return line.startsWith(' '.repeat(indent + 4)) || line.startsWith(`${' '.repeat(indent)}\t`)
}

/**
 * Admonitions beyond this depth are over every limit anyway, and each line grows with the depth.
 */
const maxNested = 90

function rewrite(lines: readonly string[], ranges: readonly Range[]): string[] {
  const active: Range[] = []
  let next = 0
  return lines.map((line, index) => {
    while (active.length > 0 && (active.at(-1) as Range).end < index) active.pop()
    while (ranges[next]?.start === index) {
      active.push(ranges[next] as Range)
      next += 1
      if (active.length > maxNested) throw tooDeep(active.length, index + 1, maxNested)
    }
    return active.length === 0 ? line : prefixed(line, index, active)
  })
}

/**
 * Put a `>` where each admonition around the line is indented. A line that is blank or less
 * indented loses only the space that it has.
 */
function prefixed(line: string, index: number, active: readonly Range[]): string {
  const reader = new LineReader(line)
  let result = ''
  let column = 0
  for (const { start, end, indent, notation, marker } of active) {
    if (index === end && notation === 'colons') return result.trimEnd()
    const spaces = Math.max(0, indent - column)
    // A blank line inside an admonition belongs to its quote.
    result += `${' '.repeat(spaces)}> `
    if (index === start) return result + marker
    const inside = notation === 'indented' ? 4 : 0
    reader.skipColumns(spaces + inside)
    column += spaces + inside
  }
  return result + reader.remainder()
}
