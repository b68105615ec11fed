/** The text of a document while it is written: a line for each block, a tab between cells. @module */

/** A row of a table, whose text becomes one line. */
export interface RowText {
  /** The document's text above the row. */
  readonly above: string
  readonly lateLine: string
  line: string
  cellCount: number
}

export class DocumentText {
  #text = ''
  /** A late value that belongs before the next line. */
  #lateLine = ''

  addLine(line: string): void {
    if (line === '') return
    this.#text += `${this.#text === '' ? '' : '\n'}${this.#lateLine}${line}`
    this.#lateLine = ''
  }

  /** Append a late value, which may turn out to be empty. */
  append(late: string): void {
    this.#text += late
  }

  /** Put late values before the next line. */
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
