/**
 * The one write of an import: page, history, attachments and the ledger's entry in one transaction.
 * A single `insert … on conflict` decides whether the page is created, updated or left.
 * @module
 */
import { queryAll, type Transaction } from '../../database/database.ts'
import type { Dialect } from '../../database/dialect.ts'
import type { IndexedText } from '../../database/search/search-index.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { readLabels } from '../../importing/labels.ts'
import {
  claimKey,
  finishEntry,
  type LedgerEntry,
  type LedgerResult,
} from '../../importing/ledger/entry.ts'
import { type ShownAttachment, saveAttachments } from './attachments.ts'

export interface SaveImportInput {
  readonly entry: LedgerEntry
  readonly parentId: number
  readonly titleKey: string
  readonly markdown: string
  readonly adf: string
  readonly indexed: IndexedText
  readonly attachments: readonly ShownAttachment[]
  /** See `sourceDigest`. */
  readonly digest: string
  /** As `writeLabels` wrote them; null leaves those that the page has. */
  readonly labels: string | null
  readonly overwrite: boolean
  /** The page's id, should it be new. */
  readonly newPageId: number
}

export type SaveImportResult =
  | {
      readonly outcome: 'created' | 'updated' | 'unchanged' | 'already-exists'
      readonly pageId: number
      readonly version: number
    }
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'repeated' }

export const saveImport: Transaction<SaveImportInput, SaveImportResult> = function* (
  input,
  dialect,
) {
  const { entry, parentId } = input
  const { spaceId, now } = entry
  if (!(yield* claimKey(entry))) return { outcome: 'repeated' }
  const labels = sql`cast(${input.labels} as text)`
  // Locking the space comes first: trashing locks it too, so from here on the parent stays.
  const [, written, parents, standing] = yield* queryAll([
    sql`select id from spaces where id = ${spaceId} ${dialect.forKeyShare}`,
    sql`
        insert into pages (space_id, id, parent_id, title, title_key, status, version,
          content_hash, imported_version, author_id, created_at, updated_at, save_id, labels)
        select cast(${spaceId} as bigint), cast(${input.newPageId} as bigint),
          cast(${parentId} as bigint), ${entry.title}, ${input.titleKey}, 'current', 1,
          ${input.digest}, 1, cast(${entry.userId} as bigint), cast(${now} as bigint),
          cast(${now} as bigint), ${entry.requestId}, coalesce(${labels}, '')
        where exists (select 1 from pages
          where space_id = ${spaceId} and id = ${parentId} and status = 'current')
        on conflict (space_id, parent_id, title_key) where status = 'current'
        do update set title = excluded.title, version = pages.version + 1,
          content_hash = excluded.content_hash, imported_version = pages.version + 1,
          author_id = excluded.author_id, updated_at = excluded.updated_at,
          save_id = excluded.save_id, labels = coalesce(${labels}, pages.labels)
        where cast(${input.overwrite ? 1 : 0} as bigint) = 1
          and (pages.content_hash <> excluded.content_hash
            or pages.imported_version <> pages.version
            or pages.labels <> coalesce(${labels}, pages.labels))
        returning id, version, labels`,
    sql`select id from pages
        where space_id = ${spaceId} and id = ${parentId} and status = 'current'`,
    sql`select id, version from pages
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
    ...finishEntry(entry, toLedger(result)),
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

type DecidedResult = Exclude<SaveImportResult, { outcome: 'repeated' }>

function readResult(
  input: SaveImportInput,
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

function toLedger(result: DecidedResult): LedgerResult {
  const { outcome } = result
  return outcome === 'not-found'
    ? { outcome, page: undefined }
    : { outcome, page: { id: result.pageId, version: result.version } }
}

/** Everything that a new version brings along. */
function saveContent(
  input: SaveImportInput,
  dialect: Dialect,
  { id: pageId, version, labels }: WrittenPage,
): Statement[] {
  const { spaceId, title, userId, now } = input.entry
  const page = { spaceId, pageId, title, now }
  return [
    sql`
      insert into page_versions (space_id, page_id, number, title, adf, markdown, message, labels,
        author_id, created_at)
      values (${spaceId}, ${pageId}, ${version}, ${title}, ${input.adf},
        ${input.markdown}, '', ${labels}, ${userId}, ${now})`,
    ...dialect.search.put({ ...page, ...input.indexed, labels: readLabels(labels) }),
    ...saveAttachments(page, input.attachments),
  ]
}
