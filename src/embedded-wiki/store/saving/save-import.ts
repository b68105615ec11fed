/** Saves an import in one transaction without round trips. @module */
import { type OneTrip, oneTrip } from '../../../database/database.ts'
import type { Dialect } from '../../../database/dialect.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import {
  claimKey,
  holdsKey,
  isHolder,
  type LedgerEntry,
  noSpace,
  recordEntry,
  releaseKey,
} from '../../../importing/ledger/entry.ts'
import type { Outcome, WantedPlace } from '../../../importing/target-wiki.ts'
import { titleOrder } from '../../../importing/title-order.ts'
import { noPosition } from '../page-place.ts'
import { findReservation } from '../reserving/reserve-pages.ts'
import { isOpenSpace, isSpace, spaceAndParent } from './find-place.ts'
import { importStamp, type PageToWrite, placePage, saveContent, treePlace } from './save-content.ts'

export interface SaveImportInput extends PageToWrite {
  readonly entry: LedgerEntry
  readonly space: Pick<WantedPlace, 'spaceIdOrKey' | 'writer'>
  readonly newPageId: number
}

export type SaveImportResult =
  | {
      readonly outcome: Outcome
      readonly spaceId: number
      readonly spaceKey: string
      readonly pageId: number
      readonly version: number
    }
  | { readonly outcome: 'already-exists' }
  | { readonly outcome: 'not-found' | 'repeated' }

export const saveImport: OneTrip<SaveImportInput, SaveImportResult> = oneTrip('saveImport', {
  statements(input, dialect) {
    const { entry } = input
    const space = sql`(select id from spaces where ${isSpace(input.space.spaceIdOrKey)})`
    const isRecorded = (result: Statement): Statement =>
      sql`imports.space_id = ${space} and imports.id = ${entry.importId} and ${result}`
    const written = sql`
      select pages.space_id, pages.id, pages.version, pages.labels
      from imports join pages on pages.space_id = imports.space_id and pages.id = imports.page_id
      where ${isRecorded(isNew)}`
    return [
      // First, because trashing locks the homepage too: from here on the parent stays.
      sql`select (select key from spaces where ${isSpace(input.space.spaceIdOrKey)}) as key
        from pages where (space_id, id) = (select spaces.id, spaces.homepage_id from spaces
          where ${isSpace(input.space.spaceIdOrKey)}) ${dialect.forKeyShare}`,
      ...claimKey(entry, sql`${spaceAndParent(input.parentId)} where ${isOpenSpace(input.space)}`),
      writePage(input, dialect),
      recordEntry(entry, whatCame(input)),
      ...removeReservation(input, space, isRecorded(isCreated)),
      ...placeInTree(input, space, isRecorded(isStanding)),
      ...saveContent(input, dialect, written),
      ...releaseKey(
        entry,
        sql`not exists (select 1 from imports
          where ${isRecorded(isDone)})`,
      ),
    ]
  },
  // Images are locked as well, and other pages may bring the same.
  lockOrder: ({ parentId, titleKey, attachments }) =>
    attachments.some(({ content }) => content !== undefined)
      ? undefined
      : `${parentId} ${titleKey}`,
  result({ entry }, rows) {
    const claims = claimKey(entry, sql``).length
    const [space] = rows[0] as unknown as { key: string }[]
    const [recorded] = rows[claims + 2] as unknown as RecordedRow[]
    if (space !== undefined && recorded !== undefined) {
      const { space_id: spaceId, result: outcome, page_id: pageId, version } = recorded
      if (outcome === 'already-exists') return { outcome }
      return { outcome, spaceId, spaceKey: space.key, pageId, version }
    }
    return { outcome: isHolder(entry, rows[claims]) ? 'not-found' : 'repeated' }
  },
})

interface RecordedRow {
  readonly space_id: number
  readonly result: Outcome | 'already-exists'
  readonly page_id: number
  readonly version: number
}

const isCreated = sql`imports.result = 'created'`
const isNew = sql`imports.result in ('created', 'updated')`
const isStanding = sql`imports.result in ('updated', 'unchanged')`
const isDone = sql`imports.result in ('created', 'updated', 'unchanged')`

