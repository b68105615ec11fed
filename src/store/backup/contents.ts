/** Counts the rows of a backup, and recognizes backups of a Markport store. @module */

import { StoreError } from '../database.ts'
import type { EngineName } from '../dialect.ts'
import { secretColumns } from '../secrets/sealed-text.ts'

export interface BackupContents {
  readonly engine: EngineName
  readonly schema: number
  readonly spaces: number
  readonly pages: number
  readonly versions: number
  readonly users: number
  readonly tokens: number
  readonly signingKeys: number
}

/** Tables of readable secrets: backups contain them without rows. */
export const secretTables: readonly string[] = secretColumns.map(({ table }) => table)

export const countedTables = [
  'spaces',
  'pages',
  'page_versions',
  'users',
  'tokens',
  'signing_keys',
] as const

/** @throws {StoreError} When the file is not a Markport store. */
export function toContents(
  engine: EngineName,
  schema: number | undefined,
  counts: ReadonlyMap<string, number>,
): BackupContents {
  const missingTables = countedTables.filter((table) => !counts.has(table))
  if (schema === undefined || missingTables.length > 0) {
    const missingPart =
      missingTables.length === 0 ? 'a list of migrations' : `the table ${missingTables[0]}`
    throw new StoreError(`it holds no Markport store: it lacks ${missingPart}`)
  }
  const count = (table: (typeof countedTables)[number]): number => counts.get(table) ?? 0
  return {
    engine,
    schema,
    spaces: count('spaces'),
    pages: count('pages'),
    versions: count('page_versions'),
    users: count('users'),
    tokens: count('tokens'),
    signingKeys: count('signing_keys'),
  }
}
