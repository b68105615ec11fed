/**
 * Reads blocks with indented content as Python-Markdown has them, and rewrites them with marks.
 * @module
 */

import { findAlertType } from '../../convert/alert-types.ts'
import { closeDetails, openDetails, writeApart } from '../details.ts'
import { kindsOf, type Line } from '../line.ts'
import { nameInWords } from '../parts/words.ts'

export type IndentedBlock =
  | ({ readonly kind: 'admonition' } & Admonition)
  | { readonly kind: 'details' | 'tab'; readonly label: string }

interface OpenBlock {
  readonly kind: IndentedBlock['kind'] | 'item'
  /** Column of the first line. */
  readonly column: number
  /** Prefix of the written lines. */
  readonly indent: string
}

const maxLength = 500

/** Columns of indentation for each level. */
const step = 4

const nothing = -1

/** Deeper blocks stay as written. */
const maxNested = 40

/**
 * Read the blocks of a document.
 * @param findBlock Reads an opening line without its indentation.
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

const item = /^([ \t]*(?:[-*+:]|\d{1,9}[.)])[ \t]+)(\S.*?)\s*$/

function labelOf(block: IndentedBlock): string {
  if (block.kind !== 'admonition') return block.label
  return block.title || (findAlertType(block.type)?.title ?? nameInWords(block.type))
}

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

interface Admonition {
  readonly type: string
  /** Undefined shows the type; empty shows no title. */
  readonly title: string | undefined
}

export function openAdmonition({ type, title }: Admonition, line: number, indent: string): Line {
  const isKnown = findAlertType(type) !== undefined
  const label = title ?? (isKnown ? '' : nameInWords(type))
  return { text: `${indent}:::${isKnown ? type : 'note'}${label && `[${label}]`}`, line }
}

export function closeAdmonition(line: number, indent: string): Line {
  return { text: `${indent}:::`, line }
}

type ReadLines = (lines: readonly Line[]) => readonly Line[]

const maxQuotes = 5

const quoted = /^([ \t]*>) ?/

/**
 * Read a document, nested quotes first.
 * @param read Reads lines without their quote marks; returns the same array when it changes
 * nothing.
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
