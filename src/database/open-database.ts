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

/** The name of the store's file inside the data directory. */
export const storeFileName = 'markport.db'

/**
 * Open the store, and make it if it is not there.
 * @param schema What may be done to the schema of a store that is there.
 * @throws {StoreError} When its schema is not the one of this program.
 */
export async function openDatabase(
  options: DatabaseOptions,
  schema: SchemaPolicy = 'expect',
): Promise<Database> {
  if ('databaseUrl' in options) {
    const { databaseUrl: url, ...rest } = options
    // Who keeps the store in a file needs none of this.
    const { openPostgres } = await import('./postgres/postgres.ts')
    return openPostgres({ ...rest, url, schema })
  }
  const { dataDirectory, ...rest } = options
  return openSqlite({ ...rest, file: join(dataDirectory, storeFileName), schema })
}

/** A store that is only looked at. */
export type LookedAtDatabase = Pick<
  Database,
  'engine' | 'read' | 'durability' | 'workers' | 'close'
>

/**
 * Open the store without writing anything, whatever its schema.
 * @returns `undefined` when there is no store in the directory.
 */
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
