/** What was found to be code, line by line. @module */
import type { LineReader } from './line-reader.ts'
import { type CodePart, type PlacedPart, spansOfParagraph, type Words } from './paragraph-spans.ts'

/** A line that is code as a whole. */
export interface CodeLine {
  /** A `fence` opens the code below it, a `fenceEnd` closes it. */
  readonly kind: 'fence' | 'fenceEnd' | 'code' | 'indented'
  /** What stands before it and belongs to quotes, lists and notes. */
  readonly prefix: string
  /** The rest: of a fence as it is written, of code without what its fence is indented by. */
  readonly content: string
  /** Of indented code: what makes it code, of four columns. */
  readonly indentation?: string
}

/** A line above the Markdown. */
export interface FrontMatterLine {
  readonly kind: 'frontMatter'
}

/** What is code of a line: all of it, or parts. */
export type LineCode = CodeLine | WordsLine | FrontMatterLine

/** A line that is text, but for some parts. */
export interface WordsLine {
  readonly kind: 'text'
  readonly parts: readonly CodePart[]
}

const noCode: LineCode = { kind: 'text', parts: [] }

/** Is told what the lines of a document are, one after the other. */
export class FoundCode {
  readonly lines: LineCode[] = []
  private readonly parts = new Map<number, CodePart[]>()

  /** Begin with the next line, which is text as long as nothing else is said. */
  addLine(line: LineCode = noCode): void {
    this.lines.push(line)
  }

  addParts(parts: readonly PlacedPart[]): void {
    for (const { line, ...part } of parts) this.addPart(line, part)
  }

  /** Add a paragraph, which may be a table; where its code stands is found when that is asked for. */
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

/** Read a line of indented code. */
export function indentedLine(prefix: string, reader: LineReader): CodeLine {
  const { at } = reader
  const isWhole = reader.isAtStop
  reader.skipColumns(4)
  const written = isWhole && reader.isAtStop ? reader.text.slice(at, reader.at) : ' '.repeat(4)
  return { kind: 'indented', prefix, content: reader.remainder(), indentation: written }
}
