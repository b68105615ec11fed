/** Lines that are written one after the other, the last of them part by part. @module */
import type { Line } from './line.ts'

/** What the last line begins with. */
export interface LineHead {
  /** What may stand before a block: indentation, marks of quotes and of lists. */
  readonly prefix: string
  /** Nothing else stands on the line so far. */
  readonly isAll: boolean
  /** The line is the row of a table. */
  readonly isRow: boolean
}

/** Lines of which the last one is not finished. */
export interface GrowingLines {
  readonly lines: Line[]
  readonly head: LineHead
  /** Go on with the first of some lines, and write the others after it. */
  append(more: readonly Line[]): void
  /** Finish the last line, and begin another. */
  push(line: Line): void
  /** Put a line before the last one. */
  insert(line: Line): void
}

const blockPrefix = /^(?:\s|>|(?:[-*+]|\d{1,9}[.)])(?=\s))*/
/** A longer prefix is text. */
const maxPrefix = 1_000
const noHead: LineHead = { prefix: '', isAll: true, isRow: false }

/**
 * Begin to write.
 * @param line The number of the first line.
 */
export function growLines(line: number): GrowingLines {
  const lines: Line[] = [{ text: '', line }]
  let head = noHead
  const see = (text: string): void => {
    // A line may be very long: its text is not looked at again with each part.
    if (!head.isAll || text === '') return
    const start = head.prefix + text.slice(0, maxPrefix)
    const prefix = blockPrefix.exec(start)?.[0] as string
    const isAll = prefix.length === start.length && prefix.length < maxPrefix
    head = { prefix, isAll, isRow: start[prefix.length] === '|' }
  }
  const push = (one: Line): void => {
    lines.push(one)
    head = noHead
    see(one.text)
  }
  return {
    lines,
    get head() {
      return head
    },
    push,
    append([first, ...others]) {
      if (first === undefined) return
      const last = lines.pop() as Line
      const isEmpty = last.text === ''
      lines.push(isEmpty ? first : { ...last, text: last.text + first.text })
      see(first.text)
      for (const one of others) push(one)
    },
    insert(one) {
      lines.splice(-1, 0, one)
    },
  }
}
