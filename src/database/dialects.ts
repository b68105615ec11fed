/** The engines, each with what it does in its own way. @module */
import type { Database } from './database.ts'
import type { Dialect, EngineName } from './dialect.ts'
import { postgresDialect, spreadDialect } from './postgres/postgres-dialect.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'

export const dialects: Readonly<Record<EngineName, Dialect>> = {
  sqlite: sqliteDialect,
  postgres: postgresDialect,
}

/** Tell how a store is to be asked. */
export function dialectOf({ engine, isSpread }: Pick<Database, 'engine' | 'isSpread'>): Dialect {
  return isSpread ? spreadDialect : dialects[engine]
}
