/** Reads rows as objects: columns are named after the members that they fill. @module */
import type { Database, Row } from './database.ts'
import type { Statement } from './sql.ts'

/**
 * Columns are named like members: `"createdAt"`, or `"version.number"` for a member of an object.
 * Names such as `at`, `createdAt` and `trialEnds` are instants, names that begin with `is`, `has` or
 * `allows` are flags, and names that end with `[]` are words separated by spaces. Null becomes
 * undefined, except in columns with `?` at their end, and so does an object of which everything is null.
 */
export async function readAs<Type>(
  { read }: Pick<Database, 'read'>,
  statement: Statement,
): Promise<Type[]> {
  return asObjects(await read(statement))
}

export function asObjects<Type>(rows: readonly Row[]): Type[] {
  const [first] = rows
  if (first === undefined) return []
  const columns = Object.keys(first)
  const key = columns.join()
  const reader = readers.get(key) ?? readerOf(columns)
  readers.set(key, reader)
  return rows.map(reader as (row: Row) => Type)
}

type Reader = (row: Row) => unknown

/** Readers by the names of their columns. There are at most as many as SQL statements in the code. */
const readers = new Map<string, Reader>()

function readerOf(columns: readonly string[], prefix = ''): Reader {
  const groups = Map.groupBy(
    columns,
    (column) => column.slice(prefix.length).split('.', 1)[0] ?? '',
  )
  const members = Array.from(groups, ([name, group]): [string, Reader] => {
    const column = prefix + name
    const isObject = group[0] !== column
    return [
      name.replace(/\[\]$|\?$/, ''),
      isObject ? readerOf(group, `${column}.`) : valueReader(name, column),
    ]
  })
  return (row) => {
    const object: Record<string, unknown> = {}
    let isMissing = prefix !== ''
    for (const [name, read] of members) {
      const value = read(row)
      object[name] = value
      if (value !== undefined && value !== null) isMissing = false
    }
    return isMissing ? undefined : object
  }
}

function valueReader(name: string, column: string): Reader {
  const convert = conversionOf(name.replace(/\?$/, ''))
  const missing = name.endsWith('?') ? null : undefined
  return (row) => {
    const value = row[column]
    return value === null || value === undefined ? missing : convert(value)
  }
}

function conversionOf(name: string): (value: string | number) => unknown {
  if (name.endsWith('[]')) return (text) => (text === '' ? [] : String(text).split(' '))
  if (/^at$|[a-z](?:At|Ends)$/.test(name)) return (ms) => new Date(ms)
  return /^(?:is|has|allows)[A-Z]/.test(name) ? Boolean : (value) => value
}
