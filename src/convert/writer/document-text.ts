/** The text of a document while it is written, and what is known only at its end. @module */

/** A row of a table, whose text becomes one line. */
export interface RowText {
  /** The document's text above the row. */
  readonly above: string
  readonly lateLine: string
  line: string
  cellCount: number
}

/** A line for each block, a tab between cells. */
export class DocumentText {
  #text = ''
  /** Text decided only when the document ends, which belongs before the next line. */
  #lateLine = ''

  addLine(line: string): void {
    if (line === '') return
    this.#text += `${this.#text === '' ? '' : '\n'}${this.#lateLine}${line}`
    this.#lateLine = ''
  }

  /** Append text that is decided only when the document ends, and may be empty. */
  append(late: string): void {
    this.#text += late
  }

  /** Put text that is decided only when the document ends before the next line. */
  prependLate(late: string): void {
    this.#lateLine += late
  }

  beginRow(): RowText {
    const row = { above: this.#text, lateLine: this.#lateLine, line: '', cellCount: 0 }
    this.#text = ''
    this.#lateLine = ''
    return row
  }

  endCell(row: RowText): void {
    row.line += row.cellCount === 0 ? this.#text : `\t${this.#text}`
    row.cellCount += 1
    this.#text = ''
  }

  endRow({ above, lateLine, line }: RowText): void {
    this.#text = above
    this.#lateLine = lateLine
    this.addLine(line)
  }

  toString(): string {
    return this.#text
  }
}

interface LateValue {
  json(): string
  text(): string
}

/** Markdown has no such character, which CommonMark replaces, and JSON escapes it. */
const mark = '\0'

/**
 * Values known only at the end of a document, as where links inside the page lead. Until then a number
 * between two marks stands for each, in the JSON and in the text.
 */
export class LateValues {
  readonly #values: LateValue[] = []

  /** Add a value; returns what to write for now. */
  add(json: () => string, text: () => string = () => ''): string {
    this.#values.push({ json, text })
    return `${mark}${this.#values.length - 1}${mark}`
  }

  /**
   * Put the values into some JSON.
   * @param onLength Receives the length of the result before it is made.
   */
  intoJson(json: string, onLength?: (length: number) => void): string {
    const parts = this.#parts(json, (value) => value.json())
    onLength?.(parts.reduce((sum, { length }) => sum + length, 0))
    return parts.join('')
  }

  intoText(text: string): string {
    return this.#parts(text, (value) => value.text()).join('')
  }

  #parts(written: string, textOf: (value: LateValue) => string): string[] {
    if (this.#values.length === 0 || !written.includes(mark)) return [written]
    const parts = written.split(mark)
    for (let at = 1; at < parts.length; at += 2) {
      parts[at] = textOf(this.#values[Number(parts[at])] as LateValue)
    }
    return parts
  }
}
