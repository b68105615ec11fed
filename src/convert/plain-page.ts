/**
 * Plain blocks: those of which nothing has to be fitted or counted. They become JSON text straight from
 * what the parser made, several times as fast as by way of nodes. Formulas and images with sizes, whose
 * nodes are changed after parsing, are never plain.
 * @module
 */
import type { Definition } from 'mdast'
import type { AdfParentType } from '../adf/node-row.ts'
import type { LooseNode } from './loose-adf.ts'
import type { ParsedNodes } from './parsed-nodes.ts'
import type { WarningCode } from './warnings.ts'

/** What a plain block becomes. */
export interface PlainBlock {
  /** Its ADF as JSON, for `jsonOfPlain`; empty for what the page shows nothing of, or elsewhere. */
  readonly json: string
  /** Its text, as `nodeText` gives it, with its headings marked. */
  readonly text: string
  readonly headings: readonly LooseNode<'heading'>[]
  /** What its handlers would warn of, in their order. */
  readonly warnings: readonly PlainNote<'code', WarningCode>[]
  /** Links inside the page, whose addresses may change until the document is whole. */
  readonly links: readonly PlainNote<'attrs', { href: string }>[]
  /** Names that the writer gave to places. */
  readonly targets: readonly PlainNote<'name', string>[]
}

type PlainNote<Name extends string, Value> = { readonly line: number } & {
  readonly [Key in Name]: Value
}

/** Stands on both sides of a link's index, where its address is to stand; JSON has no such character. */
export const linkMark = '\0'

/**
 * Write the ADF of a plain block.
 * @returns JSON, with the addresses that its links have now.
 */
export function jsonOfPlain({ json, links }: PlainBlock): string {
  if (links.length === 0) return json
  const parts = json.split(linkMark)
  for (let at = 1; at < parts.length; at += 2) {
    parts[at] = jsonInside(links[Number(parts[at])]?.attrs.href ?? '')
  }
  return parts.join('')
}

/** How long that is at least. */
export function lengthOfPlain({ json, links }: PlainBlock): number {
  return links.reduce((sum, { attrs }) => sum + attrs.href.length, json.length)
}

/**
 * Writes the ADF of one construct as JSON, exactly as its handler and the fit pass would make it.
 * @param allowed The types of nodes that may stand where it does.
 * @returns `undefined` when the block is not plain.
 */
export type WriteBlock = (
  id: number,
  page: PlainPage,
  allowed: ReadonlySet<string>,
) => string | undefined

/**
 * Writes one construct inside a sentence, and adds its words to those of the sentence.
 * @param marks Those of the constructs around it, as JSON with a comma between two.
 * @returns `undefined` when the block is not plain.
 */
export type WriteInline = (id: number, marks: string, page: PlainPage) => string | undefined

/** The most characters of a block's sentences; of a longer block the size is known before it is written, as nodes. */
export const maxPlainLength: number = 2 ** 22

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
  /**
   * Note a link inside the page.
   * @returns What is to be written as its address.
   */
  addLink(href: string, line: number): string
  /** Note a name that the writer gave to a place. */
  addTarget(name: string, line: number): void
  /**
   * Write what a block holds; with what its ADF cannot hold, it is not plain.
   * @param from The index of the first.
   */
  blocks(id: number, parentType: AdfParentType, from?: number): string | undefined
  /** Write what a block holds as a sentence, with its words in `words`. */
  sentence(id: number): string | undefined
  /**
   * Write what a construct inside a sentence holds.
   * @param from The index of the first.
   * @param to The index behind the last.
   */
  inlines(id: number, marks: string, from?: number, to?: number): string | undefined
}

/**
 * Put what was written one after the other.
 * @returns `undefined` when some of it is not plain.
 */
export function joinWritten(...pieces: readonly (string | undefined)[]): string | undefined {
  return pieces.includes(undefined) ? undefined : pieces.filter((piece) => piece !== '').join(',')
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

const hasEscapes = /["\\\u0000-\u001f\ud800-\udfff]/

/**
 * Write a text as `JSON.stringify` does, which takes longer where nothing has to be escaped.
 * @returns What stands between the quotation marks.
 */
export function jsonInside(text: string): string {
  return hasEscapes.test(text) ? JSON.stringify(text).slice(1, -1) : text
}
