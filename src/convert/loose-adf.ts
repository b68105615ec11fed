/**
 * What handlers produce: ADF that may break the nesting rules, with the line that each block came
 * from. The fit pass makes it valid.
 * @module
 */
import type { AdfMark, AdfNode } from '../adf/types.ts'

export interface LooseNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly LooseNode[]
  readonly text?: string
  readonly marks?: readonly AdfMark[]
  /** Line of the Markdown, from 1; absent on text. */
  readonly line?: number
}

/**
 * Make a text node; `undefined` for no text, which ADF does not have.
 * @param text The characters.
 * @param marks The marks around it.
 */
export function textNode(text: string, marks: readonly AdfMark[]): AdfNode | undefined {
  if (text === '') return undefined
  return marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks }
}
