/**
 * The one write of an import: page, history, attachments, import record and idempotency key in one
 * transaction.
 * A single `insert … on conflict` decides whether the page is created, updated or left.
 * @module
 */
import { queryAll, type Transaction, type TransactionBody } from '../../database/database.ts'
import type { Dialect } from '../../database/dialect.ts'
import type { IndexedText } from '../../database/search/search-index.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { readLabels } from '../../importing/labels.ts'
import { type ShownAttachment, saveAttachments } from './attachments.ts'

export interface ImportPageInput {
  readonly spaceId: number
  readonly parentId: number
  readonly title: string
  readonly titleKey: string
  readonly markdown: string
  readonly adf: string
  readonly indexed: IndexedText
  readonly attachments: readonly ShownAttachment[]
  readonly contentHash: string
  /** As `writeLabels` wrote them; null leaves those that the page has. */
  readonly labels: string | null
  readonly overwrite: boolean
  readonly userId: number
  /** Ids for the page, should it be new, and for the import record. */
  readonly newPageId: number
  readonly importId: number
  readonly apiTokenId: number
  readonly requestId: string
  readonly warnings: string
  readonly startedAt: number
  readonly now: number
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null
}

export type ImportPageResult =
  | {
      readonly outcome: 'created' | 'updated' | 'unchanged' | 'already-exists'
      readonly pageId: number
      readonly version: number
    }
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'repeated' }

/** How long a key stands for its first answer. */
export const idempotencyWindowMs: number = 24 * 60 * 60 * 1000

export const importPage: Transaction<ImportPageInput, ImportPageResult> = function* (
  input,
  dialect,
) {
  const { spaceId, parentId, now } = input
  if (input.idempotency !== null && !(yield* claimKey(input, input.idempotency))) {
    return { outcome: 'repeated' }
  }
  const labels = sql`cast(${input.labels} as text)`
  // Locking the space comes first: trashing locks it too, so from here on the parent stays.
  const [, written, parents, standing] = yield* queryAll([
    sql`select id from spaces where id = ${spaceId} ${dialect.forKeyShare}`,
    sql`
      insert into pages (space_id, id, parent_id, title, title_key, status, version,
        content_hash, author_id, created_at, updated_at, save_id, labels)
      select cast(${spaceId} as bigint), cast(${input.newPageId} as bigint),
        cast(${parentId} as bigint), ${input.title}, ${input.titleKey}, 'current', 1,
        ${input.contentHash}, cast(${input.userId} as bigint), cast(${now} as bigint),
        cast(${now} as bigint), ${input.requestId}, coalesce(${labels}, '')
      where exists (select 1 from pages
        where space_id = ${spaceId} and id = ${parentId} and status = 'current')
      on conflict (space_id, parent_id, title_key) where status = 'current'
      do update set title = excluded.title, version = pages.version + 1,
        content_hash = excluded.content_hash, author_id = excluded.author_id,
        updated_at = excluded.updated_at, save_id = excluded.save_id,
        labels = coalesce(${labels}, pages.labels)
      where cast(${input.overwrite ? 1 : 0} as bigint) = 1
        and (pages.content_hash <> excluded.content_hash
          or pages.labels <> coalesce(${labels}, pages.labels))
      returning id, version, labels`,
    sql`select id from pages
      where space_id = ${spaceId} and id = ${parentId} and status = 'current'`,
    sql`select id, version, content_hash from pages
      where space_id = ${spaceId} and parent_id = ${parentId}
        and title_key = ${input.titleKey} and status = 'current'`,
  ])
  const row = written?.[0] as WrittenPage | undefined
  const result = readResult(input, {
    row,
    hasParent: parents?.[0] !== undefined,
    standing: standing?.[0] as StandingPage | undefined,
  })
  yield* queryAll([
    ...(row === undefined ? [] : saveContent(input, dialect, row)),
    insertImport(input, result),
    // A refusal changed nothing, so its key stays free for the request put right.
    ...(isRefusal(result) && input.idempotency !== null
      ? [releaseKey(input, input.idempotency.key)]
      : []),
  ])
  return result
}

interface StandingPage {
  readonly id: number
  readonly version: number
}

/** The page, as it was just created or updated. */
interface WrittenPage extends StandingPage {
  readonly labels: string
}

type DecidedResult = Exclude<ImportPageResult, { outcome: 'repeated' }>

function readResult(
  input: ImportPageInput,
  found: { row: WrittenPage | undefined; hasParent: boolean; standing: StandingPage | undefined },
): DecidedResult {
  const { row, standing } = found
  if (row !== undefined) {
    return {
      outcome: row.id === input.newPageId ? 'created' : 'updated',
      pageId: row.id,
      version: row.version,
    }
  }
  if (!found.hasParent || standing === undefined) return { outcome: 'not-found' }
  const outcome = input.overwrite ? 'unchanged' : 'already-exists'
  return { outcome, pageId: standing.id, version: standing.version }
}

/** Take the idempotency key for this import; false when another import holds it. */
function* claimKey(
  input: ImportPageInput,
  idempotency: { key: string; requestHash: string },
): TransactionBody<boolean> {
  const oldest = input.now - idempotencyWindowMs
  const [, claimed] = yield* queryAll([
    sql`delete from idempotency_keys
      where api_token_id = ${input.apiTokenId} and key = ${idempotency.key}
        and created_at <= ${oldest}`,
    sql`insert into idempotency_keys
        (api_token_id, key, request_hash, space_id, import_id, created_at)
      values (${input.apiTokenId}, ${idempotency.key}, ${idempotency.requestHash},
        ${input.spaceId}, ${input.importId}, ${input.now})
      on conflict do nothing returning key`,
  ])
  return claimed?.[0] !== undefined
}

function isRefusal(result: DecidedResult): boolean {
  return result.outcome === 'not-found' || result.outcome === 'already-exists'
}

function releaseKey(input: ImportPageInput, key: string): Statement {
  return sql`delete from idempotency_keys
    where api_token_id = ${input.apiTokenId} and key = ${key}`
}

/** Everything that a new version brings along. */
function saveContent(
  input: ImportPageInput,
  dialect: Dialect,
  { id: pageId, version, labels }: WrittenPage,
): Statement[] {
  return [
    sql`
      insert into page_versions (space_id, page_id, number, title, adf, markdown, message, labels,
        author_id, created_at)
      values (${input.spaceId}, ${pageId}, ${version}, ${input.title}, ${input.adf},
        ${input.markdown}, '', ${labels}, ${input.userId}, ${input.now})`,
    ...dialect.search.put({ ...input, ...input.indexed, pageId, labels: readLabels(labels) }),
    ...saveAttachments({ ...input, pageId }, input.attachments),
  ]
}

function insertImport(input: ImportPageInput, result: DecidedResult): Statement {
  const page = result.outcome === 'not-found' ? undefined : result
  return sql`
    insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
      result, page_id, version, warnings, started_at, duration_ms)
    values (${input.spaceId}, ${input.importId}, ${input.requestId}, ${input.apiTokenId},
      ${input.userId}, ${String(input.parentId)}, ${input.title}, ${result.outcome},
      ${page?.pageId ?? null}, ${page?.version ?? null}, ${input.warnings}, ${input.startedAt},
      ${Math.max(0, input.now - input.startedAt)})`
}
