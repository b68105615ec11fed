/**
 * Finds the code of a document: the one answer to what stands in fences, in indented blocks, in `<pre>`
 * and in code spans.
 * @module
 */
import {
  closesFence,
  type FenceMarks,
  fenceAt,
  headingStart,
  htmlBlockAt,
  rule,
  underline,
} from './block-starts.ts'
import type { CodeRules } from './code-rules.ts'
import { isBelowHead } from './code-spans.ts'
import { Containers } from './containers.ts'
import { type CodeLine, FoundCode, indentedLine, type LineCode } from './found-code.ts'
import { LineReader } from './line-reader.ts'
import { spansOfParagraph, spansOfWords, type Words } from './paragraph-spans.ts'

/**
 * Find it.
 * @param texts The lines of the document, without its front matter.
 * @param rules How its dialects differ from CommonMark.
 * @returns What each line is.
 */
export function findCode(texts: readonly string[], rules: CodeRules): readonly LineCode[] {
  const scanner = new CodeScanner(texts, rules)
  for (const index of texts.keys()) scanner.readLine(index)
  return scanner.end()
}

/** No block begins with one. */
const letter = /^[a-z]/i

type Leaf =
  | { readonly kind: 'paragraph'; readonly words: Words[]; isTable: boolean }
  | {
      readonly kind: 'fence'
      readonly marks: FenceMarks
      readonly indent: number
      readonly prefix: string
    }
  | { readonly kind: 'indented'; readonly prefix: string; blanks: number[] }
  | { readonly kind: 'html'; readonly end: RegExp | undefined; readonly isPre: boolean }

class CodeScanner {
  private readonly texts: readonly string[]
  private readonly rules: CodeRules
  private readonly found = new FoundCode()
  private readonly containers = new Containers()
  private leaf: Leaf | undefined
  private isHeld = false

  constructor(texts: readonly string[], rules: CodeRules) {
    this.texts = texts
    this.rules = rules
  }

  end(): readonly LineCode[] {
    this.closeLeaf()
    return this.found.lines
  }

  readLine(index: number): void {
    const text = this.texts[index] as string
    this.found.addLine()
    if (this.containers.length === 0 && this.readPlain(text, index)) return
    const reader = new LineReader(text)
    const matched = this.containers.match(reader, this.mayIndent() ? 3 : Number.POSITIVE_INFINITY)
    const isInside = matched === this.containers.length
    if (this.goesOnWithLeaf(reader, index, isInside)) return
    this.readBlocks(reader, index, matched)
  }

  /**
   * Read what most lines are, outside of containers: nothing, words that begin with a letter, or code.
   * @returns Whether it was one of these.
   */
  private readPlain(text: string, index: number): boolean {
    const { leaf } = this
    if (leaf?.kind === 'fence') {
      if (leaf.indent > 0 || text.includes(leaf.marks.mark)) return false
      this.found.lines[index] = { kind: 'code', prefix: leaf.prefix, content: text }
      return true
    }
    if (leaf !== undefined && leaf.kind !== 'paragraph') return false
    if (text === '') this.closeLeaf()
    else if (!letter.test(text)) return false
    else if (leaf !== undefined) leaf.words.push({ line: index, from: 0 })
    else this.openParagraph({ line: index, from: 0 })
    if (text !== '') this.isHeld = false
    return true
  }

  /** @returns Whether the line belongs to code or HTML that is open, and needs no other look. */
  private goesOnWithLeaf(reader: LineReader, index: number, isInside: boolean): boolean {
    const { leaf } = this
    if (leaf === undefined || leaf.kind === 'paragraph') return false
    if (!isInside) {
      this.closeLeaf()
      return false
    }
    if (leaf.kind === 'fence') this.readFenced(leaf, reader, index)
    else if (leaf.kind === 'html') return this.readHtml(leaf, reader, index)
    else return this.readIndented(leaf, reader, index)
    return true
  }

  private readFenced(
    { marks, indent, prefix }: Extract<Leaf, { kind: 'fence' }>,
    reader: LineReader,
    index: number,
  ): void {
    const text = reader.text.slice(reader.afterSpace())
    const deepest = Math.max(3, this.mayIndent() ? 3 : indent + 3)
    if (reader.indent <= deepest && closesFence(text, marks)) {
      this.found.lines[index] = { kind: 'fenceEnd', prefix, content: text }
      this.leaf = undefined
      return
    }
    reader.skipColumns(indent)
    this.found.lines[index] = { kind: 'code', prefix, content: reader.remainder() }
  }

  private readHtml(
    { end, isPre }: Extract<Leaf, { kind: 'html' }>,
    reader: LineReader,
    index: number,
  ): boolean {
    if (end === undefined) {
      if (!reader.isBlank) return true
      this.leaf = undefined
      return false
    }
    const closing = end.exec(reader.text.slice(reader.at))
    const to = closing === null ? reader.text.length : reader.at + closing.index
    if (isPre) this.found.addPart(index, { from: reader.at, to, goesOn: closing === null })
    if (closing !== null) this.leaf = undefined
    return true
  }

  private readIndented(
    leaf: Extract<Leaf, { kind: 'indented' }>,
    reader: LineReader,
    index: number,
  ): boolean {
    if (reader.isBlank) {
      leaf.blanks.push(index)
      return true
    }
    if (reader.indent < 4) {
      this.leaf = undefined
      return false
    }
    for (const blank of leaf.blanks) this.found.lines[blank] = this.blankOf(leaf.prefix, blank)
    leaf.blanks = []
    this.found.lines[index] = indentedLine(leaf.prefix, reader)
    return true
  }

