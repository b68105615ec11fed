/** The Atlassian Document Format as plain data: the types of what `content-rules.ts` allows. @module */
import type { markRows, marksOfText, nodeRows } from './content-rules.ts'
import type { AttributesOf, WordsIn } from './node-row.ts'

/**
 * A document.
 *
 * @example
 * ```ts
 * const doc: AdfDoc = {
 *   version: 1,
 *   type: 'doc',
 *   content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }],
 * }
 * ```
 */
export interface AdfDoc {
  readonly version: 1
  readonly type: 'doc'
  readonly content: Children<'doc'>
}

/**
 * A node of a document; `AdfNode<'paragraph'>` is that of one type. A `switch` over `type` narrows
 * it to what that type may hold.
 *
 * @example
 * ```ts
 * const heading: AdfNode<'heading'> = {
 *   type: 'heading',
 *   attrs: { level: 2 },
 *   content: [{ type: 'text', text: 'Install', marks: [{ type: 'em' }] }],
 * }
 * ```
 */
export type AdfNode<Type extends AdfNodeType = AdfNodeType> = {
  [One in Type]: { readonly type: One } & (One extends 'text' ? Text : Members<One>)
}[Type]

/** The types of nodes inside a document. */
export type AdfNodeType = Exclude<AdfParentType, 'doc'>

export type AdfParentType = keyof typeof nodeRows

export type AdfInlineType = ChildType<'paragraph'>

/** The text is never empty. */
interface Text {
  readonly text: string
  readonly marks?: readonly AdfMark<AdfTextMarkType>[]
}

type Members<Type extends AdfNodeType> = AttributesMember<(typeof nodeRows)[Type]> &
  ContentMember<Type> &
  MarksMember<(typeof nodeRows)[Type]>

type AttributesMember<Row> = Row extends { readonly attrs: infer Attrs }
  ? Attrs extends readonly (infer Form)[]
    ? { readonly attrs: Form extends unknown ? AttributesOf<Form> : never }
    : Record<never, never> extends AttributesOf<Attrs>
      ? { readonly attrs?: AttributesOf<Attrs> }
      : { readonly attrs: AttributesOf<Attrs> }
  : unknown

type ContentMember<Type extends AdfParentType> = (typeof nodeRows)[Type] extends {
  readonly children: string
}
  ? (typeof nodeRows)[Type] extends { readonly minChildren: number }
    ? { readonly content: Children<Type> }
    : { readonly content?: Children<Type> }
  : unknown

type Children<Type extends AdfParentType> = readonly AdfNode<ChildType<Type>>[]

type ChildType<Type extends AdfParentType> = (typeof nodeRows)[Type] extends {
  readonly children: infer Types extends string
}
  ? WordsIn<Types> & AdfNodeType
  : never

type MarksMember<Row> = Row extends { readonly marks: infer Types extends string }
  ? { readonly marks?: readonly AdfMark<WordsIn<Types> & AdfMarkType>[] }
  : unknown

/**
 * A mark; `AdfMark<'link'>` is that of one type.
 *
 * @example
 * ```ts
 * const link: AdfMark<'link'> = { type: 'link', attrs: { href: 'https://example.org/' } }
 * ```
 */
export type AdfMark<Type extends AdfMarkType = AdfMarkType> = {
  [One in Type]: keyof (typeof markRows)[One] extends never
    ? { readonly type: One }
    : { readonly type: One; readonly attrs: AttributesOf<(typeof markRows)[One]> }
}[Type]

export type AdfMarkType = keyof typeof markRows

export type AdfTextMarkType = WordsIn<typeof marksOfText>
