/** Limits the rows of tables: when one is full, it refuses new rows or drops its oldest. @module */
import { type Bound, beyond, type RefusingBound } from '../contract/base/bounds.ts'
import { query, type Transaction, type TransactionBody } from './database.ts'
import { type Statement, sql, verbatim } from './sql.ts'

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

interface RoomForOne {
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

interface OldRows {
  readonly table?: string
  readonly key: string
  /** The column that tells how old a row is. */
  readonly time: string
  readonly condition?: string
}

const oldRows = {
  audit_records: { key: 'id', time: 'recorded_at' },
  changes: { key: 'space_id, page_id, changed_at', time: 'changed_at' },
  drafts: { key: 'user_id, page_id', time: 'updated_at' },
  idempotency_keys: { key: 'space_id, api_token_id, key', time: 'created_at' },
  imports: {
    key: 'space_id, id',
    time: 'started_at',
    condition: `not exists (select 1 from idempotency_keys k
      where k.space_id = old.space_id and k.import_id = old.id)`,
  },
  one_time_links: { key: 'code_hash', time: 'expires_at' },
  page_reports: { key: 'space_id, id', time: 'closed_at' },
  page_reservations: { key: 'space_id, id', time: 'lapses_at' },
  previews: { key: 'space_id, name', time: 'ends_at' },
  sessions_by_creation: { table: 'sessions', key: 'id_hash', time: 'created_at' },
  sessions_by_use: { table: 'sessions', key: 'id_hash', time: 'last_used_at' },
  webhook_deliveries: { key: 'space_id, webhook_id, page_id, changed_at', time: 'changed_at' },
} as const satisfies Readonly<Record<string, OldRows>>

export type OldRecords = keyof typeof oldRows

interface RecordsToDrop {
  readonly kind: OldRecords
  readonly beforeMs: number
  readonly limit: number
}

export const dropOldRecords: Transaction<RecordsToDrop, number> = function* (input) {
  const { kind, beforeMs, limit } = input
  const { table: tableName = kind, key, time, condition = '1 = 1' }: OldRows = oldRows[kind]
  const [table, keys, instant] = [verbatim(tableName), verbatim(key), verbatim(time)]
  const rows = yield* query(sql`
    delete from ${table} where (${keys}) in (
      select ${keys} from ${table} old where ${instant} <= ${beforeMs} and ${verbatim(condition)}
      order by ${instant} limit ${limit}) returning 1 as gone`)
  return rows.length
}
