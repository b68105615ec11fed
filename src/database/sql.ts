/** The `sql` tag: the only way to make a statement, so that values never become part of its text. @module */
import { append } from '../base/append.ts'

export type SqlValue = string | number | null | Uint8Array

export interface Statement {
  /** The text around the values: one more part than there are values. */
  readonly parts: readonly string[]
  readonly values: readonly SqlValue[]
}

/**
 * Build a statement; interpolated values become parameters, interpolated statements are inlined.
 * @returns The same template with fragments of the same templates has the same `parts`, so that
 * engines know a statement again without reading its text.
 */
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

/** How a statement is put together: a template, and in its order the fragments and values in it. */
interface Shape {
  /** With another one next: a fragment, known by its own parts, or a value. */
  readonly behind: WeakMap<readonly string[], Shape>
  parts: readonly string[] | undefined
}

const shapes: Shape['behind'] = new WeakMap()
const anyValue: readonly string[] = []

function shapeOf(known: Shape['behind'], parts: readonly string[]): Shape {
  let shape = known.get(parts)
  if (shape === undefined) {
    shape = { behind: new WeakMap(), parts: undefined }
    known.set(parts, shape)
  }
  return shape
}

function joinParts(
  strings: readonly string[],
  values: readonly (SqlValue | Statement)[],
): readonly string[] {
  const parts: string[] = [strings[0] ?? '']
  values.forEach((value, index) => {
    const [first = '', ...rest] = isStatement(value) ? value.parts : ['', '']
    parts[parts.length - 1] += first
    append(parts, rest)
    parts[parts.length - 1] += strings[index + 1] ?? ''
  })
  return parts
}

/**
 * Make the pattern by which `like … escape '!'` finds a text as it is.
 * @param text Any text; what no column can hold is left out.
 */
export function likePattern(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().replace(/[!%_]/g, '!$&')
}

function isStatement(value: SqlValue | Statement): value is Statement {
  return typeof value === 'object' && value !== null && 'parts' in value
}

/** Make the condition that a column holds one of some values. */
export function isAnyOf(column: Statement, values: readonly (string | number)[]): Statement {
  if (values.length === 0) return sql`1 = 0`
  // Not a chain of fragments: shapes of those are kept, and each list has another length.
  const list: Statement = { parts: ['', ...Array(values.length - 1).fill(', '), ''], values }
  return sql`${column} in (${list})`
}

/**
 * Make the condition that all of some conditions hold.
 * @param conditions Those that are undefined do not count; at least one is defined.
 */
export function allOf(conditions: readonly (Statement | undefined)[]): Statement {
  return conditions
    .filter((condition) => condition !== undefined)
    .reduce((all, one) => sql`${all} and ${one}`)
}
