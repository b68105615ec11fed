/** The differences between the engines. @module */
import type { Database } from './database.ts'
import { postgresSearch, spreadSearch } from './search/postgres-search.ts'
import type { SearchIndex } from './search/search-index.ts'
import { sqliteSearch } from './search/sqlite-search.ts'
import { type Statement, sql } from './sql.ts'

export interface Dialect {
  readonly engine: EngineName
  readonly title: string
  /** With spaces on several servers, writes and locks must name the space by value. */
  readonly isSpread: boolean
  /** `for key share`; empty on SQLite, which has one writer. */
  readonly forKeyShare: Statement
  /** `for update`; empty on SQLite. */
  readonly forUpdate: Statement
  /** Skips rows that others hold; empty on SQLite. */
  readonly forUpdateSkipLocked: Statement
  readonly findMigrations: Statement
  readonly search: SearchIndex
  /** Make a row source `given` for a `from` clause, with one parameter for any number of rows. */
  givenRows(
    rows: readonly object[],
    columns: Readonly<Record<string, 'bigint' | 'text'>>,
  ): Statement
  findDamage(read: ReadStatement): Promise<string | undefined>
  readSize(read: ReadStatement): Promise<number>
  readServerTime(read: ReadStatement): Promise<number | undefined>
}

export type EngineName = 'sqlite' | 'postgres'

type ReadStatement = <R extends object>(statement: Statement) => Promise<R[]>

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  title: 'SQLite',
  isSpread: false,
  forKeyShare: sql``,
  forUpdate: sql``,
  forUpdateSkipLocked: sql``,
  findMigrations: sql`select name from sqlite_schema where type = 'table' and name = 'migrations'`,
  search: sqliteSearch,
  givenRows(rows, columns) {
    const members = Object.keys(columns).map((name) => `value ->> '${name}' as ${name}`)
    const select: Statement = { parts: [`select ${members.join(', ')}`], values: [] }
    return sql`(${select} from json_each(${JSON.stringify(rows)})) given`
  },
  async findDamage(read) {
    const [row] = await read<{ quick_check: string }>(sql`pragma quick_check(1)`)
    return row?.quick_check === 'ok' ? undefined : String(row?.quick_check)
  },
  readServerTime: async () => undefined,
  async readSize(read) {
    const [file] = await read<{ bytes: number }>(sql`
      select p.page_count * s.page_size as bytes from pragma_page_count p, pragma_page_size s`)
    return Number(file?.bytes)
  },
}

const postgresDialect: Dialect = {
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
    const rowSource: Statement = { parts: [`given (${types.join(', ')})`], values: [] }
    return sql`json_to_recordset(cast(${JSON.stringify(rows)} as json)) as ${rowSource}`
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

const spreadDialect: Dialect = { ...postgresDialect, isSpread: true, search: spreadSearch }

export const dialects: Readonly<Record<EngineName, Dialect>> = {
  sqlite: sqliteDialect,
  postgres: postgresDialect,
}

export function dialectOf({ engine, isSpread }: Pick<Database, 'engine' | 'isSpread'>): Dialect {
  return isSpread ? spreadDialect : dialects[engine]
}
