/** The shape of a row in `content-rules`, and checks of attributes. @module */
import { wordSet } from '../../contract/base/lists.ts'
import { isRecord } from '../../contract/base/parse-json.ts'

type Check<Value> = (value: unknown) => value is Value

/** The attributes that a node or a mark may have, by their names; a `?` behind a name makes one optional. */
export type AttributesRow = Readonly<Record<string, Check<unknown>>>

/** The values of attributes. */
export type AttributesOf<Row> = {
  readonly [Name in keyof Row as Name extends `${string}?` ? never : Name]: ValueOf<Row[Name]>
} & {
  readonly [Name in keyof Row as Name extends `${infer Own}?` ? Own : never]?: ValueOf<Row[Name]>
}

type ValueOf<Checked> = Checked extends Check<infer Value> ? Value : never

/** The words between the spaces of a text. */
export type WordsIn<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | WordsIn<Rest>
  : Text

interface Counts {
  readonly minChildren: number
  readonly maxChildren: number
  /** The child types in their required order, for the one node that has an order. */
  readonly order: readonly string[] | undefined
}

export interface NodeRule extends Counts {
  readonly children: ReadonlySet<string>
  readonly marks: ReadonlySet<string>
  /** The possible forms of the attributes; each node has one of them. */
  readonly attributes: readonly AttributesRow[]
}

/** What a row leaves out is none; most nodes have one form of attributes. */
export interface NodeRow extends Partial<Counts> {
  /** Types with spaces between, as those of marks. */
  readonly children?: string
  readonly marks?: string
  readonly attrs?: AttributesRow | readonly AttributesRow[]
}

export function nodeRule({ children = '', marks = '', attrs = {}, ...counts }: NodeRow): NodeRule {
  const { minChildren = 0, maxChildren = Number.POSITIVE_INFINITY, order } = counts
  return {
    children: wordSet(children),
    minChildren,
    maxChildren,
    order,
    marks: wordSet(marks),
    attributes: [attrs].flat(),
  }
}

export const isString: Check<string> = (value) => typeof value === 'string'
export const isText: Check<string> = (value): value is string => isString(value) && value !== ''
export const isBoolean: Check<boolean> = (value) => typeof value === 'boolean'
export const isNumber: Check<number> = (value): value is number => Number.isFinite(value)
export const isAnything: Check<unknown> = (_): _ is unknown => true
export const isPresent: Check<unknown> = (value): value is unknown => value !== undefined
export const isNumberList: Check<readonly number[]> = (value) =>
  Array.isArray(value) && value.every(isNumber)
export const isStringList: Check<readonly string[]> = (value): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isString)
export const isNatural: Check<number> = (value): value is number =>
  typeof value === 'number' && value >= 0

export function within(low: number, high: number): Check<number> {
  return (value): value is number => typeof value === 'number' && value >= low && value <= high
}

/** @param text The allowed words, with spaces between. */
export function oneOf<const Text extends string>(text: Text): Check<WordsIn<Text>> {
  const words: readonly unknown[] = text.split(' ')
  return (value): value is WordsIn<Text> => words.includes(value)
}

export function matches(pattern: RegExp): Check<string> {
  return (value): value is string => isString(value) && pattern.test(value)
}

export function isWholeWithin(low: number, high: number): Check<number> {
  const isWithin = within(low, high)
  return (value): value is number => Number.isInteger(value) && isWithin(value)
}

export interface Datasource {
  readonly id: string
  readonly parameters: unknown
  readonly views: readonly { readonly type: string; readonly properties?: unknown }[]
}

export const isDatasource: Check<Datasource> = (value): value is Datasource =>
  isRecord(value) &&
  Object.keys(value).sort().join(' ') === 'id parameters views' &&
  isString(value.id) &&
  Array.isArray(value.views) &&
  value.views.length > 0 &&
  value.views.every(isView)

const isView = (value: unknown): boolean =>
  isRecord(value) &&
  isString(value.type) &&
  Object.keys(value).every((name) => name === 'type' || name === 'properties')
