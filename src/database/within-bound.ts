/** Parts of transactions that keep rows within a bound: the insert itself counts, and no further than to the bound. @module */
import { type Bound, beyond, type RefusingBound } from '../base/bounds.ts'
import { query, type TransactionBody } from './database.ts'
import { type Statement, sql } from './sql.ts'

/** A bound, and the rows that it is about. */
export interface Share {
  readonly bound: RefusingBound
  /** Where an option says how many. */
  readonly most?: number
  /** What stands behind `from`: the rows that are there. */
  readonly rows: Statement
  /** How many are to come: one unless said otherwise. */
  readonly added?: number
}

/**
 * Make the condition that an insert keeps all bounds. The transaction holds a lock of whoever the rows
 * belong to, so that no other adds some at the same time.
 */
export function keepsBounds(shares: readonly Share[]): Statement {
  return shares.reduce((all, share) => sql`${all} and ${isRoom(share)}`, sql`1 = 1`)
}

/**
 * Tell whoever's insert added nothing which bound it would not keep, if it was one.
 * @throws {RequestError} Naming the bound.
 */
export function* refuseBeyond(shares: readonly Share[]): TransactionBody<void> {
  for (const share of shares) {
    const room = yield* query(sql`select 1 as room where ${isRoom(share)}`)
    if (room.length === 0) throw beyond(share.bound, share.most)
  }
}

function isRoom({ bound, most = bound.most, rows, added = 1 }: Share): Statement {
  return countsBelow(rows, most - added + 1)
}

/**
 * Make the condition that there are fewer rows than that.
 * @param rows What stands behind `from`.
 * @param count How many; no more are read.
 */
export function countsBelow(rows: Statement, count: number): Statement {
  return sql`(select count(*) from (select 1 from ${rows} limit ${count}) counted) < ${count}`
}

export interface RoomForOne {
  readonly table: Statement
  /** The column that tells rows apart. */
  readonly key: Statement
  /** Whose rows they are. */
  readonly condition: Statement
  /** What puts those that stay first. */
  readonly order: Statement
  readonly bound: Bound
}

/** Make the statement that lets rows go, so that one more keeps the bound. */
export function makeRoom({ table, key, condition, order, bound: { most } }: RoomForOne): Statement {
  return sql`
    delete from ${table} where ${condition} and ${key} not in (
      select ${key} from ${table} where ${condition} order by ${order} limit ${most - 1})`
}
