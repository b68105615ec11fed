/** Saves an import in one transaction: lock, find, decide, write, record. @module */
import {
  queryAll,
  queryLast,
  type Transaction,
  type TransactionBody,
} from '../../../database/database.ts'
import type { Dialect } from '../../../database/dialect.ts'
import {
  decide,
  errorOf,
  isObstacle,
  type Obstacle,
  type Outcome,
} from '../../../importing/decide.ts'
import { claimKey, finishEntry, isHolder, releaseKey } from '../../../importing/ledger/entry.ts'
import type { VersionCondition } from '../../../importing/version-condition.ts'
import { removeReservation } from '../reserving/reserve-pages.ts'
import {
  existingAt,
  lockPlace,
  type PageLookup,
  type PlaceRow,
  pageAt,
  parentOf,
  selectPlace,
  spaceIdOf,
} from './find-place.ts'
import { type PageToWrite, writePage } from './write-page.ts'

export interface SavePageInput extends PageToWrite, PageLookup {
  /** The id of the page if it is new and has none yet. */
  readonly newPageId: number
  readonly overwrite: boolean
  readonly ifMatch: VersionCondition | undefined
}

export type SavePageResult =
  | {
      readonly outcome: Outcome
      readonly spaceId: number
      readonly spaceKey: string
      readonly pageId: number
      readonly version: number
    }
  /** The version is that of the page that is there. */
  | { readonly outcome: Obstacle; readonly version: number | undefined }
  /** The idempotency key has an earlier answer; nothing was written. */
  | { readonly outcome: 'repeated' }

/**
 * On PostgreSQL it fails with a unique violation where another import made the page at the same
 * time; a second attempt finds that page.
 */
export const savePage: Transaction<SavePageInput, SavePageResult> = Object.assign(
  function* savePage(input: SavePageInput, dialect: Dialect): TransactionBody<SavePageResult> {
    const { entry, space, overwrite, ifMatch } = input
    const found = yield* queryAll([
      ...lockPlace(input, dialect),
      ...claimKey(entry, spaceIdOf(space), dialect),
      selectPlace(input, entry.now),
    ])
    if (!isHolder(entry, found.at(-2))) return { outcome: 'repeated' }
    const place = found.at(-1)?.[0] as PlaceRow | undefined
    const page = place && pageAt(place)
    const isNamed = input.pageId !== null
    const isMove = isNamed && page !== undefined && page.parent_id !== parentOf(input)
    const existing = {
      ...existingAt(place, input, input),
      isMovedMeanwhile: isMove && found[0]?.[0] === undefined,
    }
    const decision = decide(existing, { isNamed, overwrite, ifMatch })
    if (place === undefined || decision === 'not-found') {
      yield* queryLast(releaseKey(entry, spaceIdOf(space)))
      return { outcome: 'not-found', version: undefined }
    }
    const { space_id: spaceId, space_key: spaceKey, reserved_id: reservedId } = place
    const placed = { ...entry, spaceId }
    if (isObstacle(decision)) {
      yield* queryLast(finishEntry(placed, { outcome: errorOf(decision), page: undefined }))
      return { outcome: decision, version: page?.version }
    }
    const pageId = page?.id ?? reservedId ?? input.newPageId
    const key = { spaceId, pageId, parentId: parentOf(input) }
    const { version, statements } = writePage(decision, input, key, page, dialect)
    yield* queryLast([
      ...statements,
      ...(decision === 'created' && reservedId !== null
        ? [removeReservation(spaceId, reservedId)]
        : []),
      ...finishEntry(placed, { outcome: decision, page: { id: pageId, version } }),
    ])
    return { outcome: decision, spaceId, spaceKey, pageId, version }
  },
  {
    // Images are locked as well, and other pages may bring the same; moves lock the whole space.
    lockOrder: ({ pageId, parentId, titleKey, attachments }: SavePageInput) =>
      pageId !== null || attachments.some(({ content }) => content !== undefined)
        ? undefined
        : `${parentId} ${titleKey}`,
  },
)
