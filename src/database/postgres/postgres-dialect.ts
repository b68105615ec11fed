/** What PostgreSQL does in its own way. @module */
import type { Dialect } from '../dialect.ts'
import { postgresSearch, spreadSearch } from '../search/postgres-search.ts'
import { type Statement, sql } from '../sql.ts'

export const postgresDialect: Dialect = {
  engine: 'postgres',
  title: 'PostgreSQL',
  isSpread: false,
  forKeyShare: sql`for key share`,
  forUpdate: sql`for update`,
  forUpdateSkipLocked: sql`for update skip locked`,
  findMigrations: sql`select 'migrations' as name where to_regclass('migrations') is not null`,
  search: postgresSearch,
  givenRows(rows, columns) {
    const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
    const given: Statement = { parts: [`given (${types.join(', ')})`], values: [] }
    return sql`json_to_recordset(cast(${JSON.stringify(rows)} as json)) as ${given}`
  },
  findDamage: async () => undefined,
  async readServerTime(read) {
    const [server] = await read<{ at: number }>(
      sql`select floor(extract(epoch from now()) * 1000) as at`,
    )
    return Number(server?.at)
  },
  async readSize(read) {
    const [server] = await read<{ bytes: number }>(
      sql`select pg_database_size(current_database()) as bytes`,
    )
    return Number(server?.bytes)
  },
}

/** What is its own way where the store is spread over several servers, as Citus does. */
export const spreadDialect: Dialect = { ...postgresDialect, isSpread: true, search: spreadSearch }
