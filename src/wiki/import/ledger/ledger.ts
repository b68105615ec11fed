/** The ledger of imports: the entry of each request and its result, including refusals. @module */
import type { AuditedStore, Origin } from '../../../accounts/audit.ts'
import type { AnswerWarning, PageTarget } from '../../../contract/answers.ts'
import { bounds } from '../../../contract/base/bounds.ts'
import { type ErrorKey, errorBody, toRequestError } from '../../../contract/errors.ts'
import {
  type Database,
  queryAll,
  queryLast,
  type Row,
  type Transaction,
  type TransactionBody,
} from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialects.ts'
import { readAs } from '../../../store/read-as.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { countsBelow } from '../../../store/within-bound.ts'
import type { Outcome } from '../decide.ts'
import type { AskedImport } from '../import-work.ts'
import { pagePath, type SavedImport, type SavedPage } from '../target-wiki.ts'
import { listImports, type PastImport } from './import-history.ts'

export interface RecordedAnswer extends SavedImport {
  readonly requestHash: string
  readonly spaceId: number
  readonly requestId: string
}

export interface Importer {
  readonly userId: number
  /** The id of an API token or host token, or `noApiToken` for the web form. */
  readonly apiTokenId: string
  readonly requestId: string
  readonly run?: string | undefined
  readonly startedAt: Date
  readonly progress: ImportProgress
}

export interface ImportProgress {
  asked?: AskedImport
  importId?: number
}

export interface Ledger extends ReturnType<typeof importLedger> {}

interface OpeningEntry extends Omit<Importer, 'progress'>, Origin {
  readonly spaceSent: string
  readonly parentId: string
  readonly title: string
  readonly warnings: readonly AnswerWarning[]
  readonly idempotency: { readonly key: string; readonly requestHash: string } | undefined
}

export function importLedger({ database, ids, clock }: AuditedStore) {
  const openEntry = async (opening: OpeningEntry): Promise<LedgerEntry> => {
    const { apiTokenId, warnings, startedAt, idempotency, run = '', ...entry } = opening
    return {
      importId: await ids.nextId(),
      apiTokenId: Number(apiTokenId),
      warnings: JSON.stringify(warnings),
      startedAt: startedAt.getTime(),
      now: clock().getTime(),
      idempotency: idempotency ?? null,
      spaceSent: entry.spaceSent,
      parentId: entry.parentId,
      title: entry.title,
      userId: entry.userId,
      requestId: entry.requestId,
      run,
      via: entry.via,
      tokenName: entry.tokenName,
    }
  }
  return {
    /** Find the answer of the last 24 hours to a token's idempotency key. */
    async findAnswer(apiTokenId: string, key: string): Promise<RecordedAnswer | undefined> {
      const since = clock().getTime() - idempotencyWindowMs
      const answer = await findAnswer(database, apiTokenId, key, since)
      // A standby may not have confirmed the row yet. Confirming this write confirms the row too.
      if (answer !== undefined) {
        await database.write(confirmKey, { apiTokenId, key, spaceId: answer.spaceId })
      }
      return answer
    },
    openEntry,
    /** Find a user's import of the last 24 hours by request id. */
    async findImport(userId: number, requestId: string): Promise<PastImport | undefined> {
      const startedFrom = new Date(clock().getTime() - idempotencyWindowMs)
      const [entry] = await listImports(database, { userId, requestId, startedFrom }, { limit: 1 })
      return entry
    },
    /** Record a refusal: in the entry of the import if it has one, otherwise in a new entry. */
    async recordRefusal(importer: Importer, error: unknown): Promise<void> {
      const { progress } = importer
      const refusal = toRequestError(error)
      const body = errorBody(refusal)
      if (progress.importId !== undefined) {
        await database.write(noteRefusal, { importId: progress.importId, body })
        return
      }
      const sentPlace = progress.asked?.fields ?? refusal.sent
      const entry = await openEntry({
        ...importer,
        spaceSent: sentPlace?.spaceId ?? '',
        parentId: sentPlace?.parentId ?? '',
        title: sentPlace?.pageTitle ?? '',
        warnings: [],
        idempotency: undefined,
        via: 'import',
        tokenName: '',
      })
      await database.write(recordRefusal, { ...entry, result: refusal.key, body })
    },
  }
}

