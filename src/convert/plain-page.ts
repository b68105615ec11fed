/**
 * Writes plain blocks, which need no fitting, straight from the parser's buffer as JSON: several
 * times as fast as by way of nodes. Formulas and images with sizes are never plain.
 * @module
 */
import type { Definition } from 'mdast'
import type { AdfParentType } from '../adf/node-row.ts'
import type { LooseNode } from './loose-adf.ts'
import type { ParsedNodes } from './parsed-nodes.ts'
import type { WarningCode } from './warnings.ts'

export interface PlainBlock {
  /** ADF as JSON, for `jsonOfPlain`; empty for blocks that show nothing in their place. */
  readonly json: string
  /** The text that `nodeText` gives, with headings marked. */
  readonly text: string
  readonly headings: readonly LooseNode<'heading'>[]
  readonly warnings: readonly PlainNote<'code', WarningCode>[]
  readonly links: readonly PlainNote<'attrs', { href: string }>[]
  readonly targets: readonly PlainNote<'name', string>[]
}

type PlainNote<Name extends string, Value> = { readonly line: number } & {
  readonly [Key in Name]: Value
}

/**
 * Encloses a link's index where its address will be written; JSON never contains this character.
 */
export const linkMark = '\0'

/** Write the ADF of a plain block, with the current addresses of its links. */
export function jsonOfPlain({ json, links }: PlainBlock): string {
  if (links.length === 0) return json
  const parts = json.split(linkMark)
  for (let at = 1; at < parts.length; at += 2) {
    parts[at] = jsonInside(links[Number(parts[at])]?.attrs.href ?? '')
  }
  return parts.join('')
}

export function lengthOfPlain({ json, links }: PlainBlock): number {
  return links.reduce((sum, { attrs }) => sum + attrs.href.length, json.length)
}

/**
 * Writes one block construct as JSON, exactly as its handler and the fit pass would.
 * @param allowed Node types that may stand here.
 * @returns Undefined when the block is not plain.
 */
export type WriteBlock = (
  id: number,
  page: PlainPage,
  allowed: ReadonlySet<string>,
) => string | undefined

/**
 * Writes one inline construct, and adds its text to `words`.
 * @param marks JSON of the marks around it, separated by commas.
 * @returns Undefined when the block is not plain.
 */
export type WriteInline = (id: number, marks: string, page: PlainPage) => string | undefined

/**
 * The most characters in a block's sentences; longer blocks are written as nodes, whose size is
 * known before.
 */
export const maxPlainLength: number = 2 ** 22

export interface PlainPage {
  readonly nodes: ParsedNodes
  readonly definitions: ReadonlyMap<string, Definition>
  /** The text of the current sentence. */
  words: string
  addLine(line: string): void
  addHeading(level: number, line: number): void
  warn(code: WarningCode, line: number): void
  /**
   * Note a link inside the page.
   * @returns The placeholder to write as its address.
   */
  addLink(href: string, line: number): string
  addTarget(name: string, line: number): void
  /**
   * Write the children of a block.
   * @param from Index of the first child.
   * @returns Undefined when one is not plain or not allowed here.
   */
  blocks(id: number, parentType: AdfParentType, from?: number): string | undefined
  /** Write the children of a block as a sentence, with its text in `words`. */
  sentence(id: number): string | undefined
  /**
   * Write the children of an inline construct.
   * @param from Index of the first.
   * @param to Index behind the last.
   */
  inlines(id: number, marks: string, from?: number, to?: number): string | undefined
}

export function joinWritten(...pieces: readonly (string | undefined)[]): string | undefined {
  return pieces.includes(undefined) ? undefined : pieces.filter((piece) => piece !== '').join(',')
}

export function addMark(marks: string, mark: string): string {
  return marks === '' ? mark : `${marks},${mark}`
}

export function isLinked(marks: string): boolean {
  // Quotation marks in strings are escaped, so no string can contain this.
  return marks.includes('{"type":"link"')
}

const hasEscapes = /["\\\u0000-\u001f\ud800-\udfff]/

/**
 * Write a text as `JSON.stringify` does, faster where nothing needs an escape.
 * @returns The part between the quotation marks.
 */
export function jsonInside(text: string): string {
  return hasEscapes.test(text) ? JSON.stringify(text).slice(1, -1) : text
}
