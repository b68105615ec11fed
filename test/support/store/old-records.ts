/** Fills a store with records of a given time. @module */
import { query, type Transaction } from '../../../src/database/database.ts'
import { sql } from '../../../src/database/sql.ts'

export interface Records {
  readonly after: number
  readonly count: number
  readonly atMs: number
}

export const addRecords: Transaction<Records, void> = function* ({ after, count, atMs }) {
  const numbers = sql`with recursive n (i) as (
    select cast(${after + 1} as bigint) union all select i + 1 from n where i < ${after + count})`
  yield* query(sql`
    insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
      result, page_id, version, warnings, started_at, duration_ms)
    ${numbers} select 1, i, 'r', 1, 1, '1', 't', 'created', 1, 1, '[]', ${atMs}, 1 from n`)
  yield* query(sql`
    insert into audit_records (id, recorded_at, actor, action, subject, detail)
    ${numbers} select i, ${atMs}, 'a', 'sign-in', 's', '{}' from n`)
  yield* query(sql`
    insert into idempotency_keys (api_token_id, key, request_hash, space_id, import_id, created_at)
    ${numbers} select 1, cast(i as text), 'h', 1, i, ${atMs} from n`)
  yield* query(sql`
    insert into sessions (id_hash, user_id, created_at, last_used_at)
    ${numbers} select cast(i as text), (select min(id) from users), ${atMs}, ${atMs} from n`)
  yield* query(sql`
    insert into tokens (id, kind, hash, name, owner_id, created_at, expires_at, license_status)
    values (1, 'api', 'h', 'old', (select min(id) from users), 0, 0, 'active') on conflict do nothing`)
  yield* query(sql`
    insert into shown_tokens (session_hash, submission, token_id, sealed, expires_at)
    ${numbers} select cast(i as text), 's', 1, 't', ${atMs} from n`)
  yield* query(sql`
    insert into spaces (id, key, key_fold, name, homepage_id, author_id, created_at)
    values (1, 'OLD', 'old', 'Old', 1, (select min(id) from users), 0) on conflict do nothing`)
  yield* query(sql`
    insert into page_reservations (space_id, parent_id, title_key, id, lapses_at)
    ${numbers} select 1, 1, cast(i as text), i, ${atMs} from n`)
  yield* query(sql`
    insert into one_time_links (code_hash, user_id, created_at, expires_at)
    ${numbers} select cast(i as text), (select min(id) from users), ${atMs}, ${atMs} from n`)
}