interface KeyRow {
  readonly request_hash: string
  readonly space_id: number
  readonly import_id: number
}

interface AnswerRow {
  readonly requestId: string
  readonly outcome: Outcome
  readonly warnings: string
  /** The page of the answer; the ids of pages in Confluence come from their site. */
  readonly page: Omit<SavedPage, 'path' | 'target'>
  readonly spaceKey: string
  readonly target: Pick<PageTarget, 'kind' | 'url'> | undefined
}

/** Keys are distributed by token and imports by space, so each has its own statement. */
async function findAnswer(
  database: Database,
  apiTokenId: string,
  key: string,
  since: number,
): Promise<RecordedAnswer | undefined> {
  const [keyRow] = await database.read<KeyRow>(sql`
    select request_hash, space_id, import_id from idempotency_keys
    where api_token_id = ${Number(apiTokenId)} and key = ${key} and created_at > ${since}`)
  if (keyRow === undefined) return undefined
  const [row] = await readAs<AnswerRow>(
    database,
    sql`select imports.request_id as "requestId", imports.result as outcome, imports.warnings,
      cast(imports.page_id as text) as "page.id",
      coalesce(remote_pages.title, imports.page_title) as "page.title",
      coalesce(remote_homes.remote_space_id, cast(imports.space_id as text)) as "page.spaceId",
      imports.parent_id as "page.parentId", imports.version as "page.version",
      spaces.key as "spaceKey", space_connections.kind as "target.kind",
      remote_pages.url as "target.url"
    from imports join spaces on spaces.id = imports.space_id
    left join remote_pages on remote_pages.space_id = imports.space_id
      and remote_pages.page_id = cast(imports.page_id as text)
    left join remote_homes on remote_homes.space_id = remote_pages.space_id
    left join space_connections on space_connections.space_id = remote_pages.space_id
    where imports.space_id = ${keyRow.space_id} and imports.id = ${keyRow.import_id}`,
  )
  if (row === undefined) return undefined
  const { requestId, outcome, page, target } = row
  const { id, version } = page
  const isRemote = target?.url !== undefined && target.kind !== undefined
  return {
    requestHash: keyRow.request_hash,
    spaceId: keyRow.space_id,
    requestId,
    outcome,
    warnings: JSON.parse(row.warnings) as AnswerWarning[],
    page: {
      ...page,
      path: target?.url ?? pagePath(row.spaceKey, id),
      ...(isRemote && { target: { ...target, version } }),
    },
  }
}

interface KeyToConfirm {
  readonly apiTokenId: string
  readonly key: string
  readonly spaceId: number
}

export const confirmKey: Transaction<KeyToConfirm, void> = function* (input) {
  yield* queryLast([
    sql`update idempotency_keys set created_at = created_at
      where space_id = ${input.spaceId} and api_token_id = ${Number(input.apiTokenId)}
        and key = ${input.key}`,
  ])
}

interface RefusedEntry {
  readonly importId: number
  readonly body: string
}

export const noteRefusal: Transaction<RefusedEntry, void> = function* ({ importId, body }) {
  yield* queryLast([
    sql`update imports set body = ${body} where space_id = ${0} and id = ${importId}`,
  ])
}

interface RecordRefusalInput extends LedgerEntry {
  readonly result: string
  readonly body: string
}

export const recordRefusal: Transaction<RecordRefusalInput, void> = function* (input, dialect) {
  const refusals = sql`imports where space_id = ${noSpace} and user_id = ${input.userId}
    and started_at > ${input.startedAt - idempotencyWindowMs}`
  yield* queryAll([
    sql`select id from users where id = ${input.userId} ${dialect.forUpdate}`,
    sql`insert into imports (${entryColumns}, body)
      select ${entryValues(input)}, ${noSpace}, ${input.result}, null, null, ${input.body}
      where ${countsBelow(refusals, bounds.refusedImports.most)}`,
  ])
}

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
const noSpace: Statement = sql`0`

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

/** The columns of an entry: those that `entryValues` fills, then those of its result. */
const entryColumns: Statement = sql`id, request_id, api_token_id, user_id, space_sent, parent_id, page_title,
  warnings, started_at, duration_ms, run, space_id, result, page_id, version`

function entryValues(entry: LedgerEntry): Statement {
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
