/**
 * Plain blocks: those of which nothing has to be fitted, warned of, counted or looked up. They become
 * JSON text straight from what the parser made, several times as fast as by way of nodes. Formulas and
 * images with sizes, whose nodes are changed after parsing, are never plain.
 * @module
 */
import type { AdfParentType } from '../adf/node-row.ts'
import type { ParsedNodes } from './parsed-nodes.ts'

/** What a plain block becomes. */
export interface PlainBlock {
  /** Its ADF as JSON. */
  readonly json: string
  /** Its text, as `nodeText` gives it. */
  readonly text: string
}

/**
 * Writes the ADF of one construct as JSON, exactly as its handler and the fit pass would make it.
 * @returns `undefined` when the block is not plain.
 */
export type WriteBlock = (id: number, page: PlainPage) => string | undefined

/**
 * Writes one construct inside a sentence, and adds its words to those of the sentence.
 * @param marks Those of the constructs around it, as JSON with a comma between two.
 * @returns `undefined` when the block is not plain.
 */
export type WriteInline = (id: number, marks: string, page: PlainPage) => string | undefined

/** What the writers of constructs share. */
export interface PlainPage {
  readonly nodes: ParsedNodes
  /** Of the sentence that is being written. */
  words: string
  /** Add to the text of the block; an empty line is none. */
  addLine(line: string): void
  /** Write what a block holds; without anything inside, or with what its ADF cannot hold, it is not plain. */
  blocks(id: number, parentType: AdfParentType): string | undefined
  /** Write what a block holds as a sentence, with its words in `words`. */
  sentence(id: number): string | undefined
  /** Write what a construct inside a sentence holds. */
  inlines(id: number, marks: string): string | undefined
}

/**
 * Add a mark to those around a construct.
 * @param marks Those, as JSON with a comma between two.
 */
export function addMark(marks: string, mark: string): string {
  return marks === '' ? mark : `${marks},${mark}`
}
