/**
 * The shape of a row in `content-rules`, which the compiler compares with the node's type.
 * @module
 */
import { type AttributesRow, type AttributesRule, attributesRule } from './attribute-rules.ts'
import type { AdfDoc, AdfNodes } from './types.ts'

/**
 * A row says exactly what the node's TypeScript type says, so neither can change without the other.
 */
export type NodeRow<Type extends AdfParentType> = ContentRow<Member<Type, 'content'>> &
  // Marks of text are listed in `textMarks`.
  MarksRow<Type extends 'text' ? never : TypeOf<Member<Type, 'marks'>>> &
  AttributesRows<Exclude<Member<Type, 'attrs'>, undefined>>

interface Parents extends AdfNodes {
  doc: { content?: AdfDoc['content'] }
}

export type AdfParentType = keyof Parents

type Member<Type extends AdfParentType, Name extends string> = Name extends keyof Parents[Type]
  ? Parents[Type][Name]
  : never
type TypeOf<List> = List extends readonly { readonly type: infer Type extends string }[]
  ? Type
  : never

type ContentRow<Content> = [Content] extends [never]
  ? { readonly children?: undefined }
  : Children<TypeOf<Content>> &
      (undefined extends Content
        ? { readonly minChildren?: undefined }
        : { readonly minChildren: number })

interface Children<Type extends string> {
  readonly children: TypeSet<Type>
  readonly maxChildren?: number
  readonly order?: readonly Type[]
}

type MarksRow<Mark extends string> = [Mark] extends [never]
  ? { readonly marks?: undefined }
  : { readonly marks: TypeSet<Mark> }

type AttributesRows<Attrs> = [Attrs] extends [never]
  ? { readonly attributes?: undefined }
  : IsUnion<Attrs> extends true
    ? { readonly attributes: readonly AttributesRow<Attrs>[] }
    : AttributesRow<Attrs>

type IsUnion<Whole, Member = Whole> = Member extends unknown
  ? [Whole] extends [Member]
    ? false
    : true
  : never

export interface NodeRule {
  readonly children: ReadonlySet<string>
  readonly minChildren: number
  readonly maxChildren: number
  /** The child types in their required order, for the one node that has an order. */
  readonly order: readonly string[] | undefined
  readonly marks: ReadonlySet<string>
  /** The possible forms of the attributes; each node has one of them. */
  readonly attributes: readonly AttributesRule[]
}

type AnyRow = { readonly [Key in keyof NodeRule]?: NodeRule[Key] | undefined } & Parameters<
  typeof attributesRule
>[0]

const none: ReadonlySet<string> = new Set()

export function nodeRule(row: AnyRow): NodeRule {
  const { children, minChildren, maxChildren, order, marks, attributes } = row
  return {
    children: children ?? none,
    minChildren: minChildren ?? 0,
    maxChildren: maxChildren ?? Number.POSITIVE_INFINITY,
    order,
    marks: marks ?? none,
    attributes: attributes ?? [attributesRule(row)],
  }
}

/** A set of exactly these types: the compiler refuses one more or one less. */
export interface TypeSet<in out Type extends string> extends ReadonlySet<string> {
  has(type: string): type is Type
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text
type Flat<Item> = Item extends readonly (infer Inner)[] ? Inner : Item

export function typeSet<const Types extends readonly (string | readonly string[])[]>(
  ...types: Types
): TypeSet<Flat<Types[number]> & string> {
  // TypeScript needs a cast to give a `Set` this `has`.
  return new Set(types.flat()) as ReadonlySet<string> as TypeSet<Flat<Types[number]> & string>
}

export function words<const Text extends string>(text: Text): readonly Words<Text>[] {
  // The compiler cannot follow `split` on literal types.
  return text.split(' ') as readonly string[] as readonly Words<Text>[]
}
