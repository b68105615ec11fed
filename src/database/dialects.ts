/** The engines, each with what it does in its own way. @module */
import type { Dialect, EngineName } from './dialect.ts'
import { postgresDialect } from './postgres/postgres-dialect.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'

export const dialects: Readonly<Record<EngineName, Dialect>> = {
  sqlite: sqliteDialect,
  postgres: postgresDialect,
}
