/** Opens the store that the options name. @module */
import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'

export type DatabaseOptions =
  | ({ readonly dataDirectory: string } & Omit<SqliteOptions, 'file'>)
  | { readonly databaseUrl: string }

/** The name of the store's file inside the data directory. */
export const storeFileName = 'markport.db'

/**
 * Open the store and bring its schema up to date.
 * @param options A directory for the embedded store, or a PostgreSQL address.
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  if ('databaseUrl' in options) return openPostgres({ url: options.databaseUrl })
  const { dataDirectory, ...rest } = options
  return openSqlite({ ...rest, file: join(dataDirectory, storeFileName) })
}
