/**
 * The shape of a row in `content-rules`, which the compiler compares with the node's type.
 * @module
 */
import type { AdfDatasource, AdfDoc, AdfNodes } from './types.ts'

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

/** A check for exactly one type: the variance makes the compiler refuse a wider or narrower one. */
interface AttributeRule<in out Value> {
  // biome-ignore lint/style/useShorthandFunctionType: only an interface says how its type varies.
  (value: unknown): value is Value
}

/** The attributes that a node or a mark may have; no others are allowed. */
export interface AttributesRule {
  readonly required: Readonly<Record<string, (value: unknown) => boolean>>
  readonly optional: Readonly<Record<string, (value: unknown) => boolean>>
}

type RequiredKey<Attrs> = Exclude<keyof Attrs, OptionalKey<Attrs>>
type OptionalKey<Attrs> = {
  [Key in keyof Attrs]-?: Partial<Pick<Attrs, Key>> extends Pick<Attrs, Key> ? Key : never
}[keyof Attrs]

/** A row of a table: exactly the attributes of the type. For a union, the rules of one member. */
export type AttributesRow<Attrs> = Attrs extends unknown
  ? Part<'required', { readonly [Key in RequiredKey<Attrs>]: AttributeRule<Attrs[Key]> }> &
      Part<
        'optional',
        { readonly [Key in OptionalKey<Attrs>]-?: AttributeRule<Exclude<Attrs[Key], undefined>> }
      >
  : never

type Part<Name extends string, Rules> = keyof Rules extends never
  ? { readonly [Key in Name]?: undefined }
  : { readonly [Key in Name]: Rules }

export function attributesRule({
  required = {},
  optional = {},
}: Partial<{ [Key in keyof AttributesRule]: AttributesRule[Key] | undefined }>): AttributesRule {
  return { required, optional }
}

export const isString: AttributeRule<string> = (value) => typeof value === 'string'
export const isText: AttributeRule<string> = (value): value is string =>
  typeof value === 'string' && value !== ''
export const isBoolean: AttributeRule<boolean> = (value) => typeof value === 'boolean'
export const isNumber: AttributeRule<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value)
export const isAnything: AttributeRule<unknown> = (_): _ is unknown => true
export const isPresent: AttributeRule<unknown> = (value): value is unknown => value !== undefined
export const isNumberList: AttributeRule<readonly number[]> = (value): value is readonly number[] =>
  Array.isArray(value) && value.every(isNumber)
export const isStringList: AttributeRule<readonly string[]> = (value): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isString)
export const isNatural: AttributeRule<number> = (value): value is number =>
  typeof value === 'number' && value >= 0

export function within(low: number, high: number): AttributeRule<number> {
  return (value): value is number => typeof value === 'number' && value >= low && value <= high
}

export function oneOf<const Word extends string>(...words: readonly Word[]): AttributeRule<Word> {
  return (value): value is Word => (words as readonly unknown[]).includes(value)
}

export function matches(pattern: RegExp): AttributeRule<string> {
  return (value): value is string => typeof value === 'string' && pattern.test(value)
}

export function isWholeWithin(low: number, high: number): AttributeRule<number> {
  return (value): value is number =>
    Number.isInteger(value) && (value as number) >= low && (value as number) <= high
}

export const isDatasource: AttributeRule<AdfDatasource> = (value): value is AdfDatasource =>
  isObject(value) &&
  hasMembers(value, ['id', 'parameters', 'views']) &&
  isString(value.id) &&
  Array.isArray(value.views) &&
  value.views.length > 0 &&
  value.views.every(isView)

const isView = (value: unknown): boolean =>
  isObject(value) &&
  isString(value.type) &&
  Object.keys(value).every((name) => name === 'type' || name === 'properties')

function hasMembers(value: object, names: readonly string[]): boolean {
  return (
    Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
