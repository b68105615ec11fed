/** Collects, line by line, what is code. @module */

import { closesFence, type FenceMarks } from './block-starts.ts'
import { type CodePart, type PlacedPart, spansOfParagraph, type Words } from './code-spans.ts'
import type { LineReader } from './line-reader.ts'

export interface CodeLine {
  /** A `fence` opens the code below it, a `fenceEnd` closes it. */
  readonly kind: 'fence' | 'fenceEnd' | 'code' | 'indented'
  /** The marks of quotes, lists and notes before the content. */
  readonly prefix: string
  /** A fence as it is written; code without its fence's indentation. */
  readonly content: string
  /** For indented code: the four columns that make it code. */
  readonly indentation?: string
}

export interface FrontMatterLine {
  readonly kind: 'frontMatter'
}

export type LineCode = CodeLine | WordsLine | FrontMatterLine

export interface WordsLine {
  readonly kind: 'text'
  readonly parts: readonly CodePart[]
}

const noCode: LineCode = { kind: 'text', parts: [] }

export class CodeLines {
  readonly lines: LineCode[] = []
  private readonly parts = new Map<number, CodePart[]>()

  /** Begin the next line, which is text until something else is said. */
  addLine(line: LineCode = noCode): void {
    this.lines.push(line)
  }

  addParts(parts: readonly PlacedPart[]): void {
    for (const { line, ...part } of parts) this.addPart(line, part)
  }

  /**
   * Add a paragraph, which may be a table. Its code spans are code only when somebody asks for the
   * lines.
   */
  addParagraph(texts: readonly string[], words: readonly Words[]): void {
    if (!words.some(({ line, from }) => (texts[line] as string).includes('`', from))) return
    let byLine: ReadonlyMap<number, readonly CodePart[]> | undefined
    const partsOf = (line: number): readonly CodePart[] => {
      byLine ??= Map.groupBy(spansOfParagraph(texts, words), (part) => part.line)
      return byLine.get(line) ?? []
    }
    for (const { line } of words) this.lines[line] = new WordsInParagraph(line, partsOf)
  }

  addPart(line: number, part: CodePart): void {
    const known = this.parts.get(line)
    if (known !== undefined) known.push(part)
    else {
      const parts = [part]
      this.parts.set(line, parts)
      this.lines[line] = { kind: 'text', parts }
    }
  }
}

class WordsInParagraph implements WordsLine {
  readonly kind = 'text'
  readonly #line: number
  readonly #partsOf: (line: number) => readonly CodePart[]

  constructor(line: number, partsOf: (line: number) => readonly CodePart[]) {
    this.#line = line
    this.#partsOf = partsOf
  }

  get parts(): readonly CodePart[] {
    return this.#partsOf(this.#line)
  }
}

export function indentedLine(prefix: string, reader: LineReader): CodeLine {
  const { at } = reader
  const isWhole = reader.isAtStop
  reader.skipColumns(4)
  const written = isWhole && reader.isAtStop ? reader.text.slice(at, reader.at) : ' '.repeat(4)
  return { kind: 'indented', prefix, content: reader.remainder(), indentation: written }
}

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
  /** Undefined for HTML that ends at a blank line. */
  readonly end: RegExp | undefined
  readonly isPre: boolean
  readonly indent: number
}

/** Whether a line continues the block, ends it, or does not belong to it. */
export type LeafStep = 'goesOn' | 'ends' | 'other'

export interface LeafLine {
  readonly reader: LineReader
  readonly index: number
  readonly code: CodeLines
  /** Whether four columns of indentation make code here. */
  readonly mayIndent: boolean
}

/**
 * Read the next line of an open block of code or HTML.
 * @param line A line inside the block's containers.
 * @param blankOf Reads an earlier blank line again, once it turns out to be inside indented code.
 */
export function readLeaf(
  leaf: Exclude<Leaf, { kind: 'paragraph' }>,
  line: LeafLine,
  blankOf: (index: number) => LineReader,
): LeafStep {
  if (leaf.kind === 'fence') return readFenced(leaf, line)
  if (leaf.kind === 'html') return readHtml(leaf, line)
  if (leaf.kind === 'indented') return readIndented(leaf, line, blankOf)
  const { reader, index, code } = line
  if (leaf.closing.test(reader.text.slice(reader.afterSpace()))) return 'other'
  code.lines[index] = { kind: 'code', prefix: leaf.prefix, content: reader.remainder() }
  return 'goesOn'
}

function readFenced(
  { marks, indent, prefix }: Fence,
  { reader, index, code, mayIndent }: LeafLine,
): LeafStep {
  const text = reader.text.slice(reader.afterSpace())
  const deepest = Math.max(3, mayIndent ? 3 : indent + 3)
  if (reader.indent <= deepest && closesFence(text, marks)) {
    code.lines[index] = { kind: 'fenceEnd', prefix, content: text }
    return 'ends'
  }
  reader.skipColumns(indent)
  code.lines[index] = { kind: 'code', prefix, content: reader.remainder() }
  return 'goesOn'
}

function readHtml({ end, isPre, indent }: Html, { reader, index, code }: LeafLine): LeafStep {
  if (end === undefined) return reader.isBlank ? 'other' : 'goesOn'
  reader.skipColumns(indent)
  const closing = end.exec(reader.text.slice(reader.at))
  const to = closing === null ? reader.text.length : reader.at + closing.index
  if (isPre) code.addPart(index, { from: reader.at, to, goesOn: closing === null })
  return closing === null ? 'goesOn' : 'ends'
}

function readIndented(
  leaf: Indented,
  { reader, index, code }: LeafLine,
  blankOf: (index: number) => LineReader,
): LeafStep {
  if (reader.isBlank) {
    leaf.blanks.push(index)
    return 'goesOn'
  }
  if (reader.indent < 4) return 'other'
  for (const blank of leaf.blanks) code.lines[blank] = indentedLine(leaf.prefix, blankOf(blank))
  leaf.blanks = []
  code.lines[index] = indentedLine(leaf.prefix, reader)
  return 'goesOn'
}
