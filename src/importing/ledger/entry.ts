/** The ledger's entry of an import, and the statements that write it in a transaction. @module */
import type { Origin } from '../../auth/audit.ts'
import type { ErrorKey } from '../../contract/errors.ts'
import { queryAll, type Row, type TransactionBody } from '../../database/database.ts'
import type { Dialect } from '../../database/dialect.ts'
import { type Statement, sql } from '../../database/sql.ts'

export interface LedgerEntry extends Origin {
  readonly importId: number
  /** Id or key, as the caller wrote it. */
  readonly spaceSent: string
  readonly parentId: string
  readonly title: string
  readonly userId: number
  /** The id of an API token or host token, or `noApiToken` for the web form. */
  readonly apiTokenId: number
  readonly requestId: string
  readonly run: string
  readonly address?: string | undefined
  readonly warnings: string
  readonly startedAt: number
  readonly now: number
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null
}

export interface PlacedEntry extends LedgerEntry {
  readonly spaceId: number
}

export interface LedgerResult {
  readonly outcome: 'created' | 'updated' | 'unchanged' | ErrorKey
  readonly page: { readonly id: number; readonly version: number } | undefined
  readonly body?: string
}

export const recordedAs = {
  'already-exists': 'already-exists',
  'title-taken': 'already-exists',
  'below-itself': 'bad-request',
  'written-by-others': 'already-exists',
  'not-found': 'not-found',
  conflict: 'unavailable',
  'precondition-failed': 'precondition-failed',
} as const

export const noApiToken = '0'

/** Refused imports belong to no space. */
export const noSpace: Statement = sql`0`

/** How long a key stands for its first answer. */
export const idempotencyWindowMs: number = 24 * 60 * 60 * 1000

/**
 * Take the idempotency key of an import, if it has one. In a distributed store, the key is stored
 * beside the page.
 * @returns False when another import holds the key.
 */
export function* takeKey(entry: PlacedEntry, { isSpread }: Dialect): TransactionBody<boolean> {
  if (entry.idempotency === null) return true
  const spaceId = sql`${entry.spaceId}`
  const place = isSpread ? sql`space_id = ${spaceId} and` : sql``
  const [, , holders] = yield* queryAll(
    claimStatements(entry, { place, row: (key) => sql`values (${key}, ${spaceId})` }),
  )
  return isHolder(entry, holders)
}

/**
 * Make the statements that claim the key; the third returns its holder.
 * @param space The text behind `from` that selects the import's space.
 */
export function claimKey(entry: LedgerEntry, space: Statement): Statement[] {
  const row = (key: Statement): Statement => sql`select ${key}, spaces.id from ${space}`
  return claimStatements(entry, { place: sql``, row })
}

interface KeyPlace {
  readonly place: Statement
  row(key: Statement): Statement
}

function claimStatements(entry: LedgerEntry, { place, row }: KeyPlace): Statement[] {
  const { apiTokenId, idempotency, now } = entry
  if (idempotency === null) return []
  const key = sql`cast(${apiTokenId} as bigint), ${idempotency.key}, ${idempotency.requestHash},
    cast(${entry.importId} as bigint), cast(${now} as bigint)`
  return [
    sql`delete from idempotency_keys
      where ${place} api_token_id = ${apiTokenId} and key = ${idempotency.key}
        and created_at <= ${now - idempotencyWindowMs}`,
    sql`insert into idempotency_keys
        (api_token_id, key, request_hash, import_id, created_at, space_id)
      ${row(key)} on conflict do nothing`,
    sql`select import_id from idempotency_keys
      where ${place} api_token_id = ${apiTokenId} and key = ${idempotency.key}`,
  ]
}

/** @param holders Rows of the last statement of `claimKey`. */
export function isHolder(
  { importId, idempotency }: LedgerEntry,
  holders: readonly Row[] | undefined,
): boolean {
  const holder = holders?.[0]
  return idempotency === null || holder === undefined || holder.import_id === importId
}

export function holdsKey({ apiTokenId, importId, idempotency }: LedgerEntry): Statement {
  if (idempotency === null) return sql`1 = 1`
  return sql`exists (select 1 from idempotency_keys
    where api_token_id = ${apiTokenId} and key = ${idempotency.key} and import_id = ${importId})`
}

/**
 * Make the statement that writes the entry and returns its result.
 * @param came A query of `space_id`, `result`, `page_id` and `version`, in this order; without rows
 * nothing is written.
 */
export function recordEntry(entry: LedgerEntry, came: Statement): Statement {
  return sql`
    insert into imports (${recordedColumns}) select ${recordedValues(entry)}, came.* from (${came}) came
    returning space_id, result, page_id, version`
}

const recordedColumns = sql`id, request_id, api_token_id, user_id, space_sent, parent_id, page_title,
  warnings, started_at, duration_ms, run, space_id, result, page_id, version`

function recordedValues(entry: LedgerEntry): Statement {
  return sql`cast(${entry.importId} as bigint), ${entry.requestId},
    cast(${entry.apiTokenId} as bigint), cast(${entry.userId} as bigint), ${entry.spaceSent},
    ${entry.parentId}, ${entry.title}, ${entry.warnings}, cast(${entry.startedAt} as bigint),
    cast(${Math.max(0, entry.now - entry.startedAt)} as bigint), ${entry.run}`
}

/**
 * Make the statements that complete the entry. A refusal releases the key, so that a corrected
 * request can use it.
 */
export function finishEntry(
  entry: PlacedEntry,
  { outcome, page, body = '' }: LedgerResult,
): Statement[] {
  const spaceId = page === undefined ? noSpace : sql`${entry.spaceId}`
  const record = sql`insert into imports (${recordedColumns}, body)
    values (${recordedValues(entry)}, ${spaceId}, ${outcome}, ${page?.id ?? null},
      ${page?.version ?? null}, ${body})`
  return page === undefined ? [record, ...releasePlacedKey(entry)] : [record]
}

export function releasePlacedKey(entry: PlacedEntry): Statement[] {
  return releaseKey(entry, sql`space_id = ${entry.spaceId}`)
}

export function releaseKey(entry: LedgerEntry, condition: Statement): Statement[] {
  const { apiTokenId, importId, idempotency } = entry
  if (idempotency === null) return []
  return [
    sql`delete from idempotency_keys
      where api_token_id = ${apiTokenId} and key = ${idempotency.key} and import_id = ${importId}
        and ${condition}`,
  ]
}
