/** Keeps rows within a bound: the insert statement itself counts the rows. @module */
import { type Bound, beyond, type RefusingBound } from '../contract/base/bounds.ts'
import { query, type TransactionBody } from './database.ts'
import { type Statement, sql } from './sql.ts'

export interface Share {
  readonly bound: RefusingBound
  readonly most?: number
  readonly rows: Statement
  readonly added?: number
}

/** The transaction must lock the owner of the rows, so that nobody adds rows at the same time. */
export function keepsBounds(shares: readonly Share[]): Statement {
  return shares.reduce((condition, share) => sql`${condition} and ${isRoom(share)}`, sql`1 = 1`)
}

/** @throws {RequestError} Naming the limit that kept an insert from adding rows. */
export function* refuseBeyond(shares: readonly Share[]): TransactionBody<void> {
  for (const share of shares) {
    const room = yield* query(sql`select 1 as room where ${isRoom(share)}`)
    if (room.length === 0) throw beyond(share.bound, share.most)
  }
}

function isRoom({ bound, most = bound.most, rows, added = 1 }: Share): Statement {
  return countsBelow(rows, most - added + 1)
}

/** Reads at most `count` rows. */
export function countsBelow(rows: Statement, count: number): Statement {
  return sql`(select count(*) from (select 1 from ${rows} limit ${count}) counted) < ${count}`
}

export interface RoomForOne {
  readonly table: Statement
  readonly key: Statement
  readonly condition: Statement
  readonly order: Statement
  readonly bound: Bound
}

export function makeRoom({ table, key, condition, order, bound: { most } }: RoomForOne): Statement {
  return sql`
    delete from ${table} where ${condition} and ${key} not in (
      select ${key} from ${table} where ${condition} order by ${order} limit ${most - 1})`
}
