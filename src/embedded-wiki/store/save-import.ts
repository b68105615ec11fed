/**
 * The one write of an import: page, history, attachments and the ledger's entry in one transaction.
 * A single `insert … on conflict` decides whether the page is created, updated or left. A page that is
 * named by its id has `saveNamedImport` instead.
 * @module
 */
import { queryAll, type Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { claimKey, finishEntry } from '../../importing/ledger/entry.ts'
import { noPosition } from './page-place.ts'
import { findReservation, removeReservation } from './reservations.ts'
import {
  type DecidedResult,
  type PageToWrite,
  type SaveImportResult,
  type StandingPage,
  saveContent,
  toLedgerResult,
  type WrittenPage,
} from './save-content.ts'
import { titleOrder } from './title-order.ts'

export interface SaveImportInput extends PageToWrite {
  /** The page's id, should it be new and not have been reserved. */
  readonly newPageId: number
}

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
        insert into pages (space_id, id, parent_id, title, title_key, title_order, position, status,
          version, content_hash, imported_version, author_id, created_at, updated_at, save_id, labels)
        select cast(${spaceId} as bigint),
          coalesce((${findReservation(input, dialect)}), cast(${input.newPageId} as bigint)),
          cast(${parentId} as bigint), ${entry.title}, ${input.titleKey}, ${titleOrder(entry.title)},
          coalesce(cast(${input.position} as bigint), ${noPosition}), 'current', 1,
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
    ...moveAmongSiblings(input),
  ])
  const row = written?.[0] as WrittenPage | undefined
  const result = readResult(input, {
    row,
    hasParent: parents?.[0] !== undefined,
    standing: standing?.[0] as StandingPage | undefined,
  })
  const isReserved = result.outcome === 'created' && result.pageId !== input.newPageId
  yield* queryAll([
    ...(row === undefined ? [] : saveContent(input, dialect, row)),
    ...(isReserved ? [removeReservation(spaceId, result.pageId)] : []),
    ...finishEntry(entry, toLedgerResult(result)),
  ])
  return result
}

/** Another position alone makes no version; of a page that was just created this finds none. */
function moveAmongSiblings({ entry, parentId, titleKey, position, overwrite }: SaveImportInput) {
  if (position === null || !overwrite) return []
  return [
    sql`update pages set position = ${position}
        where space_id = ${entry.spaceId} and parent_id = ${parentId} and title_key = ${titleKey}
          and status = 'current' and position <> ${position}`,
  ]
}

function readResult(
  input: SaveImportInput,
  found: { row: WrittenPage | undefined; hasParent: boolean; standing: StandingPage | undefined },
): DecidedResult {
  const { row, standing } = found
  if (row !== undefined) {
    return {
      outcome: row.version === 1 ? 'created' : 'updated',
      pageId: row.id,
      version: row.version,
    }
  }
  if (!found.hasParent || standing === undefined) return { outcome: 'not-found' }
  const outcome = input.overwrite ? 'unchanged' : 'already-exists'
  return { outcome, pageId: standing.id, version: standing.version }
}
