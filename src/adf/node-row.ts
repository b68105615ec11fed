/** The form of a row of `content-rules`, by which the compiler compares it with the node's type. @module */
import { type AttributesRow, type AttributesRule, attributesRule } from './attribute-rules.ts'
import type { AdfDoc, AdfNodes } from './types.ts'

/**
 * What the table says of one type of node: all that its type in TypeScript says, and no more, so
 * that neither can change without the other. What is left out is empty.
 */
export type NodeRow<Type extends AdfParentType> = ContentRow<Member<Type, 'content'>> &
  // Marks of text have a list of their own, `textMarks`.
  MarksRow<Type extends 'text' ? never : TypeOf<Member<Type, 'marks'>>> &
  AttributesRows<Exclude<Member<Type, 'attrs'>, undefined>>

interface Parents extends AdfNodes {
  doc: { content?: AdfDoc['content'] }
}

/** The types of nodes, and the document itself. */
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

/** Attributes in one form, or a list of several. */
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

/** A row with everything that it leaves out. */
export interface NodeRule {
  /** Node types that may stand inside; empty for a leaf. */
  readonly children: ReadonlySet<string>
  readonly minChildren: number
  readonly maxChildren: number
  /** Types of the children in their order, for the one node where it matters. */
  readonly order: readonly string[] | undefined
  /** Mark types that the node itself may carry. */
  readonly marks: ReadonlySet<string>
  /** The forms that the attributes may have; each node has one of them. */
  readonly attributes: readonly AttributesRule[]
}

type AnyRow = { readonly [Key in keyof NodeRule]?: NodeRule[Key] | undefined } & Parameters<
  typeof attributesRule
>[0]

const none: ReadonlySet<string> = new Set()

/** Complete a row. */
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

/** A set of exactly these types: a set with one more or one less is none. */
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
  // What `has` tells of its argument cannot be said of a `Set` without a cast.
  return new Set(types.flat()) as ReadonlySet<string> as TypeSet<Flat<Types[number]> & string>
}

/**
 * List words.
 * @param text The words, with a space between two.
 */
export function words<const Text extends string>(text: Text): readonly Words<Text>[] {
  // The compiler knows the words, but not that `split` finds them.
  return text.split(' ') as readonly string[] as readonly Words<Text>[]
}
