/** The containers around a line of Markdown: quotes, list items, footnotes, notes. @module */
import { definition, footnote, listMarker, rule } from './block-starts.ts'
import type { LineReader } from './line-reader.ts'

type Container = Quote | Item

interface Quote {
  readonly kind: 'quote'
  readonly indent: number
}

interface Item {
  readonly kind: 'item'
  readonly width: number
  isEmpty: boolean
  /** Whether it is the definition of a term; another definition may follow it. */
  readonly isDefinition: boolean
}

export interface LineAbove {
  /** Whether the line continues a paragraph. */
  readonly isWords: boolean
  /** Whether the line above may be a term, so that this one may define it. */
  readonly isTerm: boolean
}

const mayBeMarker = /^[-+*:\d]/

/** Deeper containers are treated as text. */
const maxContainers = 200

export class Containers {
  private readonly all: Container[] = []

  get length(): number {
    return this.all.length
  }

  /** The text before the lines of a block that stands in all of the containers. */
  get prefix(): string {
    return this.all
      .map((one) => (one.kind === 'quote' ? `${' '.repeat(one.indent)}> ` : ' '.repeat(one.width)))
      .join('')
  }

  get lastWidth(): number {
    const last = this.all.at(-1)
    return last?.kind === 'quote' ? last.indent + 2 : (last?.width ?? 0)
  }

  /**
   * Skip the marks that put a line into the open containers.
   * @param maxIndent How far a quote may be indented.
   * @returns How many containers the line belongs to.
   */
  match(reader: LineReader, maxIndent: number): number {
    let matched = 0
    for (const container of this.all) {
      if (container.kind === 'quote') {
        if (reader.indent > maxIndent || reader.next() !== '>') break
        skipQuoteMark(reader)
      } else if (reader.isBlank) {
        if (container.isEmpty) break
        reader.skipColumns(container.width)
      } else if (reader.indent >= container.width) {
        reader.skipColumns(container.width)
        container.isEmpty = false
      } else break
      matched += 1
    }
    return matched
  }

  closeBelow(count: number): void {
    this.all.length = count
  }

  isDefinition(index: number): boolean {
    const container = this.all[index]
    return container?.kind === 'item' && container.isDefinition
  }

  openItem(width: number, isEmpty = false, isDefinition = false): void {
    this.all.push({ kind: 'item', width, isEmpty, isDefinition })
  }

  open(reader: LineReader, above: LineAbove, close: () => void): boolean {
    if (this.all.length >= maxContainers) return false
    const text = reader.text.slice(reader.afterSpace())
    if (text.startsWith('>')) {
      close()
      const { indent } = reader
      skipQuoteMark(reader)
      this.all.push({ kind: 'quote', indent })
      return true
    }
    const note = text[0] === '[' ? footnote.exec(text)?.[0] : undefined
    if (note !== undefined) {
      close()
      reader.skip(note.length)
      this.openItem(4)
      return true
    }
    const marker = markerAt(text, above)
    if (marker === undefined) return false
    close()
    const before = reader.indent
    reader.skip(marker.length)
    const isEmpty = text.slice(marker.length).trim() === ''
    const isDefinition = marker === ':'
    const space = isEmpty || reader.indent > 4 ? 1 : reader.indent
    reader.skipColumns(space)
    const width = before + marker.length + (isEmpty && isDefinition ? 0 : space)
    this.openItem(width, isEmpty, isDefinition)
    return true
  }
}

function markerAt(text: string, { isWords, isTerm }: LineAbove): string | undefined {
  if (!mayBeMarker.test(text)) return undefined
  if (isTerm && definition.test(text)) return ':'
  const marker = rule.test(text) ? undefined : listMarker.exec(text)?.[0]
  if (marker === undefined || !isWords) return marker
  const isEmpty = text.slice(marker.length).trim() === ''
  return isEmpty || (/\d/.test(marker) && !/^1\D/.test(marker)) ? undefined : marker
}

function skipQuoteMark(reader: LineReader): void {
  reader.skip(1)
  if (reader.indent > 0) reader.skipColumns(1)
}
