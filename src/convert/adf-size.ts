/** Estimates how large the ADF of a page becomes, also before it is written. @module */
import type { AdfNode } from '../adf/types.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'

/**
 * Make the error for a page that is too large.
 * @param bytes Its size; undefined where only a lower bound is known.
 */
export function tooMuchAdf(
  bytes: number | undefined,
  maxAdfBytes: number,
  wayOut = 'Split the page, or ask the administrator to raise --max-adf.',
): MarkdownLimitError {
  return new MarkdownLimitError(
    `content becomes ${bytes ?? `more than ${maxAdfBytes}`} bytes of ADF; at most ${maxAdfBytes} are allowed. ${wayOut}`,
  )
}

/** Give a lower bound for the length of nodes as JSON: the sum of their texts and attributes. */
export function leastJsonLength(nodes: readonly AdfNode[]): number {
  let sum = 0
  for (const { text = '', attrs, marks = [], content = [] } of nodes as readonly Counted[]) {
    sum += text.length + lengthOf(attrs) + leastJsonLength(content as readonly AdfNode[])
    for (const mark of marks) sum += lengthOf(mark.attrs)
  }
  return sum
}

interface Counted {
  readonly text?: string
  readonly attrs?: object
  readonly marks?: readonly { readonly attrs?: object }[]
  readonly content?: readonly unknown[]
}

function lengthOf(attrs: object = {}): number {
  let sum = 0
  for (const value of Object.values(attrs)) if (typeof value === 'string') sum += value.length
  return sum
}
