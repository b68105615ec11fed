/** Checks values of ADF attributes. @module */
import type { AdfDatasource } from './types.ts'

/** A check for exactly one type: the variance makes the compiler refuse a wider or narrower one. */
export interface AttributeRule<in out Value> {
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
