/** Opens the store that the options name. @module */
import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'

export type DatabaseOptions =
  | ({ readonly dataDirectory: string } & Omit<SqliteOptions, 'file'>)
  | ({ readonly databaseUrl: string } & Omit<PostgresOptions, 'url'>)

/** The name of the store's file inside the data directory. */
export const storeFileName = 'markport.db'

/**
 * Open the store and bring its schema up to date.
 * @param options A directory for the embedded store, or a PostgreSQL address.
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  if ('databaseUrl' in options) {
    const { databaseUrl: url, ...rest } = options
    return openPostgres({ ...rest, url })
  }
  const { dataDirectory, ...rest } = options
  return openSqlite({ ...rest, file: join(dataDirectory, storeFileName) })
}
