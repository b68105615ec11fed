/**
 * Types of nodes for renderers: pages may come from another version of this program, so members may
 * be missing or of any kind.
 * @module
 */
import { isNodeType } from '../adf/content-rules.ts'
import type { AdfMarkType, AdfNodes, AdfNodeType } from '../adf/types.ts'

/** A node of a known type; its members may be missing, or of any kind. */
export type UncheckedNode<Type extends AdfNodeType = AdfNodeType> = {
  [One in Type]: Unchecked<One, { readonly [Name in AttributeName<One>]?: unknown }>
}[Type]

/** A node of any type, also of types that this program does not know. */
export type AnyNode = Unchecked<string, Readonly<Record<string, unknown>>>

interface Unchecked<Type, Attributes> {
  readonly type: Type
  readonly attrs?: Attributes
  readonly content?: unknown
  readonly text?: unknown
  readonly marks?: unknown
}

type AttributeName<Type extends AdfNodeType> = AdfNodes[Type] extends { attrs?: infer Attributes }
  ? KeyOfEach<Exclude<Attributes, undefined>>
  : never
type KeyOfEach<Whole> = Whole extends unknown ? keyof Whole : never

export type ByNodeType<Context, Result> = {
  readonly [Type in AdfNodeType]: (node: UncheckedNode<Type>, context: Context) => Result
}

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
  return isKnown(node) ? applyRow(table, node, context) : otherwise(node, context)
}

function isKnown(node: AnyNode | UncheckedNode): node is UncheckedNode {
  return isNodeType(node.type)
}

function applyRow<Type extends AdfNodeType, Context, Result>(
  table: ByNodeType<Context, Result>,
  node: UncheckedNode<Type>,
  context: Context,
): Result {
  return table[node.type](node, context)
}

export function findMark(node: AnyNode | UncheckedNode, type: AdfMarkType): AnyMark | undefined {
  return marksOf(node).find((mark) => mark?.type === type)
}

export interface AnyMark {
  readonly type: unknown
  readonly attrs?: Readonly<Record<string, unknown>>
}

export function contentOf({ content }: AnyNode | UncheckedNode): readonly AnyNode[] {
  return Array.isArray(content) ? content : []
}

export function marksOf({ marks }: AnyNode | UncheckedNode): readonly AnyMark[] {
  return Array.isArray(marks) ? marks : []
}

export function textValue(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function codeOf({ content }: UncheckedNode<'codeBlock'>): string {
  return Array.isArray(content) ? content.map((child) => textValue(child?.text)).join('') : ''
}
