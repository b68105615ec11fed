/** Checks of the values that ADF's attributes may have. @module */

/** A check of one attribute's value. */
export type AttributeRule = (value: unknown) => boolean

/** The attributes of a node or a mark; it may have no others. */
export interface AttributesRule {
  readonly required: Readonly<Record<string, AttributeRule>>
  readonly optional: Readonly<Record<string, AttributeRule>>
}

export const isString: AttributeRule = (value) => typeof value === 'string'
export const isText: AttributeRule = (value) => typeof value === 'string' && value !== ''
export const isBoolean: AttributeRule = (value) => typeof value === 'boolean'
export const isNumber: AttributeRule = (value) =>
  typeof value === 'number' && Number.isFinite(value)
export const isAnything: AttributeRule = () => true
export const isPresent: AttributeRule = (value) => value !== undefined
export const isNumberList: AttributeRule = (value) => Array.isArray(value) && value.every(isNumber)
export const isStringList: AttributeRule = (value) =>
  Array.isArray(value) && value.length > 0 && value.every(isString)
export const isNatural: AttributeRule = (value) => typeof value === 'number' && value >= 0

/** Make a check for a number between two others. */
export function within(low: number, high: number): AttributeRule {
  return (value) => typeof value === 'number' && value >= low && value <= high
}

/** Make a check for one of some values. */
export function oneOf(...words: readonly unknown[]): AttributeRule {
  return (value) => words.includes(value)
}

/** Make a check for a string of some form. */
export function matches(pattern: RegExp): AttributeRule {
  return (value) => typeof value === 'string' && pattern.test(value)
}

/** Make a check for a whole number between two others. */
export function isWholeWithin(low: number, high: number): AttributeRule {
  return (value) => Number.isInteger(value) && (value as number) >= low && (value as number) <= high
}

/** The query behind a card that shows a list of results. */
export const isDatasource: AttributeRule = (value) =>
  isObject(value) &&
  hasMembers(value, ['id', 'parameters', 'views']) &&
  isString(value.id) &&
  Array.isArray(value.views) &&
  value.views.length > 0 &&
  value.views.every(isView)

const isView: AttributeRule = (value) =>
  isObject(value) &&
  isString(value.type) &&
  Object.keys(value).every((name) => name === 'type' || name === 'properties')

function hasMembers(value: object, names: readonly string[]): boolean {
  return (
    Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))
  )
}

/** Tell an object of JSON from everything else. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
