/**
 * Reads blocks whose content is indented, as Python's Markdown has them: takes the indentation off, and
 * puts marks around the content.
 * @module
 */
import { findAlertType } from '../../convert/alert-types.ts'
import { nameInWords } from '../alert.ts'
import { closeDetails, openDetails, writeApart } from '../details.ts'
import { kindsOf, type Line } from '../line.ts'

/** What opens such a block. */
export type IndentedBlock =
  | ({ readonly kind: 'admonition' } & Admonition)
  | { readonly kind: 'details' | 'tab'; readonly label: string }

interface OpenBlock {
  /** `item` for one that begins behind the mark of a list: its title is words of the item. */
  readonly kind: IndentedBlock['kind'] | 'item'
  /** The column of its first line. */
  readonly column: number
  /** What stands before its lines when they are written. */
  readonly indent: string
}

/** A longer line opens no block. */
const maxLength = 500

/** Every block takes so many spaces off its content. */
const step = 4

/** The column of what stands below the last line. */
const nothing = -1

/** Deeper ones are left as they are written. */
const maxNested = 40

/**
 * Read the blocks of a document.
 * @param findBlock Reads a first line, without its indentation.
 */
export function readIndentedBlocks(
  lines: readonly Line[],
  findBlock: (text: string) => IndentedBlock | undefined,
): readonly Line[] {
  const kinds = kindsOf(lines)
  const open: OpenBlock[] = []
  const result: Line[] = []
  let blank: Line[] = []
  let last = 0
  let hasBlock = false
  const closeBelow = (column: number): void => {
    while (open.length > 0 && column < (open.at(-1) as OpenBlock).column + step) {
      const { kind, indent } = open.pop() as OpenBlock
      const isBlankBelow = blank.length > 0 || column === nothing
      if (kind === 'admonition') result.push(closeAdmonition(last, indent))
      else if (kind !== 'item')
        writeApart(result, closeDetails({ line: last, indent }), isBlankBelow)
    }
  }
  for (const [index, one] of lines.entries()) {
    const { text, line } = one
    if (text.trim() === '') {
      blank.push(one)
      continue
    }
    const column = columnOf(text)
    if (kinds[index] !== 'code') closeBelow(column)
    for (const empty of blank) result.push(empty)
    blank = []
    last = line
    const mayOpen = kinds[index] === 'text' && open.length < maxNested && text.length < maxLength
    const block = mayOpen ? findBlock(text.trim()) : undefined
    const width = open.length * step
    if (block === undefined) {
      const [, mark = '', words = ''] = (mayOpen && item.exec(text)) || []
      const inItem = words === '' ? undefined : findBlock(words)
      hasBlock ||= inItem !== undefined
      const shown = inItem === undefined ? text : `${mark}**${labelOf(inItem)}**`
      result.push(width === 0 && shown === text ? one : { text: outdented(shown, width), line })
      if (inItem !== undefined) open.push({ kind: 'item', column: column + step, indent: '' })
      continue
    }
    hasBlock = true
    const indent = ' '.repeat(Math.max(0, column - width))
    open.push({ kind: block.kind, column, indent })
    const isBlankBelow = (lines[index + 1]?.text ?? '').trim() === ''
    if (block.kind === 'admonition') result.push(openAdmonition(block, line, indent))
    else
      writeApart(
        result,
        openDetails(block.label, { line, indent, isTab: block.kind === 'tab' }),
        isBlankBelow,
      )
  }
  closeBelow(nothing)
  for (const empty of blank) result.push(empty)
  return hasBlock ? result : lines
}

/** All marks of lists are as wide as one step. */
const item = /^([ \t]*(?:[-*+:]|\d{1,9}[.)])[ \t]+)(\S.*?)\s*$/

function labelOf(block: IndentedBlock): string {
  if (block.kind !== 'admonition') return block.label
  return block.title || (findAlertType(block.type)?.title ?? nameInWords(block.type))
}

/** Tabs lead to the next column that four divides. */
function columnOf(text: string): number {
  let column = 0
  for (const character of text) {
    if (character === ' ') column += 1
    else if (character === '\t') column += step - (column % step)
    else break
  }
  return column
}

function outdented(text: string, width: number): string {
  let column = 0
  let at = 0
  while (column < width && (text[at] === ' ' || text[at] === '\t')) {
    column += text[at] === ' ' ? 1 : step - (column % step)
    at += 1
  }
  return ' '.repeat(Math.max(0, column - width)) + text.slice(at)
}

/** A note as a dialect has it. */
interface Admonition {
  /** As written: `my-type`. */
  readonly type: string
  /** Undefined when the type is to be seen; empty when nothing is. */
  readonly title: string | undefined
}

/** Make the line that opens a note. */
export function openAdmonition({ type, title }: Admonition, line: number, indent: string): Line {
  const isKnown = findAlertType(type) !== undefined
  const label = title ?? (isKnown ? '' : nameInWords(type))
  return { text: `${indent}:::${isKnown ? type : 'note'}${label && `[${label}]`}`, line }
}

/** Make the line that closes a note. */
export function closeAdmonition(line: number, indent: string): Line {
  return { text: `${indent}:::`, line }
}

type ReadLines = (lines: readonly Line[]) => readonly Line[]

/** Deeper quotes are left as they are written. */
const maxQuotes = 5

/** In a list as well. */
const quoted = /^([ \t]*>) ?/

/**
 * Read a document, the quotes in it first.
 * @param lines The document, whole.
 * @param read Reads lines without the marks of the quotes around them; gives the same list when
 * there is nothing to read.
 */
export function readWithQuotes(lines: readonly Line[], read: ReadLines): readonly Line[] {
  return read(readQuotes(lines, read, 0))
}

function readQuotes(lines: readonly Line[], read: ReadLines, depth: number): readonly Line[] {
  if (depth === maxQuotes || !lines.some(({ text }) => quoted.test(text))) return lines
  const kinds = kindsOf(lines)
  const result: Line[] = []
  let isChanged = false
  for (let index = 0; index < lines.length; index += 1) {
    const one = lines[index] as Line
    const mark = kinds[index] === 'code' ? undefined : quoted.exec(one.text)?.[1]
    if (mark === undefined) {
      result.push(one)
      continue
    }
    const start = index
    while (index + 1 < lines.length && quoted.test((lines[index + 1] as Line).text)) index += 1
    const quote = lines.slice(start, index + 1)
    const inner = quote.map(({ text, line }) => ({ text: text.replace(quoted, ''), line }))
    const after = read(readQuotes(inner, read, depth + 1))
    isChanged ||= after !== inner
    const marked = after.map(({ text, line }) => ({ text: `${mark} ${text}`.trimEnd(), line }))
    for (const shown of after === inner ? quote : marked) result.push(shown)
  }
  return isChanged ? result : lines
}
