/** Opens the store that the options name. @module */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import type { SchemaPolicy } from './migrate.ts'
import type { PostgresOptions } from './postgres/postgres.ts'
import { lookIntoSqlite, openSqlite, type SqliteOptions } from './sqlite/sqlite.ts'

export type DatabaseOptions =
  | ({ readonly dataDirectory: string } & Omit<SqliteOptions, 'file' | 'schema'>)
  | ({ readonly databaseUrl: string } & Omit<PostgresOptions, 'url' | 'schema'>)

export const storeFileName = 'markport.db'

/** @throws {StoreError} When the store's schema does not fit this program. */
export async function openDatabase(
  options: DatabaseOptions,
  schema: SchemaPolicy = 'expect',
): Promise<Database> {
  if ('databaseUrl' in options) {
    const { databaseUrl: url, ...rest } = options
    // Loaded on demand, because SQLite stores do not need the driver.
    const { openPostgres } = await import('./postgres/postgres.ts')
    return openPostgres({ ...rest, url, schema })
  }
  const { dataDirectory, ...rest } = options
  return openSqlite({ ...rest, file: join(dataDirectory, storeFileName), schema })
}

export type LookedAtDatabase = Pick<
  Database,
  'engine' | 'read' | 'durability' | 'workers' | 'close'
>

/** Writes nothing; returns undefined when the directory has no store. */
export async function lookIntoDatabase(
  options: DatabaseOptions,
): Promise<LookedAtDatabase | undefined> {
  if ('databaseUrl' in options) {
    const { databaseUrl: url, ...rest } = options
    const { openPostgres } = await import('./postgres/postgres.ts')
    return openPostgres({ ...rest, url, schema: 'leave' })
  }
  const file = join(options.dataDirectory, storeFileName)
  return existsSync(file) ? lookIntoSqlite(file) : undefined
}
