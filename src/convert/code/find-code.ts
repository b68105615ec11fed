/** Finds all code of a document: fences, indented blocks, `<pre>` and code spans. @module */
import { fenceAt, headingStart, htmlBlockAt, rule, underline } from './block-starts.ts'
import type { CodeRules } from './code-rules.ts'
import { isBelowHead, type ParagraphLine, spansOfLines } from './code-spans.ts'
import { Containers } from './containers.ts'
import { frontMatterLines } from './front-matter-lines.ts'
import { KnownTags } from './known-tags.ts'
import { CodeLines, indentedLine, type Leaf, type LineCode, readLeaf } from './line-code.ts'
import { LineReader } from './line-reader.ts'

/**
 * Find the code of a document.
 * @param rules How its dialect differs from CommonMark.
 * @returns What each line is.
 */
export function findCode(texts: readonly string[], rules: CodeRules): readonly LineCode[] {
  const scanner = new CodeScanner(texts, rules)
  const above = frontMatterLines(texts)
  for (const index of texts.keys()) {
    if (index < above) scanner.code.addLine({ kind: 'frontMatter' })
    else scanner.readLine(index)
  }
  return scanner.end()
}

const letter = /^[a-z]/i
const mayBeBlock = /^[#>[\-+*\d:`~=_<]/

class CodeScanner {
  private readonly texts: readonly string[]
  private readonly rules: CodeRules
  readonly code: CodeLines = new CodeLines()
  private readonly containers = new Containers()
  private readonly tags: KnownTags
  private leaf: Leaf | undefined
  private isHeld = false
  private termEnd = -1

  constructor(texts: readonly string[], rules: CodeRules) {
    this.texts = texts
    this.rules = rules
    this.tags = new KnownTags(texts, rules)
  }

  end(): readonly LineCode[] {
    this.closeLeaf()
    return this.code.lines
  }

  readLine(index: number): void {
    this.code.addLine()
    const reader = new LineReader(this.texts[index] as string)
    const matched = this.containers.match(reader, this.maxQuoteIndent())
    const isInside = matched === this.containers.length
    if (this.goesOnWithLeaf(reader, index, isInside)) return
    this.readBlocks(reader, index, matched)
  }

  /** @returns Whether the line continues open code or HTML and needs no further look. */
  private goesOnWithLeaf(reader: LineReader, index: number, isInside: boolean): boolean {
    const { leaf, code } = this
    if (leaf === undefined || leaf.kind === 'paragraph') return false
    if (!isInside) {
      this.closeLeaf()
      return false
    }
    const line = { reader, index, code, mayIndent: this.mayIndent() }
    const step = readLeaf(leaf, line, (blank) => this.readerOf(blank))
    if (step !== 'goesOn') this.leaf = undefined
    return step !== 'other'
  }

  private readerOf(index: number): LineReader {
    const reader = new LineReader(this.texts[index] as string)
    this.containers.match(reader, this.maxQuoteIndent())
    return reader
  }

  private maxQuoteIndent(): number {
    return this.mayIndent() ? 3 : Number.POSITIVE_INFINITY
  }

  /** Whether four columns of indentation make code here. */
  private mayIndent(): boolean {
    return this.rules.isIndentedCode && !this.isHeld
  }

  private readBlocks(reader: LineReader, index: number, matched: number): void {
    let isNew = false
    for (;;) {
      const { indent } = reader
      const isBehindWords = this.leaf?.kind === 'paragraph' && !this.leaf.isTable && !isNew
      if (indent >= 4 && this.mayIndent()) {
        const isClosing = this.tags.closesContent(reader.text.slice(reader.afterSpace()), index)
        if (!isBehindWords && !reader.isBlank && !isClosing) {
          this.closeBelow(isNew ? this.containers.length : matched)
          const prefix = this.containers.prefix
          this.leaf = { kind: 'indented', prefix, blanks: [] }
          const marks = isNew ? reader.text.slice(0, reader.at) : prefix
          this.code.lines[index] = indentedLine(marks, reader)
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

  private openBlock(
    reader: LineReader,
    index: number,
    matched: number,
    isNew: boolean,
  ): 'container' | 'done' | 'none' {
    const start = reader.afterSpace()
    const text = reader.text.slice(start)
    if (text === '' || letter.test(text)) return 'none'
    const mayStart = mayBeBlock.test(text)
    const close = (): void => this.closeBelow(isNew ? this.containers.length : matched)
    const isBehindWords =
      !isNew && this.leaf?.kind === 'paragraph' && matched === this.containers.length
    const above = { isWords: isBehindWords, isTerm: !isNew && this.isBelowTerm(index, matched) }
    if (mayStart && this.containers.open(reader, above, close)) return 'container'
    const marks = fenceAt(text, this.rules.hasBracedInfo)
    if (marks !== undefined) {
      close()
      const { indent } = reader
      const prefix = this.containers.prefix + ' '.repeat(indent)
      this.leaf = { kind: 'fence', marks, indent, prefix }
      this.code.lines[index] = {
        kind: 'fence',
        prefix: reader.text.slice(0, start),
        content: text,
      }
      return 'done'
    }
    if (mayStart && headingStart.test(text)) {
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
    if (mayStart && ((isBehindWords && underline.test(text)) || rule.test(text))) {
      close()
      return 'done'
    }
    const closing = this.tags.endOfCode(text, index)
    if (closing !== undefined) {
      close()
      this.leaf = { kind: 'tagged', closing, prefix: this.containers.prefix }
      return 'done'
    }
    if (this.tags.isAlone(text, index, isBehindWords)) {
      close()
      this.addSpans(index, start)
      if (reader.indent === 0) this.isHeld = false
      return 'done'
    }
    return this.openHtml(reader, index, !isNew && this.leaf?.kind === 'paragraph', close)
      ? 'done'
      : 'none'
  }

  private isBelowTerm(index: number, matched: number): boolean {
    const { leaf } = this
    if (leaf?.kind === 'paragraph') return !leaf.isTable
    return this.termEnd === index - 1 || this.containers.isDefinition(matched)
  }

  private addSpans(line: number, from: number): void {
    if (!(this.texts[line] as string).includes('`', from)) return
    this.code.addSpans(spansOfLines(this.texts, [{ line, from }]))
  }

  private openHtml(
    reader: LineReader,
    index: number,
    isBehindWords: boolean,
    close: () => void,
  ): boolean {
    const start = reader.afterSpace()
    const text = reader.text.slice(start)
    if (text[0] !== '<') return false
    const isPre = /^<pre\b/i.test(text)
    const isHtml = this.rules.hasHtmlBlocks || (isPre && this.tags.isPlainPre(index))
    const html = isHtml ? htmlBlockAt(text) : undefined
    if (html === undefined || (isBehindWords && !html.canInterrupt)) return false
    if (this.tags.isTag(text)) return false
    close()
    if (html.end === undefined && this.rules.markdownTags.some((tag) => tag.test(text))) {
      if (reader.indent === 0) this.isHeld = false
      this.openParagraph({ line: index, from: start })
      return true
    }
    const from = isPre && text.includes('>') ? start + text.indexOf('>') + 1 : reader.text.length
    const closing = html.end?.exec(text)
    if (isPre) {
      const to = closing ? start + closing.index : reader.text.length
      this.code.addSpan(index, { from, to, goesOn: !closing })
    }
    const indent = this.rules.hasHtmlBlocks ? 0 : reader.indent
    if (!closing) this.leaf = { kind: 'html', end: html.end, isPre, indent }
    return true
  }

  private readWords(reader: LineReader, index: number, matched: number, isNew: boolean): void {
    const { leaf } = this
    const isInside = matched === this.containers.length
    const from = reader.afterSpace()
    const text = reader.text.slice(from)
    if (text === '') {
      if (leaf?.kind === 'paragraph') this.closeParagraph(index)
      this.closeBelow(matched)
      return
    }
    const isTableBelow = leaf?.kind === 'paragraph' && leaf.isTable
    if (leaf?.kind === 'paragraph' && !isNew && !(isTableBelow && !isInside)) {
      const above = leaf.lines.at(-1) as ParagraphLine
      leaf.isTable ||= isBelowHead(text, (this.texts[above.line] as string).slice(above.from))
      leaf.lines.push({ line: index, from })
      if (reader.indent === 0 && !this.tags.hasContent(text, index)) this.isHeld = false
      return
    }
    this.closeBelow(matched)
    if (this.tags.hasContent(text, index)) this.isHeld = true
    else if (reader.indent === 0) this.isHeld = false
    this.openParagraph({ line: index, from })
  }

  private openParagraph(line: ParagraphLine): void {
    this.leaf = { kind: 'paragraph', lines: [line], isTable: false }
  }

  private closeBelow(count: number): void {
    this.closeLeaf()
    this.containers.closeBelow(count)
  }

  private closeParagraph(index: number): void {
    if (this.leaf?.kind === 'paragraph' && !this.leaf.isTable) this.termEnd = index
    this.closeLeaf()
  }

  private closeLeaf(): void {
    if (this.leaf?.kind === 'paragraph') this.code.addParagraph(this.texts, this.leaf.lines)
    this.leaf = undefined
  }
}
