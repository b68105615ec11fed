/** What a backup holds, counted, and what makes it a backup of a Markport store. @module */

import { StoreError } from '../database.ts'
import type { EngineName } from '../dialect.ts'
import { secretColumns } from '../secrets/sealed-text.ts'

export interface BackupContents {
  readonly engine: EngineName
  /** The number of the newest migration that the store has seen. */
  readonly schema: number
  readonly spaces: number
  readonly pages: number
  readonly versions: number
  readonly users: number
  /** API tokens and host tokens, by their hashes. */
  readonly tokens: number
  /** Keys in clear; none in a copy that `markport backup` made. */
  readonly signingKeys: number
}

/**
 * Tables whose rows are secrets that a store can read, or a session: a backup has the tables and none
 * of the rows.
 */
export const secretTables: readonly string[] = [
  ...secretColumns.map(({ table }) => table),
  'shown_api_tokens',
]

/** Tables that every store has had from its first version on, and that are counted. */
export const countedTables = [
  'spaces',
  'pages',
  'page_versions',
  'users',
  'api_tokens',
  'host_tokens',
  'signing_keys',
] as const

/**
 * Judge what was found in a file.
 * @param counts The rows of each table that is there.
 * @throws {StoreError} When it is no Markport store.
 */
export function toContents(
  engine: EngineName,
  schema: number | undefined,
  counts: ReadonlyMap<string, number>,
): BackupContents {
  const missing = countedTables.filter((table) => !counts.has(table))
  if (schema === undefined || missing.length > 0) {
    const what = missing.length === 0 ? 'a list of migrations' : `the table ${missing[0]}`
    throw new StoreError(`it holds no Markport store: it lacks ${what}`)
  }
  const count = (table: (typeof countedTables)[number]): number => counts.get(table) ?? 0
  return {
    engine,
    schema,
    spaces: count('spaces'),
    pages: count('pages'),
    versions: count('page_versions'),
    users: count('users'),
    tokens: count('api_tokens') + count('host_tokens'),
    signingKeys: count('signing_keys'),
  }
}
