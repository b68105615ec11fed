/** What the copy of a store writes, apart from what finds and opens stores: a writer needs none of that. @module */
import { query, queryAll, type Transaction } from '../database.ts'
import { type SqlValue, sql } from '../sql.ts'

interface InsertedRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly SqlValue[])[]
}

/** Names of tables and columns are those of the schema. */
export const insertRows: Transaction<InsertedRows, void> = function* ({ table, columns, rows }) {
  const between = columns.slice(1).map(() => ', ')
  const parts = [`insert into ${table} (${columns.join(', ')}) values (`, ...between, ')']
  yield* queryAll(rows.map((values) => ({ parts, values })))
}

interface FinishedCopy {
  readonly mark: string
  readonly madeAt: number
}

/** Ids are given by the time since the store was made: in the copy they go on from there. */
export const finishCopy: Transaction<FinishedCopy, void> = function* ({ mark, madeAt }) {
  yield* query(sql`delete from migrations where name = ${mark}`)
  yield* query(sql`update migrations set applied_at = ${madeAt}`)
}
