/**
 * Nodes as renderers meet them: a page may have been stored by another version of this program, and
 * who calls the library may hand over anything. So nothing is taken for granted here but the names.
 * @module
 */
import { isNodeType } from '../adf/content-rules.ts'
import type { AdfMarkType } from '../adf/marks.ts'
import type { AdfNodes, AdfNodeType } from '../adf/types.ts'

/** A node of a known type; its members may be missing, or of any kind. */
export type UncheckedNode<Type extends AdfNodeType = AdfNodeType> = {
  [One in Type]: Unchecked<One, { readonly [Name in AttributeName<One>]?: unknown }>
}[Type]

/** A node of any type, of this program's or another's. */
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

/** What a renderer makes of each type of node. */
export type ByNodeType<Context, Result> = {
  readonly [Type in AdfNodeType]: (node: UncheckedNode<Type>, context: Context) => Result
}

/**
 * Apply the row of a node's type.
 * @param otherwise What is made of a type that this program does not know.
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

/** A mark of any type, with attributes of any kind. */
export interface AnyMark {
  readonly type: unknown
  readonly attrs?: Readonly<Record<string, unknown>>
}

/** List the nodes inside a node. */
export function contentOf({ content }: AnyNode | UncheckedNode): readonly AnyNode[] {
  return Array.isArray(content) ? content : []
}

/** List the marks of a node. */
export function marksOf({ marks }: AnyNode | UncheckedNode): readonly AnyMark[] {
  return Array.isArray(marks) ? marks : []
}

/**
 * Read a text that should be there.
 * @returns The text; empty when it is none.
 */
export function textValue(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function codeOf({ content }: UncheckedNode<'codeBlock'>): string {
  return Array.isArray(content) ? content.map((child) => textValue(child?.text)).join('') : ''
}
