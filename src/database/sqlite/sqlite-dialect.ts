/** What SQLite does in its own way. @module */
import type { Dialect } from '../dialect.ts'
import { sqliteSearch } from '../search/sqlite-search.ts'
import { type Statement, sql } from '../sql.ts'

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
