/** Reads lines by columns: a tab advances to the next multiple of four. @module */

/** Take a text apart at the ends of its lines. */
export function splitLines(text: string): string[] {
  // By far the most frequent one, and several times as fast alone.
  return text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n')
}

const tabStop = 4

/** Reads the marks and indentation at the start of a line. */
export class LineReader {
  readonly text: string
  at = 0
  private column = 0
  private rest = 0

  constructor(text: string) {
    this.text = text
  }

  get indent(): number {
    let column = this.column + this.rest
    for (let at = this.at; ; at += 1) {
      const character = this.text[at]
      if (character === ' ') column += 1
      else if (character === '\t') column += tabStop - (column % tabStop)
      else return column - this.column
    }
  }

  get isAtStop(): boolean {
    return this.rest === 0
  }

  get isBlank(): boolean {
    return this.next() === undefined
  }

  next(): string | undefined {
    return this.text[this.afterSpace()]
  }

  afterSpace(): number {
    let at = this.at
    while (this.text[at] === ' ' || this.text[at] === '\t') at += 1
    return at
  }

  skipColumns(count: number): void {
    let left = count
    while (left > 0) {
      if (this.rest > 0) {
        const taken = Math.min(left, this.rest)
        this.rest -= taken
        this.column += taken
        left -= taken
      } else if (this.text[this.at] === ' ') {
        this.at += 1
        this.column += 1
        left -= 1
      } else if (this.text[this.at] === '\t') {
        this.at += 1
        this.rest = tabStop - (this.column % tabStop)
      } else return
    }
  }

  skip(characters: number): void {
    this.skipColumns(this.indent)
    this.at += characters
    this.column += characters
  }

  /** Give the rest of the line; what is left of a tab becomes spaces. */
  remainder(): string {
    return ' '.repeat(this.rest) + this.text.slice(this.at)
  }
}
