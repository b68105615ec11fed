/** Fills a store with more spaces, users and tokens than any page should show. @module */
import { query, type Transaction } from '../../../src/database/database.ts'
import { type Statement, sql } from '../../../src/database/sql.ts'

export interface Many {
  readonly spaces: number
  readonly users: number
  readonly tokens: number
  readonly readerId: number
  readonly atMs: number
}

const firstId = 5_000_000
export const crewId: number = firstId

function numbers(count: number): Statement {
  return sql`with recursive n (i) as (
    select cast(1 as bigint) union all select i + 1 from n where i < ${count})`
}

export const addMany: Transaction<Many, void> = function* ({
  spaces,
  users,
  tokens,
  readerId,
  atMs,
}) {
  const admin = sql`(select min(id) from users)`
  yield* query(sql`
    insert into spaces (id, key, key_fold, name, homepage_id, author_id, created_at)
    ${numbers(spaces)} select ${firstId} + i, 'M' || i, 'm' || i, 'Manual No. ' || i,
      ${firstId} + 100000 + i, ${admin}, ${atMs} from n`)
  yield* query(sql`
    insert into pages (space_id, id, parent_id, title, title_key, status, version, content_hash,
      author_id, created_at, updated_at)
    ${numbers(spaces)} select ${firstId} + i, ${firstId} + 100000 + i, 0, 'Start ' || i,
      'Start ' || i, 'current', 1, '', ${admin}, ${atMs}, ${atMs} + i from n`)
  yield* query(sql`
    insert into space_access (space_id, user_id, access)
    ${numbers(spaces)} select ${firstId} + i, ${readerId}, 'read' from n where i % 2 = 0`)
  yield* query(sql`
    insert into user_groups (id, name, name_key, created_at) values (${crewId}, 'crew', 'crew', ${atMs})`)
  yield* query(sql`
    insert into group_grants (space_id, group_id, access)
    ${numbers(spaces)} select ${firstId} + i, cast(${crewId} as bigint), 'read' from n`)
  yield* query(sql`
    insert into users (id, name, name_key, email, is_administrator, password_hash, created_at,
      disabled_at)
    ${numbers(users)} select ${firstId} + i, 'person' || i, 'person' || i,
      'person' || i || '@example.org', 0, null, ${atMs}, null from n`)
  yield* query(sql`
    insert into tokens (id, kind, hash, name, owner_id, created_at, expires_at, last_used_at,
      license_status, license_trial_ends_at)
    ${numbers(tokens)} select ${firstId} + i, 'api', 'hash' || i, 'token-' || i, ${readerId},
      ${atMs} + i, ${atMs}, null, 'active', null from n`)
}
