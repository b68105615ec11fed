/** Blocks whose lines hold no other blocks, and how their lines are read. @module */
import { closesFence, type FenceMarks } from './block-starts.ts'
import { type FoundCode, indentedLine } from './found-code.ts'
import type { LineReader } from './line-reader.ts'
import type { Words } from './paragraph-spans.ts'

export type Leaf =
  | { readonly kind: 'paragraph'; readonly words: Words[]; isTable: boolean }
  | Fence
  | { readonly kind: 'tagged'; readonly closing: RegExp; readonly prefix: string }
  | Indented
  | Html

interface Fence {
  readonly kind: 'fence'
  readonly marks: FenceMarks
  readonly indent: number
  readonly prefix: string
}

interface Indented {
  readonly kind: 'indented'
  readonly prefix: string
  blanks: number[]
}

interface Html {
  readonly kind: 'html'
  /** `undefined` ends it at a blank line. */
  readonly end: RegExp | undefined
  readonly isPre: boolean
  /** What its lines are indented by, where indentation says nothing. */
  readonly indent: number
}

/** What became of a line: it `goesOn` or `ends` with the block, or is `other` than it. */
export type LeafStep = 'goesOn' | 'ends' | 'other'

/** Where a line stands. */
export interface LeafLine {
  readonly reader: LineReader
  readonly index: number
  readonly found: FoundCode
  /** Indentation by four makes code here. */
  readonly mayIndent: boolean
}

/**
 * Read a line below others of a block that holds code or HTML.
 * @param line The line, which stands in the block's containers.
 * @param blankOf Reads a blank line that turned out to be within indented code.
 */
export function readLeaf(
  leaf: Exclude<Leaf, { kind: 'paragraph' }>,
  line: LeafLine,
  blankOf: (index: number) => LineReader,
): LeafStep {
  if (leaf.kind === 'fence') return readFenced(leaf, line)
  if (leaf.kind === 'html') return readHtml(leaf, line)
  if (leaf.kind === 'indented') return readIndented(leaf, line, blankOf)
  const { reader, index, found } = line
  if (leaf.closing.test(reader.text.slice(reader.afterSpace()))) return 'other'
  found.lines[index] = { kind: 'code', prefix: leaf.prefix, content: reader.remainder() }
  return 'goesOn'
}

function readFenced(
  { marks, indent, prefix }: Fence,
  { reader, index, found, mayIndent }: LeafLine,
): LeafStep {
  const text = reader.text.slice(reader.afterSpace())
  const deepest = Math.max(3, mayIndent ? 3 : indent + 3)
  if (reader.indent <= deepest && closesFence(text, marks)) {
    found.lines[index] = { kind: 'fenceEnd', prefix, content: text }
    return 'ends'
  }
  reader.skipColumns(indent)
  found.lines[index] = { kind: 'code', prefix, content: reader.remainder() }
  return 'goesOn'
}

function readHtml({ end, isPre, indent }: Html, { reader, index, found }: LeafLine): LeafStep {
  if (end === undefined) return reader.isBlank ? 'other' : 'goesOn'
  reader.skipColumns(indent)
  const closing = end.exec(reader.text.slice(reader.at))
  const to = closing === null ? reader.text.length : reader.at + closing.index
  if (isPre) found.addPart(index, { from: reader.at, to, goesOn: closing === null })
  return closing === null ? 'goesOn' : 'ends'
}

function readIndented(
  leaf: Indented,
  { reader, index, found }: LeafLine,
  blankOf: (index: number) => LineReader,
): LeafStep {
  if (reader.isBlank) {
    leaf.blanks.push(index)
    return 'goesOn'
  }
  if (reader.indent < 4) return 'other'
  for (const blank of leaf.blanks) found.lines[blank] = indentedLine(leaf.prefix, blankOf(blank))
  leaf.blanks = []
  found.lines[index] = indentedLine(leaf.prefix, reader)
  return 'goesOn'
}
