/** Transactions that fill a store: many spaces, old records, deliveries and imports. @module */
import { query, type Transaction } from '../../../src/store/database.ts'
import { type Statement, sql } from '../../../src/store/sql.ts'

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
    insert into spaces (id, key, key_fold, name, homepage_id, author_id, created_at)
    values (1, 'OLD', 'old', 'Old', 1, (select min(id) from users), 0) on conflict do nothing`)
  yield* query(sql`
    insert into page_reservations (space_id, parent_id, title_key, id, lapses_at)
    ${numbers} select 1, 1, cast(i as text), i, ${atMs} from n`)
  yield* query(sql`
    insert into page_reports (space_id, id, page_id, version, section, message, user_id, created_at, closed_by, closed_at)
    ${numbers} select 1, i, 1, 1, '', 'm', 1, 0, 1, ${atMs} from n`)
  yield* query(sql`
    insert into drafts (user_id, page_id, fields, markdown, images, updated_at)
    ${numbers} select (select min(id) from users), i, '{}', '', '[]', ${atMs} from n`)
  yield* query(sql`
    insert into one_time_links (code_hash, user_id, created_at, expires_at)
    ${numbers} select cast(i as text), (select min(id) from users), ${atMs}, ${atMs} from n`)
}

export interface TestDelivery {
  readonly spaceId: string
  readonly title: string
  readonly state?: 'recorded' | 'written'
  readonly tries?: number
  readonly problem?: string
  readonly createdAtMs?: number
  /** Running services continue it from then on; at once by default. */
  readonly nextTryAtMs?: number
}

export const addDelivery: Transaction<TestDelivery, void> = function* (delivery) {
  const { spaceId, title, state = 'recorded', tries = 0, problem = '' } = delivery
  yield* query(sql`
    insert into deliveries (space_id, title_key, import_id, attempt, holder, state, digest, entry,
      asked, document, remarks, lease_until, next_try_at, tries, problem, created_at)
    values (${Number(spaceId)}, ${title.toLowerCase()}, 1, 'attempt', '', ${state}, '',
      ${JSON.stringify({ title })}, '{}', ${new Uint8Array(1)}, '[]', 0,
      ${delivery.nextTryAtMs ?? 0}, ${tries}, ${problem}, ${delivery.createdAtMs ?? 0})`)
}

export interface TestRemotePage {
  readonly spaceId: string
  readonly id: string
  readonly title: string
  readonly url?: string
  readonly remarks?: string
  readonly updatedAtMs?: number
}

export const addRemotePage: Transaction<TestRemotePage, void> = function* (page) {
  const { spaceId, id, title, url = `https://acme.test/${id}`, remarks = '{}' } = page
  const key = title.toLowerCase()
  yield* query(sql`
    insert into remote_pages (space_id, page_id, parent_id, title, title_key, asked_title,
      asked_title_key, url, version, digest, labels, position, remarks, updated_at, index_id)
    values (${Number(spaceId)}, ${id}, '1', ${title}, ${key}, ${title}, ${key}, ${url}, 1, '', '[]',
      null, ${remarks}, ${page.updatedAtMs ?? 0}, 0)`)
}

export interface TestImport {
  readonly spaceId: string
  readonly id: number
  readonly title: string
  readonly result: string
  readonly warnings?: readonly string[]
  readonly startedAtMs: number
}

export const addImport: Transaction<TestImport, void> = function* (entry) {
  const warnings = (entry.warnings ?? []).map((code) => ({
    code,
    severity: 'changed',
    message: `It says ${code}.`,
    line: 0,
  }))
  yield* query(sql`
    insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
      result, page_id, version, warnings, started_at, duration_ms)
    values (${Number(entry.spaceId)}, ${entry.id}, ${`request-${entry.id}`}, 0, 0, '1',
      ${entry.title}, ${entry.result}, null, null, ${JSON.stringify(warnings)},
      ${entry.startedAtMs}, 5)`)
}

interface CraftedToken {
  readonly id: number
  readonly hash: string
  readonly licenseStatus: string
  readonly licenseTrialEndsAt: number | null
}

export const replaceApiToken: Transaction<CraftedToken, void> = function* (input) {
  yield* query(sql`
    update tokens set hash = ${input.hash}, license_status = ${input.licenseStatus},
      license_trial_ends_at = ${input.licenseTrialEndsAt}
    where id = ${input.id}`)
}

export const forgetTotpSecrets: Transaction<undefined, void> = function* () {
  yield* query(sql`delete from second_factor_secrets`)
}
