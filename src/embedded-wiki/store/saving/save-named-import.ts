/** Saves an import of a page that is named by its id, in one transaction. @module */
import {
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
} from '../../../database/database.ts'
import type { Dialect } from '../../../database/dialect.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import {
  finishEntry,
  type LedgerResult,
  type PlacedEntry,
  recordedAs,
  releasePlacedKey,
  takeKey,
} from '../../../importing/ledger/entry.ts'
import { lockSpace } from '../../../importing/spaces.ts'
import type { Obstacle, Outcome } from '../../../importing/target-wiki.ts'
import { titleOrder } from '../../../importing/title-order.ts'
import { isVersionMet, type VersionCondition } from '../../../importing/version-condition.ts'
import { isBelow } from '../move-page.ts'
import { noPosition } from '../page-place.ts'
import { lockReservation, removeReservation } from '../reserving/reserve-pages.ts'
import {
  importStamp,
  type PageToWrite,
  placeBelow,
  placePage,
  saveContent,
  tellOfMove,
} from './save-content.ts'

export interface SaveNamedImportInput extends PageToWrite {
  readonly entry: PlacedEntry
  readonly pageId: number
  readonly ifMatch: VersionCondition | undefined
}

export type SaveNamedImportResult =
  | { readonly outcome: Outcome; readonly version: number }
  | { readonly outcome: 'already-exists' | 'conflict' | Obstacle }
  | { readonly outcome: 'precondition-failed'; readonly has: number | undefined }
  | { readonly outcome: 'not-found' | 'repeated' }

/** The `parent_id` of homepages. */
const noParent = 0

/**
 * Fails with a unique violation when another page gets the title at the same time; a second attempt
 * sees that page.
 */
export const saveNamedImport: Transaction<SaveNamedImportInput, SaveNamedImportResult> = function* (
  input,
  dialect,
) {
  const { entry } = input
  if (!(yield* takeKey(entry, dialect))) return { outcome: 'repeated' }
  const found = yield* lockPlace(input, dialect)
  if (!found.hasParent || (found.page === undefined && !found.isReserved)) {
    if (entry.idempotency !== null) yield* queryAll(releasePlacedKey(entry))
    return { outcome: 'not-found' }
  }
  const refusal = yield* findRefusal(input, found)
  const { page } = found
  const result =
    refusal ??
    (yield* page === undefined
      ? writeNewPage(input, dialect)
      : writeNextVersion(input, dialect, page))
  yield* queryAll(finishEntry(entry, toLedgerResult(input, result)))
  return result
}

type DecidedResult = Exclude<SaveNamedImportResult, { outcome: 'not-found' | 'repeated' }>

function toLedgerResult({ pageId }: SaveNamedImportInput, result: DecidedResult): LedgerResult {
  if ('version' in result) {
    return { outcome: result.outcome, page: { id: pageId, version: result.version } }
  }
  return { outcome: recordedAs[result.outcome], page: undefined }
}

export interface FoundByName {
  readonly version: number
  readonly labels: string
  readonly parent_id: number
  readonly content_hash: string
  readonly imported_version: number
}

interface FoundPlace {
  readonly page: FoundByName | undefined
  readonly isReserved: boolean
  readonly hasParent: boolean
  readonly isTitleTaken: boolean
  /** The page was moved before the space was locked exclusively. */
  readonly isOvertaken: boolean
}

function* lockPlace(input: SaveNamedImportInput, dialect: Dialect): TransactionBody<FoundPlace> {
  const { parentId, pageId } = input
  const { spaceId } = input.entry
  const [standing] = yield* query<FoundByName>(sql`
    select parent_id from pages
    where space_id = ${spaceId} and id = ${pageId} and status = 'current'`)
  const isMove = standing !== undefined && standing.parent_id !== parentOf(input)
  const [homepages, reservations, pages, parents, others] = yield* queryAll([
    // Moves lock the space exclusively: two simultaneous moves could each put its page below the
    // other.
    lockSpace(spaceId, isMove ? dialect.forUpdate : dialect.forKeyShare),
    // Locked before the page: whoever waits here finds the finished page afterwards.
    lockReservation(input, dialect),
    sql`select id, parent_id, version, labels, content_hash, imported_version from pages
      where space_id = ${spaceId} and id = ${pageId} and status = 'current' ${dialect.forUpdate}`,
    sql`select id from pages
      where space_id = ${spaceId} and id = ${parentId} and status = 'current'`,
    sql`select id from pages
      where space_id = ${spaceId} and parent_id = ${parentOf(input)} and title_key = ${input.titleKey}
        and status = 'current' and id <> ${pageId}`,
  ])
  const page = pages?.[0] as FoundByName | undefined
  return {
    page,
    isReserved: reservations?.[0] !== undefined,
    hasParent: homepages?.[0] !== undefined && parents?.[0] !== undefined,
    isTitleTaken: others?.[0] !== undefined,
    isOvertaken: !isMove && page !== undefined && page.parent_id !== parentOf(input),
  }
}

