/** The shape of a row in `content-rules`, and checks of attributes. @module */
import type { AdfNodes } from './types.ts'

export type AdfParentType = keyof AdfNodes | 'doc'

type Check = (value: unknown) => boolean

/** The attributes that a node or a mark may have; no others are allowed. */
export interface AttributesRule {
  readonly required: Readonly<Record<string, Check>>
  readonly optional: Readonly<Record<string, Check>>
}

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

/** What a row leaves out is none; most nodes have one form of attributes. */
export type NodeRow = Partial<AttributesRule> &
  Partial<Omit<NodeRule, 'attributes'>> & {
    readonly attributes?: readonly Partial<AttributesRule>[]
  }

const none: ReadonlySet<string> = new Set()

export function nodeRule(row: NodeRow): NodeRule {
  return {
    children: row.children ?? none,
    minChildren: row.minChildren ?? 0,
    maxChildren: row.maxChildren ?? Number.POSITIVE_INFINITY,
    order: row.order,
    marks: row.marks ?? none,
    attributes: (row.attributes ?? [row]).map(attributesRule),
  }
}

export function attributesRule({
  required = {},
  optional = {},
}: Partial<AttributesRule>): AttributesRule {
  return { required, optional }
}

export function typeSet(...types: readonly (string | readonly string[])[]): ReadonlySet<string> {
  return new Set(types.flat())
}

export function words(text: string): readonly string[] {
  return text.split(' ')
}

export const isString: Check = (value) => typeof value === 'string'
export const isText: Check = (value) => typeof value === 'string' && value !== ''
export const isBoolean: Check = (value) => typeof value === 'boolean'
export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
export const isAnything: Check = () => true
export const isPresent: Check = (value) => value !== undefined
export const isNumberList: Check = (value) => Array.isArray(value) && value.every(isNumber)
export const isStringList: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every(isString)
export const isNatural: Check = (value) => typeof value === 'number' && value >= 0

export function within(low: number, high: number): Check {
  return (value) => typeof value === 'number' && value >= low && value <= high
}

export function oneOf(...words: readonly unknown[]): Check {
  return (value) => words.includes(value)
}

export function matches(pattern: RegExp): Check {
  return (value) => typeof value === 'string' && pattern.test(value)
}

export function isWholeWithin(low: number, high: number): Check {
  return (value) => Number.isInteger(value) && (value as number) >= low && (value as number) <= high
}

export const isDatasource: Check = (value) =>
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
