/** Counts the rows of a backup, and recognizes backups of a Markport store. @module */
import { StoreError } from '../database.ts'
import type { EngineName } from '../dialects.ts'

const counted = {
  spaces: 'spaces',
  pages: 'pages',
  versions: 'page_versions',
  users: 'users',
  tokens: 'tokens',
  signingKeys: 'signing_keys',
} as const

export type BackupContents = Readonly<Record<keyof typeof counted, number>> & {
  readonly engine: EngineName
  readonly schema: number
}

export const countedTables: readonly string[] = Object.values(counted)

/** @throws {StoreError} When the file is not a Markport store. */
export function toContents(
  engine: EngineName,
  schema: number | undefined,
  counts: ReadonlyMap<string, number>,
): BackupContents {
  const missingTable = countedTables.find((table) => !counts.has(table))
  if (schema === undefined || missingTable !== undefined) {
    const missing =
      missingTable === undefined ? 'a list of migrations' : `the table ${missingTable}`
    throw new StoreError(`it holds no Markport store: it lacks ${missing}`)
  }
  const rows = Object.entries(counted).map(([name, table]) => [name, counts.get(table)])
  return { engine, schema, ...Object.fromEntries(rows) }
}
