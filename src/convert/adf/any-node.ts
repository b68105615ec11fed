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
export function eachNode(node: Pick<AnyNode, 'content'>, visit: (node: AnyNode) => void): void {
  for (const child of contentOf(node)) {
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

export function codeOf(node: AnyNode): string {
  return contentOf(node)
    .map((child) => textValue(child?.text))
    .join('')
}
