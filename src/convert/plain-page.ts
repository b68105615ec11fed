/**
 * Plain blocks: those of which nothing has to be fitted, counted or pointed elsewhere later. They become
 * JSON text straight from what the parser made, several times as fast as by way of nodes. Formulas and
 * images with sizes, whose nodes are changed after parsing, are never plain.
 * @module
 */
import type { Definition } from 'mdast'
import type { AdfParentType } from '../adf/node-row.ts'
import type { LooseNode } from './loose-adf.ts'
import type { ParsedNodes } from './parsed-nodes.ts'
import type { WarningCode } from './warnings.ts'

/** What a plain block becomes. */
export interface PlainBlock {
  /** Its ADF as JSON. */
  readonly json: string
  /** Its text, as `nodeText` gives it, with its headings marked. */
  readonly text: string
  readonly headings: readonly LooseNode<'heading'>[]
  readonly warnings: readonly PlainWarning[]
}

/** What its handlers would warn of, in their order. */
export interface PlainWarning {
  readonly code: WarningCode
  readonly line: number
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
  readonly definitions: ReadonlyMap<string, Definition>
  /** Of the sentence that is being written. */
  words: string
  /** Add to the text of the block; an empty line is none. */
  addLine(line: string): void
  /** Note a heading with the words of the sentence. */
  addHeading(level: number, line: number): void
  /** Note something to warn of. */
  warn(code: WarningCode, line: number): void
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

/** Tell whether a link is among the marks around a construct. */
export function isLinked(marks: string): boolean {
  // No string inside the marks reads like one: its quotation marks are escaped.
  return marks.includes('{"type":"link"')
}
