/** Saves an import in one transaction: lock, find, decide, write, record. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import { queryAll, queryLast, type Transaction } from '../../../store/database.ts'
import {
  decide,
  errorOf,
  isObstacle,
  type Obstacle,
  type Outcome,
  type VersionCondition,
} from '../../import/decide.ts'
import { claimKey, finishEntry, isHolder, releaseKey } from '../../import/ledger/entry.ts'
import { type LastWarnings, toldOfPath } from '../../import/sources/source-pages.ts'
import type { SourcedImport, SourceState } from '../../import/sources/source-state.ts'
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
import { findSourceState, type MergedPage, recordSource, warningsOf } from './source-of-import.ts'
import { type PageToWrite, writePage } from './write-page.ts'

export interface SavePageInput extends PageToWrite, PageLookup, SourcedImport {
  readonly newPageId: number
  readonly overwrite: boolean
  readonly ifMatch: VersionCondition | undefined
  readonly merged?: MergedPage | undefined
}

export type SavePageResult =
  | {
      readonly outcome: Outcome
      readonly spaceId: number
      readonly spaceKey: string
      readonly pageId: number
      readonly version: number
      readonly warnings: readonly AnswerWarning[]
    }
  | {
      readonly outcome: Obstacle
      readonly version: number | undefined
      readonly state?: SourceState | undefined
    }
  /** Nothing was written: edits by people must be merged into the import first. */
  | ToMerge
  | { readonly outcome: 'repeated' }

export interface ToMerge {
  readonly outcome: 'to-merge'
  readonly pageId: number
  readonly since: number
}

/**
 * On PostgreSQL this fails with a unique violation when another import makes the page at the same
 * time; a second attempt finds that page.
 */
export const savePage: Transaction<SavePageInput, SavePageResult> = function* savePage(
  input,
  dialect,
) {
  const { entry, space, overwrite, ifMatch, source } = input
  const results = yield* queryAll([
    ...lockPlace(input, dialect),
    ...claimKey(entry, spaceIdOf(space), dialect),
    selectPlace(input, entry.now),
    ...(source === undefined ? [] : [toldOfPath(spaceIdOf(space), source)]),
  ])
  const rows = source === undefined ? results : results.slice(0, -1)
  const lastWarnings = source && (results.at(-1)?.[0] as unknown as LastWarnings | undefined)
  if (!isHolder(entry, rows.at(-2))) return { outcome: 'repeated' }
  const place = rows.at(-1)?.[0] as PlaceRow | undefined
  const page = place && pageAt(place)
  const isNamed = input.pageId !== null
  const isMove = isNamed && page !== undefined && page.parent_id !== parentOf(input)
  const existingState = existingAt(place, input, input)
  const isSame = existingState.page?.isSame === true
  // The editor shows people a page's source, so the form gets no warning.
  const isTold = entry.via !== 'form'
  const state =
    isTold && place && page
      ? yield* findSourceState(place, page, input, { isSame, adf: input.adf })
      : undefined
  const existing = {
    ...existingState,
    page: existingState.page && {
      ...existingState.page,
      isOfAnother: state?.isOfAnother ?? false,
      edits: state?.edits ?? 'none',
    },
    isMovedMeanwhile: isMove && results[0]?.[0] === undefined,
  }
  const editPolicy = source && place?.edits
  const decision = decide(existing, { isNamed, overwrite, ifMatch, editPolicy })
  if (place === undefined || decision === 'not-found') {
    yield* queryLast(releaseKey(entry, spaceIdOf(space)))
    return { outcome: 'not-found', version: undefined }
  }
  const { space_id: spaceId, space_key: spaceKey, reserved_id: reservedId } = place
  const placedEntry = { ...entry, spaceId }
  if (isObstacle(decision)) {
    yield* queryLast(finishEntry(placedEntry, { outcome: errorOf(decision), page: undefined }))
    return { outcome: decision, version: page?.version, state }
  }
  const isToMerge = editPolicy === 'keep-theirs' && state !== undefined && state.edits !== 'none'
  if (isToMerge && page !== undefined && input.merged?.version !== page.version) {
    yield* queryLast(releaseKey(entry, spaceIdOf(space)))
    return { outcome: 'to-merge', pageId: page.id, since: state.since }
  }
  const warnings = warningsOf(
    input,
    { place, state, told: lastWarnings },
    JSON.parse(entry.warnings),
  )
  const pageId = page?.id ?? reservedId ?? input.newPageId
  const key = { spaceId, pageId, parentId: parentOf(input) }
  const { version, statements } = writePage(decision, input, key, page, dialect)
  yield* queryLast([
    ...statements,
    ...(decision === 'created' && reservedId !== null
      ? [removeReservation(spaceId, reservedId)]
      : []),
    ...recordSource(
      { ...input, entry: placedEntry },
      { pageId, version, isMade: decision === 'created' },
      warnings,
      lastWarnings,
    ),
    ...finishEntry(
      { ...placedEntry, warnings: JSON.stringify(warnings) },
      { outcome: decision, page: { id: pageId, version } },
    ),
  ])
  return { outcome: decision, spaceId, spaceKey, pageId, version, warnings }
}
