/** A change to the source of a document. @module */

/** A part of the source that becomes another text. */
export interface Rewrite {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Stands in place of each character of code. */
export const codeMark = '\0'
