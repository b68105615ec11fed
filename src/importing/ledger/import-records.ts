/** The history of imports: what each asked and what came of it, also where it was refused. @module */
import { type Database, query, type Transaction } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { pagePath } from '../../embedded-wiki/embedded-wiki.ts'
import { idempotencyWindowMs } from '../../embedded-wiki/store/import-page.ts'
import type { Warning } from '../prepared-document.ts'
import type { ImportedPage, Outcome } from '../target-wiki.ts'

/** An answer that was given before, kept under an idempotency key. */
export interface RecordedAnswer {
  readonly requestHash: string
  readonly requestId: string
  readonly outcome: Outcome
  readonly page: ImportedPage
  readonly warnings: readonly Warning[]
}

/** Stands in the history for the token of an import that came from the web pages' form. */
export const noApiToken = '0'

export interface RefusedImport {
  readonly requestId: string
  readonly apiTokenId: string
  readonly userId: number
  readonly spaceId: string | undefined
  readonly parentId: string
  readonly pageTitle: string
  /** The refusal's key. */
  readonly result: string
  readonly startedAt: Date
}

export interface ImportRecords {
  /** Find the answer that a token's key stands for, if it was given in the last 24 hours. */
  findAnswer(apiTokenId: string, key: string): Promise<RecordedAnswer | undefined>
  /** Record an import that wrote nothing. */
  recordRefusal(refused: RefusedImport): Promise<void>
}

/**
 * Give access to the import history of a store.
 * @param database The store.
 * @param ids Gives ids to records.
 * @param clock Tells which keys have lapsed.
 */
export function importRecords(
  database: Database,
  ids: IdAllocator,
  clock: () => Date,
): ImportRecords {
  return {
    async findAnswer(apiTokenId, key) {
      const since = clock().getTime() - idempotencyWindowMs
      const answer = await findAnswer(database, apiTokenId, key, since)
      // What a read shows may be on one server only, its own commit never confirmed by a standby. To
      // answer is to acknowledge: a write behind it is confirmed only together with it.
      if (answer !== undefined) await database.write(confirmKey, { apiTokenId, key })
      return answer
    },
    async recordRefusal(refused) {
      await database.write(recordRefusal, {
        importId: await ids.nextId(),
        requestId: refused.requestId,
        apiTokenId: Number(refused.apiTokenId),
        userId: refused.userId,
        spaceId: Number(refused.spaceId ?? 0),
        parentId: refused.parentId,
        pageTitle: refused.pageTitle,
        result: refused.result,
        startedAt: refused.startedAt.getTime(),
        durationMs: Math.max(0, clock().getTime() - refused.startedAt.getTime()),
      })
    },
  }
}

interface AnswerRow {
  readonly request_hash: string
  readonly request_id: string
  readonly result: Outcome
  readonly page_title: string
  readonly space_id: number
  readonly parent_id: string
  readonly page_id: number
  readonly version: number
  readonly warnings: string
  readonly key: string
}

async function findAnswer(
  database: Database,
  apiTokenId: string,
  key: string,
  since: number,
): Promise<RecordedAnswer | undefined> {
  const [row] = await database.read<AnswerRow>(sql`
    select idempotency_keys.request_hash, imports.request_id, imports.result, imports.page_title,
      imports.space_id, imports.parent_id, imports.page_id, imports.version, imports.warnings,
      spaces.key
    from idempotency_keys
    join imports on imports.space_id = idempotency_keys.space_id
      and imports.id = idempotency_keys.import_id
    join spaces on spaces.id = imports.space_id
    where idempotency_keys.api_token_id = ${Number(apiTokenId)} and idempotency_keys.key = ${key}
      and idempotency_keys.created_at > ${since}`)
  if (row === undefined) return undefined
  const pageId = String(row.page_id)
  return {
    requestHash: row.request_hash,
    requestId: row.request_id,
    outcome: row.result,
    warnings: JSON.parse(row.warnings) as Warning[],
    page: {
      id: pageId,
      title: row.page_title,
      spaceId: String(row.space_id),
      parentId: row.parent_id,
      version: row.version,
      path: pagePath(row.key, pageId),
    },
  }
}

export const confirmKey: Transaction<{ apiTokenId: string; key: string }, void> = function* ({
  apiTokenId,
  key,
}) {
  yield* query(sql`update idempotency_keys set created_at = created_at
    where api_token_id = ${Number(apiTokenId)} and key = ${key}`)
}

interface RecordRefusalInput {
  readonly importId: number
  readonly requestId: string
  readonly apiTokenId: number
  readonly userId: number
  readonly spaceId: number
  readonly parentId: string
  readonly pageTitle: string
  readonly result: string
  readonly startedAt: number
  readonly durationMs: number
}

export const recordRefusal: Transaction<RecordRefusalInput, void> = function* (input) {
  yield* query(sql`
    insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
      result, page_id, version, warnings, started_at, duration_ms)
    values (${input.spaceId}, ${input.importId}, ${input.requestId}, ${input.apiTokenId},
      ${input.userId}, ${input.parentId}, ${input.pageTitle}, ${input.result}, null, null, '[]',
      ${input.startedAt}, ${input.durationMs})`)
}
