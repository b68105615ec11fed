/** Saves an import in a distributed store, in steps that one server can run. @module */
import {
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
} from '../../../database/database.ts'
import type { Dialect } from '../../../database/dialect.ts'
import { sql } from '../../../database/sql.ts'
import { finishEntry, releasePlacedKey, takeKey } from '../../../importing/ledger/entry.ts'
import { lockSpace } from '../../../importing/spaces.ts'
import { isOpenSpace } from './find-place.ts'
import type { SaveImportInput, SaveImportResult } from './save-import.ts'
import {
  type FoundByName,
  type SaveNamedImportInput,
  writeNewPage,
  writeNextVersion,
} from './save-named-import.ts'

export const saveImportInSteps: Transaction<SaveImportInput, SaveImportResult> = function* (
  { space: wanted, newPageId, ...rest },
  dialect,
) {
  // These tables are on every server.
  const [space] = yield* query<{ id: number; key: string }>(
    sql`select spaces.id, spaces.key from spaces where ${isOpenSpace(wanted)}`,
  )
  if (space === undefined) return { outcome: 'not-found' }
  const entry = { ...rest.entry, spaceId: space.id }
  const input = { ...rest, entry, pageId: newPageId, ifMatch: undefined }
  if (!(yield* takeKey(entry, dialect))) return { outcome: 'repeated' }
  const saved = yield* save(input, dialect)
  if (saved === 'not-found') {
    yield* queryAll(releasePlacedKey(entry))
    return { outcome: saved }
  }
  if (saved === 'already-exists') {
    yield* queryAll(finishEntry(entry, { outcome: saved, page: undefined }))
    return { outcome: saved }
  }
  const { outcome, pageId, version } = saved
  yield* queryAll(finishEntry(entry, { outcome, page: { id: pageId, version } }))
  return { outcome, spaceId: space.id, spaceKey: space.key, pageId, version }
}

type Saved = Extract<SaveImportResult, { pageId: number }>

function* save(
  input: SaveNamedImportInput,
  dialect: Dialect,
): TransactionBody<Pick<Saved, 'outcome' | 'pageId' | 'version'> | 'not-found' | 'already-exists'> {
  const { parentId, titleKey } = input
  const { spaceId, now } = input.entry
  const isOfTitle = sql`space_id = ${spaceId} and parent_id = ${parentId} and title_key = ${titleKey}`
  for (;;) {
    const [homepages, reservations, pages, parents] = yield* queryAll([
      lockSpace(spaceId, dialect.forKeyShare),
      // Locked before the page: whoever waits here finds the finished page afterwards.
      sql`select id from page_reservations where ${isOfTitle} and lapses_at > ${now}
        ${dialect.forUpdate}`,
      sql`select id, parent_id, version, labels, content_hash, imported_version from pages
        where ${isOfTitle} and status = 'current' ${dialect.forUpdate}`,
      sql`select id from pages
        where space_id = ${spaceId} and id = ${parentId} and status = 'current'`,
    ])
    if (homepages?.[0] === undefined || parents?.[0] === undefined) return 'not-found'
    const page = pages?.[0] as (FoundByName & { id: number }) | undefined
    if (page !== undefined) {
      if (!input.overwrite) return 'already-exists'
      const pageId = page.id
      return { ...(yield* writeNextVersion({ ...input, pageId }, dialect, page)), pageId }
    }
    const pageId = Number(reservations?.[0]?.id ?? input.pageId)
    const made = yield* writeNewPage({ ...input, pageId }, dialect)
    // A concurrent import has made the page.
    if (made.outcome === 'created') return { ...made, pageId }
  }
}
