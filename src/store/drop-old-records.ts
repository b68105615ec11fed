/** Deletes old rows, a few in each transaction. @module */
import { query, type Transaction } from './database.ts'
import { type Statement, sql, verbatim } from './sql.ts'

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

export interface RecordsToDrop {
  readonly kind: OldRecords
  readonly beforeMs: number
  readonly limit: number
}

export const dropOldRecords: Transaction<RecordsToDrop, number> = function* (input) {
  return (yield* query(dropStatement(input))).length
}

export function dropStatement({ kind, beforeMs, limit }: RecordsToDrop): Statement {
  const { table: tableName = kind, key, time, condition = '1 = 1' }: OldRows = oldRows[kind]
  const [table, keys, instant] = [verbatim(tableName), verbatim(key), verbatim(time)]
  return sql`
    delete from ${table} where (${keys}) in (
      select ${keys} from ${table} old where ${instant} <= ${beforeMs} and ${verbatim(condition)}
      order by ${instant} limit ${limit}) returning 1 as gone`
}
