/** One import's line in the ledger, and the statements that write it: parts of a transaction. @module */
import { queryAll, type TransactionBody } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'

/** Known before the page is saved. */
export interface LedgerEntry {
  readonly importId: number
  readonly spaceId: number
  /** As the caller wrote it. */
  readonly parentId: string
  readonly title: string
  readonly userId: number
  /** `noApiToken` for an import from the web pages' form. */
  readonly apiTokenId: number
  readonly requestId: string
  /** What the conversion had to change, as JSON text. */
  readonly warnings: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly now: number
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null
}

/** What the entry says once the page was saved, or refused. */
export interface LedgerResult {
  readonly outcome:
    | 'created'
    | 'updated'
    | 'unchanged'
    | (typeof recordedAs)[keyof typeof recordedAs]
  readonly page: { readonly id: number; readonly version: number } | undefined
}

/** What refused a save, and the key that it is answered with. */
export const recordedAs = {
  'already-exists': 'already-exists',
  'title-taken': 'already-exists',
  'below-itself': 'bad-request',
  'not-found': 'not-found',
  conflict: 'unavailable',
} as const

/** Stands for the token of an import that came from the web pages' form. */
export const noApiToken = '0'

/** How long a key stands for its first answer. */
export const idempotencyWindowMs: number = 24 * 60 * 60 * 1000

/**
 * Take the idempotency key for this import, if it has one.
 * @param entry The entry.
 * @returns False when another import holds the key.
 */
export function* claimKey(entry: LedgerEntry): TransactionBody<boolean> {
  const { apiTokenId, idempotency, now } = entry
  if (idempotency === null) return true
  const [, claimed] = yield* queryAll([
    sql`delete from idempotency_keys
      where api_token_id = ${apiTokenId} and key = ${idempotency.key}
        and created_at <= ${now - idempotencyWindowMs}`,
    sql`insert into idempotency_keys
        (api_token_id, key, request_hash, space_id, import_id, created_at)
      values (${apiTokenId}, ${idempotency.key}, ${idempotency.requestHash},
        ${entry.spaceId}, ${entry.importId}, ${now})
      on conflict do nothing returning key`,
  ])
  return claimed?.[0] !== undefined
}

/**
 * Make the statements that write the entry and what came of it. A refusal changed nothing, so its key
 * becomes free for the request put right.
 * @param entry The entry.
 * @param result What came of it.
 */
export function finishEntry(entry: LedgerEntry, { outcome, page }: LedgerResult): Statement[] {
  const record = sql`
    insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
      result, page_id, version, warnings, started_at, duration_ms)
    values (${entry.spaceId}, ${entry.importId}, ${entry.requestId}, ${entry.apiTokenId},
      ${entry.userId}, ${entry.parentId}, ${entry.title}, ${outcome},
      ${page?.id ?? null}, ${page?.version ?? null}, ${entry.warnings}, ${entry.startedAt},
      ${Math.max(0, entry.now - entry.startedAt)})`
  const isRefusal = !['created', 'updated', 'unchanged'].includes(outcome)
  return isRefusal ? [record, ...releaseKey(entry)] : [record]
}

/**
 * Make the statements that give the entry's key back.
 * @param entry The entry.
 */
export function releaseKey({ apiTokenId, idempotency }: LedgerEntry): Statement[] {
  if (idempotency === null) return []
  return [
    sql`delete from idempotency_keys
      where api_token_id = ${apiTokenId} and key = ${idempotency.key}`,
  ]
}
