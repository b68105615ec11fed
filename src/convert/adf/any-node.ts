/**
 * Nodes of any document: pages may come from another version of this program, so types may be unknown,
 * and members may be missing or of any kind.
 * @module
 */
import type { AdfMarkType, AdfNodeType } from './types.ts'

export interface AnyNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>> | undefined
  readonly content?: unknown
  readonly text?: unknown
  readonly marks?: unknown
}

export interface AnyMark {
  readonly type: unknown
  readonly attrs?: Readonly<Record<string, unknown>>
}

export type ByNodeType<Context, Result> = Readonly<
  Record<AdfNodeType, (node: AnyNode, context: Context) => Result>
>

/**
 * Apply the row of a node's type.
 * @param otherwise Handles unknown types.
 */
export function byNodeType<Context, Result>(
  table: ByNodeType<Context, Result>,
  node: AnyNode,
  context: Context,
  otherwise: (node: AnyNode, context: Context) => Result,
): Result {
  const row = Object.hasOwn(table, node.type) ? table[node.type as AdfNodeType] : otherwise
  return row(node, context)
}

export function findMark(node: AnyNode, type: AdfMarkType): AnyMark | undefined {
  return marksOf(node).find((mark) => mark?.type === type)
}

export function contentOf({ content }: Pick<AnyNode, 'content'>): readonly AnyNode[] {
  return Array.isArray(content) ? content.filter(isNode) : []
}

/** Visit everything that a node holds, in the order of the document. */
export function eachNode(
  { content }: Pick<AnyNode, 'content'>,
  visit: (node: AnyNode) => void,
): void {
  if (!Array.isArray(content)) return
  for (const child of content) {
    if (!isNode(child)) continue
    visit(child)
    eachNode(child, visit)
  }
}

export function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

export function marksOf({ marks }: AnyNode): readonly AnyMark[] {
  return Array.isArray(marks) ? marks : []
}

export function textValue(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A document may name any number; a larger one is ignored. */
const maxSpan = 1_000

/** Read how many columns or rows a cell spans. */
export function spanOf(value: unknown): number {
  const span = Number.isInteger(value) ? Number(value) : 1
  return span > 1 && span <= maxSpan ? span : 1
}

/** Read a size in whole pixels; undefined for what is none. */
export function pixelsOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 && value <= 10_000 ? Math.round(value) : undefined
}

export function codeOf(node: AnyNode): string {
  return contentOf(node)
    .map((child) => textValue(child?.text))
    .join('')
}