function isOpen({ space, entry }: SaveImportInput): Statement {
  return sql`${isOpenSpace(space)} and ${holdsKey(entry)}`
}

function writePage(input: SaveImportInput, dialect: Dialect): Statement {
  const { entry } = input
  const labels = sql`cast(${input.labels} as text)`
  return sql`
    insert into pages (space_id, id, parent_id, title, title_key, title_order, position, status,
      version, content_hash, imported_version, author_id, created_at, updated_at, save_id, labels,
      navigation_title, source_url)
    select spaces.id,
      coalesce((${findReservation(input, dialect)}), cast(${input.newPageId} as bigint)),
      parent.id, ${entry.title}, ${input.titleKey}, ${titleOrder(entry.title)},
      coalesce(cast(${input.position} as bigint), ${noPosition}), 'current', 1,
      ${input.digest}, 1, cast(${entry.userId} as bigint), cast(${entry.now} as bigint),
      cast(${entry.now} as bigint), ${saveId(input)}, coalesce(${labels}, ''),
      coalesce(cast(${input.navigationTitle} as text), ''),
      coalesce(cast(${input.sourceUrl} as text), '')
    from ${spaceAndParent(input.parentId)}
    where ${isOpen(input)}
    on conflict (space_id, parent_id, title_key) where status = 'current'
    do update set title = excluded.title, version = pages.version + 1,
      content_hash = excluded.content_hash, imported_version = pages.version + 1,
      author_id = excluded.author_id, updated_at = excluded.updated_at,
      save_id = excluded.save_id, labels = coalesce(${labels}, pages.labels)
    where ${isOverwriting(input)} and not ${isSame(input, sql`pages`)}`
}

/** Access may change between two statements, so the result is read from what was written. */
function whatCame(input: SaveImportInput): Statement {
  const isMine = sql`page.save_id = ${saveId(input)}`
  const isKept = sql`(${isMine} or ${isOverwriting(input)})`
  return sql`
    select case when ${isKept} then spaces.id else ${noSpace} end as space_id,
      case when not ${isKept} then 'already-exists'
        when not ${isMine} then 'unchanged'
        when page.version = 1 then 'created' else 'updated' end as result,
      case when ${isKept} then page.id end as page_id,
      case when ${isKept} then page.version end as version
    from ${spaceAndParent(input.parentId)}
    join pages page on page.space_id = spaces.id and page.parent_id = parent.id
      and page.title_key = ${input.titleKey} and page.status = 'current'
    where ${isSpace(input.space.spaceIdOrKey)} and (${isMine}
      or (${isOpen(input)} and (not ${isOverwriting(input)} or ${isSame(input, sql`page`)})))`
}

function isSame({ digest, labels }: SaveImportInput, page: Statement): Statement {
  return sql`(${page}.content_hash = ${digest} and ${page}.imported_version = ${page}.version
    and ${page}.labels = coalesce(cast(${labels} as text), ${page}.labels))`
}

/** Identifies the write that made the current version. */
function saveId({ entry }: SaveImportInput): string {
  return String(entry.importId)
}

function isOverwriting({ overwrite }: SaveImportInput): Statement {
  return sql`(cast(${overwrite ? 1 : 0} as bigint) = 1)`
}

function removeReservation(
  { parentId, titleKey }: SaveImportInput,
  space: Statement,
  isOfNewPage: Statement,
): Statement[] {
  return [
    sql`delete from page_reservations
      where space_id = ${space} and parent_id = ${parentId} and title_key = ${titleKey}
        and exists (select 1 from imports where ${isOfNewPage})`,
  ]
}

/** A new position or navigation title alone makes no version. */
function placeInTree(
  input: SaveImportInput,
  space: Statement,
  isOfOldPage: Statement,
): Statement[] {
  if (!input.overwrite) return []
  const page = sql`space_id = ${space}
    and id = (select page_id from imports where ${isOfOldPage})`
  return placePage(page, treePlace(input), importStamp(input.entry))
}
