/** The ledger's entry of an import, and the statements that write it in a transaction. @module */
import type { Origin } from '../../../accounts/audit.ts'
import type { ErrorKey } from '../../../contract/errors.ts'
import { queryAll, type Row, type TransactionBody } from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialects.ts'
import { type Statement, sql } from '../../../store/sql.ts'

export interface LedgerEntry extends Origin {
  readonly importId: number
  /** The space's id or key, as the caller wrote it. */
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

export const noApiToken = '0'

/** Refused imports belong to no space. */
export const noSpace: Statement = sql`0`

export const idempotencyWindowMs: number = 24 * 60 * 60 * 1000

/** @returns False when another import holds the key. */
export function* takeKey(entry: PlacedEntry, dialect: Dialect): TransactionBody<boolean> {
  const rows = yield* queryAll(claimKey(entry, sql`${entry.spaceId}`, dialect))
  return isHolder(entry, rows.at(-1))
}

/** The last statement returns the key's holder. Distributed stores keep keys beside pages. */
export function claimKey(
  entry: LedgerEntry,
  spaceId: Statement,
  { isSpread }: Dialect,
): Statement[] {
  const { apiTokenId, idempotency, importId, now } = entry
  if (idempotency === null) return []
  const { key, requestHash } = idempotency
  const isKey = sql`api_token_id = ${apiTokenId} and key = ${key}
    ${isSpread ? sql`and space_id = ${spaceId}` : sql``}`
  return [
    sql`delete from idempotency_keys
      where ${isKey} and created_at <= ${now - idempotencyWindowMs}`,
    sql`insert into idempotency_keys
        (api_token_id, key, request_hash, import_id, created_at, space_id)
      values (${apiTokenId}, ${key}, ${requestHash}, ${importId}, ${now}, ${spaceId})
      on conflict do nothing`,
    sql`select import_id from idempotency_keys where ${isKey}`,
  ]
}

export function isHolder(
  { importId, idempotency }: LedgerEntry,
  holders: readonly Row[] | undefined,
): boolean {
  const holder = holders?.[0]
  return idempotency === null || holder === undefined || holder.import_id === importId
}

/** The columns of `entryValues`, and of the result. */
export const entryColumns: Statement = sql`id, request_id, api_token_id, user_id, space_sent, parent_id, page_title,
  warnings, started_at, duration_ms, run, space_id, result, page_id, version`

export function entryValues(entry: LedgerEntry): Statement {
  return sql`cast(${entry.importId} as bigint), ${entry.requestId},
    cast(${entry.apiTokenId} as bigint), cast(${entry.userId} as bigint), ${entry.spaceSent},
    ${entry.parentId}, ${entry.title}, ${entry.warnings}, cast(${entry.startedAt} as bigint),
    cast(${Math.max(0, entry.now - entry.startedAt)} as bigint), ${entry.run}`
}

/** A refusal releases the key, so that a corrected request can use it. */
export function finishEntry(
  entry: PlacedEntry,
  { outcome, page, body = '' }: LedgerResult,
): Statement[] {
  const spaceId = page === undefined ? noSpace : sql`${entry.spaceId}`
  const record = sql`insert into imports (${entryColumns}, body)
    values (${entryValues(entry)}, ${spaceId}, ${outcome}, ${page?.id ?? null},
      ${page?.version ?? null}, ${body})`
  return page === undefined ? [record, ...releaseKey(entry, sql`${entry.spaceId}`)] : [record]
}

export function releaseKey(entry: LedgerEntry, spaceId: Statement): Statement[] {
  const { apiTokenId, importId, idempotency } = entry
  if (idempotency === null) return []
  return [
    sql`delete from idempotency_keys
      where space_id = ${spaceId} and api_token_id = ${apiTokenId} and key = ${idempotency.key}
        and import_id = ${importId}`,
  ]
}
