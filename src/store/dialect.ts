/** The differences between the engines. @module */
import type { SearchIndex } from './search/search-index.ts'
import type { Statement } from './sql.ts'

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

export type ReadStatement = <R extends object>(statement: Statement) => Promise<R[]>
