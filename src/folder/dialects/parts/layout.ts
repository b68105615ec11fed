/** Adjusts the lines of a whole document. @module */
import { footnote, headingStart, htmlBlockAt, rule } from '../../../convert/code/block-starts.ts'
import { Containers } from '../../../convert/code/containers.ts'
import { LineReader } from '../../../convert/code/line-reader.ts'
import type { WrittenLine } from './write-parts.ts'

/** Add hard breaks to keep the line ends within paragraphs. */
export function breakLines(lines: readonly WrittenLine[]): readonly WrittenLine[] {
  let isFormula = false
  return lines.map((line, index) => {
    if (line.kind === undefined && line.text.trim() === '$$') isFormula = !isFormula
    if (isFormula || line.goesOn || line.text.endsWith('\\')) return line
    const below = lines[index + 1]
    return hasWords(line) && hasWords(below) ? { ...line, text: `${line.text.trimEnd()}  ` } : line
  })
}

function hasWords(line: WrittenLine | undefined): boolean {
  return line !== undefined && line.kind === undefined && /[^\s>]/.test(line.text)
}

/** CommonMark would take a fence directly below HTML for HTML, so put a blank line between. */
export function apartFromHtml(lines: readonly WrittenLine[]): readonly WrittenLine[] {
  let isHtml = false
  return lines.flatMap((line) => {
    const isBelow = isHtml && line.kind === 'fence'
    isHtml = line.kind === undefined && (beginsHtml(line.text) || (isHtml && hasWords(line)))
    const before = line.text.slice(0, line.codeAt)
    const blank = { text: before.replace(/[^\s>]/g, ' ').trimEnd(), line: line.line }
    return isBelow ? [blank, line] : [line]
  })
}

const beforeTag = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?=<)/

function beginsHtml(text: string): boolean {
  const before = beforeTag.exec(text)?.[0]
  const html = before === undefined ? undefined : htmlBlockAt(text.slice(before.length))
  return html !== undefined && html.end === undefined
}

const codeIndent = 4

/**
 * Remove deep indentation, which CommonMark would read as code.
 * @param lines A document of a dialect without indented code.
 */
export function outdent(lines: readonly WrittenLine[]): readonly WrittenLine[] {
  const outdenter = new Outdenter()
  return lines.map((line) => outdenter.read(line))
}

interface OpenContainer {
  readonly prefix: string
  /** Whether Markdown would read the line as indented code. */
  readonly isDeep: boolean
}

/** Placeholder for code, whose spaces must not be read. */
const code = '\uFFFC'

class Outdenter {
  private readonly containers = new Containers()
  private readonly openContainers: OpenContainer[] = []
  private isBelowWords = false

  read(line: WrittenLine): WrittenLine {
    if (line.kind === 'frontMatter') return line
    const { text, codeAt, kind } = line
    if (codeAt === undefined) return { ...line, text: this.outdentText(text, kind) }
    const outdentedText = this.outdentText(text.slice(0, codeAt) + code, kind)
    const before = outdentedText.slice(0, outdentedText.lastIndexOf(code))
    const content = text.slice(codeAt)
    return content === ''
      ? { ...line, text: before.trimEnd(), codeAt: before.trimEnd().length }
      : { ...line, text: before + content, codeAt: before.length }
  }

  private outdentText(text: string, kind: WrittenLine['kind']): string {
    const reader = new LineReader(text)
    const matched = this.containers.match(reader, Number.POSITIVE_INFINITY)
    if (reader.isBlank) {
      this.isBelowWords = false
      this.closeBelow(matched)
      return this.isDeep() ? this.prefix(matched).trimEnd() : text
    }
    const mayBegin = kind === undefined || kind === 'fence'
    const marks = mayBegin ? this.readMarks(reader, matched) : ''
    const prefix = this.prefix(matched)
    const { indent } = reader
    const words = text.slice(reader.afterSpace())
    this.isBelowWords = kind === undefined && !headingStart.test(words) && !rule.test(words)
    // `<pre>` would show the spaces.
    const isPre = kind === undefined && words.startsWith(code)
    const columnsLeft = indent < codeIndent && !isPre ? indent : 0
    return columnsLeft === indent && !this.isDeep()
      ? text
      : prefix + marks + ' '.repeat(columnsLeft) + words
  }

  private readMarks(reader: LineReader, matched: number): string {
    const isLazy = this.isBelowWords && matched < this.containers.length
    const above = { isWords: this.isBelowWords && !isLazy, isTerm: true }
    let marks = ''
    for (;;) {
      const { indent } = reader
      const start = reader.afterSpace()
      const close = (): void => this.closeBelow(marks === '' ? matched : this.openContainers.length)
      if (!this.containers.open(reader, above, close)) break
      const isDeep = indent >= codeIndent
      const space = isDeep ? '' : ' '.repeat(indent)
      const mark = reader.text.slice(start, reader.at).trimEnd()
      const columns = footnote.test(mark) ? codeIndent : this.containers.lastWidth - indent
      const prefix = mark === '>' ? '> ' : ' '.repeat(columns)
      marks += space + mark.padEnd(prefix.length)
      this.openContainers.push({ prefix: space + prefix, isDeep })
    }
    if (marks === '' && !isLazy) this.closeBelow(matched)
    return marks
  }

  private isDeep(): boolean {
    return this.openContainers.some(({ isDeep }) => isDeep)
  }

  private prefix(count: number): string {
    return this.openContainers
      .slice(0, count)
      .map(({ prefix }) => prefix)
      .join('')
  }

  private closeBelow(count: number): void {
    this.containers.closeBelow(count)
    this.openContainers.length = count
  }
}
