/** Deletes old rows, a few in each transaction. @module */
import { query, type Transaction } from './database.ts'
import { type Statement, sql } from './sql.ts'

export type OldRecords =
  | 'audit_records'
  | 'changes'
  | 'drafts'
  | 'idempotency_keys'
  | 'imports'
  | 'one_time_links'
  | 'page_reservations'
  | 'previews'
  | 'sessions_by_creation'
  | 'sessions_by_use'
  | 'webhook_deliveries'

export interface RecordsToDrop {
  readonly kind: OldRecords
  readonly beforeMs: number
  readonly limit: number
}

export const dropOldRecords: Transaction<RecordsToDrop, number> = function* (input) {
  return (yield* query(dropStatement(input))).length
}

export function dropStatement({ kind, beforeMs, limit }: RecordsToDrop): Statement {
  switch (kind) {
    case 'idempotency_keys':
      return sql`
        delete from idempotency_keys where (space_id, api_token_id, key) in (
          select space_id, api_token_id, key from idempotency_keys where created_at <= ${beforeMs}
          order by created_at limit ${limit}) returning 1 as gone`
    case 'sessions_by_creation':
      return sql`
        delete from sessions where id_hash in (
          select id_hash from sessions where created_at <= ${beforeMs}
          order by created_at limit ${limit}) returning 1 as gone`
    case 'sessions_by_use':
      return sql`
        delete from sessions where id_hash in (
          select id_hash from sessions where last_used_at <= ${beforeMs}
          order by last_used_at limit ${limit}) returning 1 as gone`
    case 'one_time_links':
      return sql`
        delete from one_time_links where code_hash in (
          select code_hash from one_time_links where expires_at <= ${beforeMs}
          order by expires_at limit ${limit}) returning 1 as gone`
    case 'drafts':
      return sql`
        delete from drafts where (user_id, page_id) in (
          select user_id, page_id from drafts where updated_at <= ${beforeMs}
          order by updated_at limit ${limit}) returning 1 as gone`
    case 'page_reservations':
      return sql`
        delete from page_reservations where (space_id, id) in (
          select space_id, id from page_reservations where lapses_at <= ${beforeMs}
          order by lapses_at limit ${limit}) returning 1 as gone`
    case 'previews':
      return sql`
        delete from previews where (space_id, name) in (
          select space_id, name from previews where ends_at <= ${beforeMs}
          order by ends_at limit ${limit}) returning 1 as gone`
    case 'imports':
      return sql`
        delete from imports where (space_id, id) in (
          select i.space_id, i.id from imports i
          where i.started_at <= ${beforeMs} and not exists (select 1 from idempotency_keys k
            where k.space_id = i.space_id and k.import_id = i.id)
          order by i.started_at limit ${limit}) returning 1 as gone`
    case 'changes':
      return sql`
        delete from changes where (space_id, page_id, changed_at) in (
          select space_id, page_id, changed_at from changes where changed_at <= ${beforeMs}
          order by changed_at limit ${limit}) returning 1 as gone`
    case 'webhook_deliveries':
      return sql`
        delete from webhook_deliveries where (space_id, webhook_id, page_id, changed_at) in (
          select space_id, webhook_id, page_id, changed_at from webhook_deliveries
          where changed_at <= ${beforeMs}
          order by changed_at limit ${limit}) returning 1 as gone`
    case 'audit_records':
      return sql`
        delete from audit_records where id in (
          select id from audit_records where recorded_at <= ${beforeMs}
          order by recorded_at, id limit ${limit}) returning 1 as gone`
  }
}
