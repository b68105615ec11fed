/** Lines, and how each is read from its start, by columns: a tab leads to the next one that four divides. @module */

/** Take a text apart at the ends of its lines. */
export function splitLines(text: string): string[] {
  // By far the most frequent one, and several times as fast alone.
  return text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n')
}

const tabStop = 4

/** Reads what stands before the words of a line. */
export class LineReader {
  readonly text: string
  /** Index of what comes next. */
  at = 0
  private column = 0
  /** Columns of a tab that was read in part. */
  private rest = 0

  constructor(text: string) {
    this.text = text
  }

  /** How many columns of space come next. */
  get indent(): number {
    let column = this.column + this.rest
    for (let at = this.at; ; at += 1) {
      const character = this.text[at]
      if (character === ' ') column += 1
      else if (character === '\t') column += tabStop - (column % tabStop)
      else return column - this.column
    }
  }

  /** No tab was read in part. */
  get isAtStop(): boolean {
    return this.rest === 0
  }

  /** Nothing but space comes next. */
  get isBlank(): boolean {
    return this.next() === undefined
  }

  /** Give the first character that is no space; undefined at the end. */
  next(): string | undefined {
    return this.text[this.afterSpace()]
  }

  /** Give the index behind the space that comes next. */
  afterSpace(): number {
    let at = this.at
    while (this.text[at] === ' ' || this.text[at] === '\t') at += 1
    return at
  }

  /** Pass over columns of space, as many as there are. */
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

  /** Pass over characters that are no tabs, and the space before them. */
  skip(characters: number): void {
    this.skipColumns(this.indent)
    this.at += characters
    this.column += characters
  }

  /** Give what comes next; what is left of a tab becomes spaces. */
  remainder(): string {
    return ' '.repeat(this.rest) + this.text.slice(this.at)
  }
}
