/** One import's line in the ledger, and the statements that write it: parts of a transaction. @module */
import type { Origin } from '../../auth/audit.ts'
import type { ErrorKey } from '../../base/errors.ts'
import { queryAll, type Row, type TransactionBody } from '../../database/database.ts'
import type { Dialect } from '../../database/dialect.ts'
import { type Statement, sql } from '../../database/sql.ts'

/** Known before the page is saved. */
export interface LedgerEntry extends Origin {
  readonly importId: number
  /** Id or key, as the caller wrote it. */
  readonly spaceSent: string
  /** As the caller wrote it. */
  readonly parentId: string
  readonly title: string
  readonly userId: number
  /** Or of the host token; `noApiToken` for an import from the web pages' form. */
  readonly apiTokenId: number
  readonly requestId: string
  /** Empty for an import on its own. */
  readonly run: string
  /** From where it came, where an audit record is to tell of it. */
  readonly address?: string | undefined
  /** What the conversion had to change, as JSON text. */
  readonly warnings: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly now: number
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null
}

/** The entry of an import whose space is known. */
export interface PlacedEntry extends LedgerEntry {
  readonly spaceId: number
}

/** What the entry says once the page was saved, or refused. */
export interface LedgerResult {
  readonly outcome: 'created' | 'updated' | 'unchanged' | ErrorKey
  /** Undefined when it was refused. */
  readonly page: { readonly id: number; readonly version: number } | undefined
  /** What a caller who has left would have been told; others are noted by `recordRefusal`. */
  readonly body?: string
}

/** What refused a save, and the key that it is answered with. */
export const recordedAs = {
  'already-exists': 'already-exists',
  'title-taken': 'already-exists',
  'below-itself': 'bad-request',
  'written-by-others': 'already-exists',
  'not-found': 'not-found',
  conflict: 'unavailable',
  'precondition-failed': 'precondition-failed',
} as const

/** Stands for the token of an import that came from the web pages' form. */
export const noApiToken = '0'

/** The space of a refusal: it belongs to none. */
export const noSpace: Statement = sql`0`

/** How long a key stands for its first answer. */
export const idempotencyWindowMs: number = 24 * 60 * 60 * 1000

/**
 * Take the idempotency key for an import, if it has one.
 * @param dialect The engine's: in a store that is spread a key stands beside what it brought.
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
 * Make the statements that claim the entry's key, if it has one: the third finds who holds it then.
 * @param space The row of `spaces` that the import goes to: what stands behind `from`.
 */
export function claimKey(entry: LedgerEntry, space: Statement): Statement[] {
  const row = (key: Statement): Statement => sql`select ${key}, spaces.id from ${space}`
  return claimStatements(entry, { place: sql``, row })
}

interface KeyPlace {
  /** Condition on where the key stands, with an `and` behind it. */
  readonly place: Statement
  /** Makes the row to be inserted: the columns of the key, and its space. */
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

/**
 * Tell whether an import may go on: nobody else holds its key.
 * @param holders What the last statement of `claimKey` found.
 */
export function isHolder(
  { importId, idempotency }: LedgerEntry,
  holders: readonly Row[] | undefined,
): boolean {
  const holder = holders?.[0]
  return idempotency === null || holder === undefined || holder.import_id === importId
}

/** Make the condition that an import holds its key, if it has one. */
export function holdsKey({ apiTokenId, importId, idempotency }: LedgerEntry): Statement {
  if (idempotency === null) return sql`1 = 1`
  return sql`exists (select 1 from idempotency_keys
    where api_token_id = ${apiTokenId} and key = ${idempotency.key} and import_id = ${importId})`
}

/**
 * Make the statement that writes the entry and returns what came of it.
 * @param came The query of what came of it: `space_id`, `result`, `page_id` and `version`, in this
 * order; no row leaves no entry.
 */
export function recordEntry(entry: LedgerEntry, came: Statement): Statement {
  return sql`
    insert into imports (${recordedColumns}) select ${recordedValues(entry)}, came.* from (${came}) came
    returning space_id, result, page_id, version`
}

const recordedColumns = sql`id, request_id, api_token_id, user_id, space_sent, parent_id, page_title,
  warnings, started_at, duration_ms, run, space_id, result, page_id, version`

/** Those of the columns that are known before anything came of it. */
function recordedValues(entry: LedgerEntry): Statement {
  return sql`cast(${entry.importId} as bigint), ${entry.requestId},
    cast(${entry.apiTokenId} as bigint), cast(${entry.userId} as bigint), ${entry.spaceSent},
    ${entry.parentId}, ${entry.title}, ${entry.warnings}, cast(${entry.startedAt} as bigint),
    cast(${Math.max(0, entry.now - entry.startedAt)} as bigint), ${entry.run}`
}

/**
 * Make the statements that write the entry and what came of it. A refusal changed nothing, so its key
 * becomes free for the request put right.
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

/** Make the statements that give the key back of an import whose space is known. */
export function releasePlacedKey(entry: PlacedEntry): Statement[] {
  return releaseKey(entry, sql`space_id = ${entry.spaceId}`)
}

/** Make the statements that give the entry's key back. */
export function releaseKey(entry: LedgerEntry, condition: Statement): Statement[] {
  const { apiTokenId, importId, idempotency } = entry
  if (idempotency === null) return []
  return [
    sql`delete from idempotency_keys
      where api_token_id = ${apiTokenId} and key = ${idempotency.key} and import_id = ${importId}
        and ${condition}`,
  ]
}