  private blankOf(prefix: string, index: number): CodeLine {
    const reader = new LineReader(this.texts[index] as string)
    this.containers.match(reader, this.mayIndent() ? 3 : Number.POSITIVE_INFINITY)
    return indentedLine(prefix, reader)
  }

  /** Indentation by four makes code where the line stands. */
  private mayIndent(): boolean {
    return this.rules.isIndentedCode && !this.isHeld
  }

  private readBlocks(reader: LineReader, index: number, matched: number): void {
    let isNew = false
    for (;;) {
      const { indent } = reader
      const isBehindWords = this.leaf?.kind === 'paragraph' && !this.leaf.isTable && !isNew
      if (indent >= 4 && this.mayIndent()) {
        if (!isBehindWords && !reader.isBlank) {
          this.closeBelow(isNew ? this.containers.length : matched)
          const prefix = this.containers.prefix
          this.leaf = { kind: 'indented', prefix, blanks: [] }
          this.found.lines[index] = indentedLine(beginning(reader, isNew) ?? prefix, reader)
          return
        }
        break
      }
      const step = this.openBlock(reader, index, matched, isNew)
      if (step === 'done') return
      if (step === 'none') break
      isNew = true
    }
    this.readWords(reader, index, isNew ? this.containers.length : matched, isNew)
  }

  /** Open the block that begins here. */
  private openBlock(
    reader: LineReader,
    index: number,
    matched: number,
    isNew: boolean,
  ): 'container' | 'done' | 'none' {
    const start = reader.afterSpace()
    const text = reader.text.slice(start)
    const close = (): void => this.closeBelow(isNew ? this.containers.length : matched)
    const isBehindWords =
      !isNew && this.leaf?.kind === 'paragraph' && matched === this.containers.length
    if (this.containers.open(reader, isBehindWords, close)) return 'container'
    const marks = fenceAt(text)
    if (marks !== undefined) {
      close()
      const { indent } = reader
      const prefix = this.containers.prefix + ' '.repeat(indent)
      this.leaf = { kind: 'fence', marks, indent, prefix }
      this.found.lines[index] = {
        kind: 'fence',
        prefix: reader.text.slice(0, start),
        content: text,
      }
      return 'done'
    }
    if (headingStart.test(text)) {
      close()
      this.addSpans(index, start)
      return 'done'
    }
    if (this.rules.blocks.some((one) => one.test(text))) {
      close()
      this.addSpans(index, start)
      this.containers.openItem(reader.indent + 4)
      return 'done'
    }
    if ((isBehindWords && underline.test(text)) || rule.test(text)) {
      close()
      return 'done'
    }
    return this.openHtml(reader, index, !isNew && this.leaf?.kind === 'paragraph', close)
      ? 'done'
      : 'none'
  }

  private addSpans(line: number, from: number): void {
    if (!(this.texts[line] as string).includes('`', from)) return
    this.found.addParts(spansOfWords(this.texts, [{ line, from }]))
  }

  private openHtml(
    reader: LineReader,
    index: number,
    isBehindWords: boolean,
    close: () => void,
  ): boolean {
    const start = reader.afterSpace()
    const text = reader.text.slice(start)
    const html = this.rules.hasHtmlBlocks ? htmlBlockAt(text) : undefined
    if (html === undefined || (isBehindWords && !html.canInterrupt)) return false
    if (this.rules.tags.some((one) => one.test(text))) return false
    close()
    const isPre = /^<pre\b/i.test(text)
    const from = isPre && text.includes('>') ? start + text.indexOf('>') + 1 : reader.text.length
    const closing = html.end?.exec(text)
    if (isPre) {
      const to = closing ? start + closing.index : reader.text.length
      this.found.addPart(index, { from, to, goesOn: !closing })
    }
    if (!closing) this.leaf = { kind: 'html', end: html.end, isPre }
    return true
  }

  /** What is left are words, or nothing. */
  private readWords(reader: LineReader, index: number, matched: number, isNew: boolean): void {
    const { leaf } = this
    const isInside = matched === this.containers.length
    const from = reader.afterSpace()
    const text = reader.text.slice(from)
    if (text === '') {
      if (leaf?.kind === 'paragraph') this.closeLeaf()
      this.closeBelow(matched)
      return
    }
    const isTableBelow = leaf?.kind === 'paragraph' && leaf.isTable
    if (leaf?.kind === 'paragraph' && !isNew && !(isTableBelow && !isInside)) {
      const above = leaf.words.at(-1) as Words
      leaf.isTable ||= isBelowHead(text, (this.texts[above.line] as string).slice(above.from))
      leaf.words.push({ line: index, from })
      return
    }
    this.closeBelow(matched)
    if (this.rules.tags.some((one) => one.test(text))) this.isHeld = true
    else if (reader.indent === 0) this.isHeld = false
    this.openParagraph({ line: index, from })
  }

  private openParagraph(words: Words): void {
    this.leaf = { kind: 'paragraph', words: [words], isTable: false }
  }

  /** Close what is open, but for some containers. */
  private closeBelow(count: number): void {
    this.closeLeaf()
    this.containers.closeBelow(count)
  }

  private closeLeaf(): void {
    if (this.leaf?.kind === 'paragraph')
      this.found.addParts(spansOfParagraph(this.texts, this.leaf.words))
    this.leaf = undefined
  }
}

/** What stands before the first line of code where its containers begin. */
function beginning(reader: LineReader, isNew: boolean): string | undefined {
  return isNew ? reader.text.slice(0, reader.at) : undefined
}
