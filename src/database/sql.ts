/** The `sql` tag: the only way to make a statement, so that values never become part of its text. @module */

export type SqlValue = string | number | null | Uint8Array

export interface Statement {
  /** The text around the values: one more part than there are values. */
  readonly parts: readonly string[]
  readonly values: readonly SqlValue[]
}

/**
 * Build a statement; interpolated values become parameters, interpolated statements are inlined.
 * @param strings The template's text.
 * @param values The values and fragments.
 */
export function sql(
  strings: TemplateStringsArray,
  ...values: readonly (SqlValue | Statement)[]
): Statement {
  if (!values.some(isStatement)) return { parts: strings, values: values as SqlValue[] }
  const parts: string[] = [strings[0] ?? '']
  const flat: SqlValue[] = []
  const append = (text: string): void => {
    parts[parts.length - 1] += text
  }
  values.forEach((value, index) => {
    if (isStatement(value)) {
      append(value.parts[0] ?? '')
      value.values.forEach((inner, at) => {
        flat.push(inner)
        parts.push(value.parts[at + 1] ?? '')
      })
      append(strings[index + 1] ?? '')
    } else {
      flat.push(value)
      parts.push(strings[index + 1] ?? '')
    }
  })
  return { parts, values: flat }
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

/**
 * Make the condition that a column holds one of some values.
 * @param column The column.
 * @param values The values; none lets nothing through.
 */
export function isAnyOf(column: Statement, values: readonly (string | number)[]): Statement {
  if (values.length === 0) return sql`1 = 0`
  const list = values.map((value) => sql`${value}`).reduce((all, one) => sql`${all}, ${one}`)
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
