/** Collects, line by line, what is code. @module */

import { closesFence, type FenceMarks } from './block-starts.ts'
import {
  type LineSpan,
  type ParagraphLine,
  type PlacedSpan,
  spansOfParagraph,
} from './code-spans.ts'
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

export interface TextLine {
  readonly kind: 'text'
  readonly spans: readonly LineSpan[]
}

/** What a line of a document is. */
export type LineCode = CodeLine | TextLine | FrontMatterLine

const noCode: LineCode = { kind: 'text', spans: [] }

export class CodeLines {
  readonly lines: LineCode[] = []
  private readonly spans = new Map<number, LineSpan[]>()

  /** Begin the next line, which is text until something else is said. */
  addLine(line: LineCode = noCode): void {
    this.lines.push(line)
  }

  addSpans(spans: readonly PlacedSpan[]): void {
    for (const { line, ...span } of spans) this.addSpan(line, span)
  }

  /** Add a paragraph, which may be a table. Its code spans are found when somebody asks for them. */
  addParagraph(texts: readonly string[], lines: readonly ParagraphLine[]): void {
    if (!lines.some(({ line, from }) => (texts[line] as string).includes('`', from))) return
    let byLine: ReadonlyMap<number, readonly LineSpan[]> | undefined
    const spansOf = (line: number): readonly LineSpan[] => {
      byLine ??= Map.groupBy(spansOfParagraph(texts, lines), (span) => span.line)
      return byLine.get(line) ?? []
    }
    for (const { line } of lines) {
      this.lines[line] = {
        kind: 'text',
        get spans() {
          return spansOf(line)
        },
      }
    }
  }

  addSpan(line: number, span: LineSpan): void {
    const known = this.spans.get(line)
    if (known !== undefined) known.push(span)
    else {
      const spans = [span]
      this.spans.set(line, spans)
      this.lines[line] = { kind: 'text', spans }
    }
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
  | { readonly kind: 'paragraph'; readonly lines: ParagraphLine[]; isTable: boolean }
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
  if (isPre) code.addSpan(index, { from: reader.at, to, goesOn: closing === null })
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
