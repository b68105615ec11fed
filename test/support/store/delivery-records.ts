/** What imports into connected spaces leave in the store, written without them. @module */
import { query, type Transaction } from '../../../src/database/database.ts'
import { sql } from '../../../src/database/sql.ts'

export interface TestDelivery {
  readonly spaceId: string
  readonly title: string
  readonly state?: 'recorded' | 'written' | 'finished'
  readonly tries?: number
  readonly problem?: string
  readonly createdAtMs?: number
}

export const addDelivery: Transaction<TestDelivery, void> = function* (delivery) {
  const { spaceId, title, state = 'recorded', tries = 0, problem = '' } = delivery
  yield* query(sql`
    insert into deliveries (space_id, title_key, import_id, attempt, holder, state, request_digest,
      digest, entry, asked, document, remarks, is_answered, lease_until, next_try_at, tries,
      problem, created_at)
    values (${Number(spaceId)}, ${title.toLowerCase()}, 1, 'attempt', '', ${state}, '', '',
      ${JSON.stringify({ title })}, '{}', ${new Uint8Array(1)}, '[]', 0, 0, 0, ${tries},
      ${problem}, ${delivery.createdAtMs ?? 0})`)
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
    ...{ code, severity: 'changed', message: `It says ${code}.`, line: 0 },
  }))
  yield* query(sql`
    insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
      result, page_id, version, warnings, started_at, duration_ms)
    values (${Number(entry.spaceId)}, ${entry.id}, ${`request-${entry.id}`}, 0, 0, '1',
      ${entry.title}, ${entry.result}, null, null, ${JSON.stringify(warnings)},
      ${entry.startedAtMs}, 5)`)
}
