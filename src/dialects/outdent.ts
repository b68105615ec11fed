/** Takes off indentation that means nothing where a document comes from, and makes code where it goes. @module */
import { footnote, headingStart, rule } from '../convert/code/block-starts.ts'
import { Containers } from '../convert/code/containers.ts'
import { LineReader } from '../convert/code/line-reader.ts'
import { kindOf, type Line } from './line.ts'
import { marks as sealed } from './sealed-code.ts'

/** Matches documents with deep indentation. */
export const mayBeDeep: RegExp = /^[ >]*(?: {4}|\t)/m

const codeIndent = 4

/**
 * Remove indentation that would make code.
 * @param lines A document of a dialect without indented code.
 */
export function outdent(lines: readonly Line[]): readonly Line[] {
  const outdenter = new Outdenter()
  const shown = lines.map((one) => {
    const text = outdenter.read(one.text)
    return text === one.text ? one : { ...one, text }
  })
  return shown.some((one, index) => one !== lines[index]) ? shown : lines
}

/** An open container, and the prefix of its lines. */
interface Shown {
  readonly prefix: string
  /** Whether Markdown would take the line for indented code. */
  readonly isDeep: boolean
}

class Outdenter {
  private readonly containers = new Containers()
  private readonly shown: Shown[] = []
  private isBelowWords = false

  read(text: string): string {
    const kind = kindOf(text)
    if (kind === 'front-matter') return text
    const reader = new LineReader(text)
    const matched = this.containers.match(reader, Number.POSITIVE_INFINITY)
    if (reader.isBlank) {
      this.isBelowWords = false
      this.closeBelow(matched)
      return this.isDeep() ? this.prefix(matched).trimEnd() : text
    }
    const mayBegin = kind === 'text' || text.includes(sealed.fence)
    const marks = mayBegin ? this.readMarks(reader, matched) : ''
    const prefix = this.prefix(matched)
    const { indent } = reader
    const words = text.slice(reader.afterSpace())
    this.isBelowWords = kind === 'text' && !headingStart.test(words) && !rule.test(words)
    // `<pre>` would show the spaces.
    const kept = indent < codeIndent && !words.startsWith(sealed.spanStart) ? indent : 0
    return kept === indent && !this.isDeep() ? text : prefix + marks + ' '.repeat(kept) + words
  }

  /** @returns The container marks at the start of a line. */
  private readMarks(reader: LineReader, matched: number): string {
    const isLazy = this.isBelowWords && matched < this.containers.length
    const above = { isWords: this.isBelowWords && !isLazy, isTerm: true }
    let marks = ''
    for (;;) {
      const { indent } = reader
      const start = reader.afterSpace()
      const close = (): void => this.closeBelow(marks === '' ? matched : this.shown.length)
      if (!this.containers.open(reader, above, close)) break
      const isDeep = indent >= codeIndent
      const space = isDeep ? '' : ' '.repeat(indent)
      const mark = reader.text.slice(start, reader.at).trimEnd()
      const columns = footnote.test(mark) ? codeIndent : this.containers.lastWidth - indent
      const prefix = mark === '>' ? '> ' : ' '.repeat(columns)
      marks += space + mark.padEnd(prefix.length)
      this.shown.push({ prefix: space + prefix, isDeep })
    }
    if (marks === '' && !isLazy) this.closeBelow(matched)
    return marks
  }

  private isDeep(): boolean {
    return this.shown.some(({ isDeep }) => isDeep)
  }

  private prefix(count: number): string {
    return this.shown
      .slice(0, count)
      .map(({ prefix }) => prefix)
      .join('')
  }

  private closeBelow(count: number): void {
    this.containers.closeBelow(count)
    this.shown.length = count
  }
}
