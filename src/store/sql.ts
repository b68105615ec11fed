/** The `sql` tag: the only way to make statements, so values never become their text. @module */
import { append } from '../contract/base/lists.ts'

export type SqlValue = string | number | null | Uint8Array

export interface Statement {
  readonly parts: readonly string[]
  readonly values: readonly SqlValue[]
}

/** Equal templates give the same `parts` object, so engines can cache by it. */
export function sql(
  strings: TemplateStringsArray,
  ...values: readonly (SqlValue | Statement)[]
): Statement {
  if (!values.some(isStatement)) return { parts: strings, values: values as SqlValue[] }
  let shape = shapeOf(shapes, strings)
  for (const value of values) {
    shape = shapeOf(shape.behind, isStatement(value) ? value.parts : anyValue)
  }
  shape.parts ??= joinParts(strings, values)
  const flat = values.flatMap((value) => (isStatement(value) ? value.values : [value]))
  return { parts: shape.parts, values: flat }
}

interface Shape {
  readonly behind: WeakMap<readonly string[], Shape>
  parts: readonly string[] | undefined
}

const shapes: Shape['behind'] = new WeakMap()
const anyValue: readonly string[] = []

function shapeOf(cache: Shape['behind'], parts: readonly string[]): Shape {
  let shape = cache.get(parts)
  if (shape === undefined) {
    shape = { behind: new WeakMap(), parts: undefined }
    cache.set(parts, shape)
  }
  return shape
}

function joinParts(
  strings: readonly string[],
  values: readonly (SqlValue | Statement)[],
): readonly string[] {
  const parts: string[] = [strings[0] ?? '']
  values.forEach((value, index) => {
    const [firstPart = '', ...otherParts] = isStatement(value) ? value.parts : ['', '']
    parts[parts.length - 1] += firstPart
    append(parts, otherParts)
    parts[parts.length - 1] += strings[index + 1] ?? ''
  })
  return parts
}

/** Text of the program itself, such as the name of a table; never that of a caller. */
export function verbatim(text: string): Statement {
  return { parts: [text], values: [] }
}

/** Make a pattern for `like … escape '!'` that matches a text literally. */
export function likePattern(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().replace(/[!%_]/g, '!$&')
}

function isStatement(value: SqlValue | Statement): value is Statement {
  return typeof value === 'object' && value !== null && 'parts' in value
}

export function isAnyOf(column: Statement, values: readonly (string | number)[]): Statement {
  if (values.length === 0) return sql`1 = 0`
  // Inlined fragments would fill the cache with a shape for each length.
  const list: Statement = { parts: ['', ...Array(values.length - 1).fill(', '), ''], values }
  return sql`${column} in (${list})`
}

/** @param conditions Undefined ones are ignored; at least one must be defined. */
export function allOf(conditions: readonly (Statement | undefined)[]): Statement {
  return conditions
    .filter((condition) => condition !== undefined)
    .reduce((conditionSoFar, condition) => sql`${conditionSoFar} and ${condition}`)
}
