/** Reads blocks of PyMdown Extensions, `/// type | Title` … `///`. @module */

import { append } from '../../base/append.ts'
import { findAlertType } from '../../convert/alert-types.ts'
import type { Construct } from '../construct.ts'
import { closeDetails, openDetails, writeApart } from '../details.ts'
import { kindsOf, type Line } from '../line.ts'
import { nameInWords } from '../parts/words.ts'
import {
  closeAdmonition,
  type IndentedBlock,
  openAdmonition,
  readIndentedBlocks,
  readWithQuotes,
} from './indented-blocks.ts'

/** https://facelessuser.github.io/pymdown-extensions/extensions/blocks/ */
export const mkdocsBlocks: Construct = {
  name: 'block: `admonition` and its types, `details`, `tab`, `html`, `caption`, `define`',
  written: '/// details | Title\n    type: tip\nText\n///',
  becomes: '<details><summary>Title</summary>\n\nText\n\n</details>',
  sign: /\/\/\//,
  read: (lines) => readWithQuotes(lines, readBlocks),
}

interface Block {
  readonly name: string
  readonly title: string
  readonly options: ReadonlyMap<string, string>
  readonly start: number
  /** Index of the first line of its content. */
  readonly contentStart: number
  readonly slashes: number
  readonly indent: string
}

const header = /^(\s*)(\/{3,})[ \t]*([a-z][\w-]*)[ \t]*(?:\|(.*))?$/i
const closing = /^\s*(\/{3,})[ \t]*$/
/** Longer lines open no block. */
const maxLength = 500
/** Deeper blocks stay as written. */
const maxNested = 40

/** Blocks that only style their content. */
const unseen = new Set(['html', 'caption', 'figure-caption', 'table-caption', 'define'])

function readBlocks(lines: readonly Line[]): readonly Line[] {
  const { starts, ends } = findBlocks(lines)
  if (starts.size === 0) return lines
  const result: Line[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const one = lines[index] as Line
    const start = starts.get(index)
    const written = start ? opened(start, one) : closed(ends.get(index), one)
    if (start) index = start.contentStart - 1
    const isBlankBelow = (lines[index + 1]?.text ?? '').trim() === ''
    if (written.length > 1) writeApart(result, written, isBlankBelow)
    else append(result, written)
  }
  return result
}

function findBlocks(lines: readonly Line[]): {
  starts: ReadonlyMap<number, Block>
  ends: ReadonlyMap<number, Block>
} {
  const kinds = kindsOf(lines)
  const open: Block[] = []
  const starts = new Map<number, Block>()
  const ends = new Map<number, Block>()
  for (const [index, { text }] of lines.entries()) {
    if (kinds[index] !== 'text' || text.length > maxLength || !text.includes('///')) continue
    const slashes = closing.exec(text)?.[1]?.length
    if (slashes === undefined) {
      const block = blockAt(lines, index)
      if (block !== undefined) open.push(block)
      continue
    }
    const at = open.slice(-maxNested).findLastIndex((block) => block.slashes === slashes)
    if (at === -1) continue
    const [block] = open.splice(Math.max(0, open.length - maxNested) + at)
    starts.set((block as Block).start, block as Block)
    ends.set(index, block as Block)
  }
  return { starts, ends }
}

function blockAt(lines: readonly Line[], start: number): Block | undefined {
  const [found, indent = '', slashes = '', name = '', title = ''] =
    header.exec((lines[start] as Line).text) ?? []
  if (found === undefined) return undefined
  const options = new Map<string, string>()
  const option = new RegExp(
    `^ {${indent.length + 4}}(attrs|markdown|new|open|select|type):[ \\t]*(.*)$`,
  )
  let contentStart = start + 1
  for (; contentStart < lines.length; contentStart += 1) {
    const [, key, value = ''] = option.exec((lines[contentStart] as Line).text) ?? []
    if (key === undefined) break
    options.set(key.toLowerCase(), value.trim())
  }
  const block = { name: name.toLowerCase(), title: title.trim(), options, start, contentStart }
  return { ...block, slashes: slashes.length, indent }
}

function opened({ name, title, options, indent }: Block, { line }: Line): readonly Line[] {
  if (unseen.has(name)) return [{ text: '', line }]
  const type = options.get('type') ?? (name === 'admonition' ? 'note' : name)
  if (isDetails(name))
    return openDetails(title || nameInWords(type), { line, indent, isTab: name === 'tab' })
  return [openAdmonition({ type, title: title || undefined }, line, indent)]
}

function closed(block: Block | undefined, one: Line): readonly Line[] {
  if (block === undefined) return [one]
  const { name, indent } = block
  if (unseen.has(name)) return [{ ...one, text: '' }]
  return isDetails(name)
    ? closeDetails({ line: one.line, indent })
    : [closeAdmonition(one.line, indent)]
}

function isDetails(name: string): boolean {
  return name === 'details' || name === 'tab'
}

/** https://python-markdown.github.io/extensions/admonition/ */
export const mkdocsAdmonitions: Construct = {
  name: 'admonition, of any type',
  written: '!!! pied-piper inline end "A *title*"\n    Text',
  becomes: ':::note[A *title*]\nText\n:::',
  sign: /!!!/,
  read: (lines) => readWithQuotes(lines, (some) => readIndentedBlocks(some, findAdmonition)),
}

const admonition = /^!!! ?([a-z][\w-]*)(?: +[\w-]+)*(?: +"(.*)")?$/i

function findAdmonition(text: string): IndentedBlock | undefined {
  const [, type, title] = (text.startsWith('!!!') && admonition.exec(text)) || []
  return type === undefined ? undefined : { kind: 'admonition', type, title }
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/details/ */
export const mkdocsFoldableAdmonitions: Construct = {
  name: 'admonition that folds',
  written: '???+ tip "Title"\n    Text',
  becomes: '<details><summary>Title</summary>\n\nText\n\n</details>',
  sign: /\?\?\?/,
  read: (lines) => readWithQuotes(lines, (some) => readIndentedBlocks(some, findFoldable)),
}

const foldable = /^\?\?\?\+? *([a-z][\w-]*)?(?: +[\w-]+)*(?: *"(.*)")?$/i

function findFoldable(text: string): IndentedBlock | undefined {
  const [, type = '', title = ''] = (text.startsWith('???') && foldable.exec(text)) || []
  const label = title || findAlertType(type)?.title || nameInWords(type)
  return label === '' ? undefined : { kind: 'details', label }
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/tabbed/ */
export const mkdocsTabs: Construct = {
  name: 'tabs',
  written: '=== "One"\n    Text\n=== "Two"\n    More',
  becomes:
    '<details name=tabs><summary>One</summary>\n\nText\n\n</details>\n\n<details name=tabs><summary>Two</summary>\n\nMore\n\n</details>',
  sign: /===[!+]* +"/,
  read: (lines) => readWithQuotes(lines, (some) => readIndentedBlocks(some, findTab)),
}

const tab = /^===(?:!|\+|!\+|\+!)? +"(.*)"$/

function findTab(text: string): IndentedBlock | undefined {
  const [, label] = (text.startsWith('===') && tab.exec(text)) || []
  return label === undefined ? undefined : { kind: 'tab', label: label.replaceAll('\\"', '"') }
}