/** A homepage has no parent, and names itself as parent. */
function parentOf({ parentId, pageId }: SaveNamedImportInput): number {
  return parentId === pageId ? noParent : parentId
}

function* findRefusal(
  input: SaveNamedImportInput,
  { page, isTitleTaken, isOvertaken }: FoundPlace,
): TransactionBody<DecidedResult | undefined> {
  const { entry, parentId, pageId } = input
  if (isOvertaken) return { outcome: 'conflict' }
  if (page !== undefined && !input.overwrite) return { outcome: 'already-exists' }
  if (!isVersionMet(input.ifMatch, page?.version)) {
    return { outcome: 'precondition-failed', has: page?.version }
  }
  if (page !== undefined && page.parent_id !== parentOf(input)) {
    const isCircle = yield* isBelow({ spaceId: entry.spaceId, parentId, pageId })
    if (isCircle) return { outcome: 'below-itself' }
  } else if (page !== undefined && parentId === pageId && !isOfImports(page)) {
    return { outcome: 'written-by-others' }
  }
  return isTitleTaken ? { outcome: 'title-taken' } : undefined
}

/** The same rule as in `find-place.ts`. */
function isOfImports({ version, imported_version: imported }: FoundByName): boolean {
  return imported === version || (imported === 0 && version === 1)
}

export function* writeNewPage(
  input: SaveNamedImportInput,
  dialect: Dialect,
): TransactionBody<{ outcome: 'created'; version: number } | { outcome: 'title-taken' }> {
  const [insert, ...rest] = newPage(input, dialect)
  const created = yield* query(insert)
  if (created.length === 0) return { outcome: 'title-taken' }
  yield* queryAll(rest)
  return { outcome: 'created', version: 1 }
}

/** The first statement returns a row, unless the title is taken. */
export function newPage(
  input: SaveNamedImportInput,
  dialect: Dialect,
): readonly [Statement, ...Statement[]] {
  const { entry, pageId, digest } = input
  const { spaceId, title, userId, now } = entry
  const labels = input.labels ?? ''
  return [
    sql`
      insert into pages (space_id, id, parent_id, title, title_key, title_order, position, status,
        version, content_hash, imported_version, author_id, created_at, updated_at, save_id, labels,
        navigation_title, source_url)
      values (${spaceId}, ${pageId}, ${input.parentId}, ${title}, ${input.titleKey},
        ${titleOrder(title)}, ${input.position ?? noPosition}, 'current', 1, ${digest}, 1, ${userId},
        ${now}, ${now}, ${String(entry.importId)}, ${labels}, ${input.navigationTitle ?? ''},
        ${input.sourceUrl ?? ''})
      on conflict (space_id, parent_id, title_key) where status = 'current'
      do nothing returning id`,
    removeReservation(spaceId, pageId),
    ...saveContent(input, dialect, findPage(spaceId, pageId)),
  ]
}

interface NextVersion {
  readonly result: { readonly outcome: Outcome; readonly version: number }
  readonly statements: readonly Statement[]
}

export function* writeNextVersion(
  input: SaveNamedImportInput,
  dialect: Dialect,
  page: FoundByName,
): TransactionBody<NextVersion['result']> {
  const { result, statements } = nextVersion(input, dialect, page)
  yield* queryAll(statements)
  return result
}

/** As in Confluence, a move alone makes no version. */
export function nextVersion(
  input: SaveNamedImportInput,
  dialect: Dialect,
  page: FoundByName,
): NextVersion {
  const { entry, pageId, digest } = input
  const { spaceId, title } = entry
  const labels = input.labels ?? page.labels
  const isSame =
    page.content_hash === digest && page.imported_version === page.version && page.labels === labels
  const place = placeBelow(parentOf(input), input)
  const which = sql`space_id = ${spaceId} and id = ${pageId}`
  const stamp = importStamp(entry)
  if (isSame) {
    const result = { outcome: 'unchanged' as const, version: page.version }
    return { result, statements: placePage(which, place, stamp) }
  }
  const version = page.version + 1
  const statements = [
    ...tellOfMove(which, place, stamp),
    sql`update pages set ${place.columns}, title = ${title}, title_key = ${input.titleKey},
        title_order = ${titleOrder(title)}, version = ${version}, content_hash = ${digest},
        imported_version = ${version}, author_id = ${entry.userId}, updated_at = ${entry.now},
        save_id = ${String(entry.importId)}, labels = ${labels} where ${which}`,
    ...saveContent(input, dialect, findPage(spaceId, pageId)),
  ]
  return { result: { outcome: 'updated', version }, statements }
}

function findPage(spaceId: number, pageId: number): Statement {
  return sql`select space_id, id, version, labels from pages
    where space_id = ${spaceId} and id = ${pageId}`
}
