/** What differs between engines, as the rest of the program meets it. @module */
import type { SearchIndex } from './search/search-index.ts'
import type { Statement } from './sql.ts'

export interface Dialect {
  readonly engine: EngineName
  /** The engine's name for people. */
  readonly title: string
  /**
   * Whether each space is on one of several servers, so that what is written or locked has to be named
   * together with its space, by value.
   */
  readonly isSpread: boolean
  /** Row lock that admits other sharers: `for key share`; nothing on SQLite, which has one writer. */
  readonly forKeyShare: Statement
  /** Exclusive row lock: `for update`; nothing on SQLite. */
  readonly forUpdate: Statement
  /** Exclusive lock of those rows that nobody holds; nothing on SQLite. */
  readonly forUpdateSkipLocked: Statement
  /** Has a row when there is a table of migrations. */
  readonly findMigrations: Statement
  readonly search: SearchIndex
  /**
   * Make the rows of a table called `given`, to stand behind `from`: one parameter, however many rows.
   * @param columns Their columns, by their types.
   */
  givenRows(
    rows: readonly object[],
    columns: Readonly<Record<string, 'bigint' | 'text'>>,
  ): Statement
  /** Say what is wrong with the file that is the store; nothing where a server looks after it. */
  findDamage(read: ReadStatement): Promise<string | undefined>
  /** Tell how many bytes the store takes, as far as the engine counts them. */
  readSize(read: ReadStatement): Promise<number>
  /** Ask the clock of the server, in milliseconds; nothing where there is none. */
  readServerTime(read: ReadStatement): Promise<number | undefined>
}

export type EngineName = 'sqlite' | 'postgres'

/** Runs one reading statement. */
export type ReadStatement = <R extends object>(statement: Statement) => Promise<R[]>
