/** Saves an import in one transaction: lock, find, decide, write, record. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import { queryAll, queryLast, type Transaction } from '../../../store/database.ts'
import { asObjects } from '../../../store/read-as.ts'
import { errorOf, isObstacle, type Obstacle, type Outcome } from '../../import/decide.ts'
import { claimKey, finishEntry, isHolder, releaseKey } from '../../import/ledger/ledger.ts'
import {
  type LastWarnings,
  recordSource,
  toldOfPath,
  warningsOf,
} from '../../import/sources/source-pages.ts'
import type { SourceState } from '../../import/sources/source-state.ts'
import { removeReservation } from '../reserve-pages.ts'
import {
  lockPlace,
  type PageLookup,
  parentOf,
  type StoredPlace,
  selectPlace,
  spaceIdOf,
} from './find-place.ts'
import { decideImport, editsToMerge, type MergedPage, type ToMerge } from './source-of-import.ts'
import { type PageToWrite, writePage } from './write-page.ts'

export interface SavePageInput extends PageToWrite {
  readonly lookup: PageLookup
  readonly newPageId: number
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

/**
 * On PostgreSQL this fails with a unique violation if another import makes the page at the same time;
 * a second attempt finds that page.
 */
export const savePage: Transaction<SavePageInput, SavePageResult> = function* savePage(
  input,
  dialect,
) {
  const { entry, lookup, fields } = input
  const { source } = fields
  const { space } = lookup
  const results = yield* queryAll([
    ...lockPlace(lookup, dialect),
    ...claimKey(entry, spaceIdOf(space), dialect),
    selectPlace(lookup, entry.now),
    ...(source === undefined ? [] : [toldOfPath(spaceIdOf(space), source)]),
  ])
  const rows = source === undefined ? results : results.slice(0, -1)
  const lastWarnings = source && (results.at(-1)?.[0] as unknown as LastWarnings | undefined)
  if (!isHolder(entry, rows.at(-2))) return { outcome: 'repeated' }
  const [place] = asObjects<StoredPlace>(rows.at(-1) ?? [])
  const page = place?.page
  const isNamed = lookup.pageId !== null
  const isMove = isNamed && page !== undefined && page.parentId !== parentOf(lookup)
  const isMovedMeanwhile = isMove && results[0]?.[0] === undefined
  const { decision, state } = yield* decideImport(place, lookup, input, isMovedMeanwhile)
  if (place === undefined || decision === 'not-found') {
    yield* queryLast(releaseKey(entry, spaceIdOf(space)))
    return { outcome: 'not-found', version: undefined }
  }
  const { reservedId } = place
  const spaceId = Number(place.space.id)
  const placedEntry = { ...entry, spaceId }
  if (isObstacle(decision)) {
    yield* queryLast(finishEntry(placedEntry, { outcome: errorOf(decision), page: undefined }))
    return { outcome: decision, version: page?.version, state }
  }
  const toMerge = editsToMerge(place, state, source)
  if (toMerge !== undefined && input.merged?.version !== page?.version) {
    yield* queryLast(releaseKey(entry, spaceIdOf(space)))
    return toMerge
  }
  const warnings = warningsOf(
    fields,
    { policy: place.space.edits, state, told: lastWarnings },
    JSON.parse(entry.warnings),
  )
  const pageId = page?.id ?? reservedId ?? input.newPageId
  const key = { spaceId, pageId, parentId: parentOf(lookup) }
  const { version, statements } = writePage(decision, input, key, page, dialect)
  yield* queryLast([
    ...statements,
    ...(decision === 'created' && reservedId !== undefined
      ? [removeReservation(spaceId, reservedId)]
      : []),
    ...recordSource(
      fields,
      placedEntry,
      {
        pageId,
        version,
        isMade: decision === 'created',
        sentMarkdown: input.merged?.sentMarkdown,
      },
      warnings,
      lastWarnings,
    ),
    ...finishEntry(
      { ...placedEntry, warnings: JSON.stringify(warnings) },
      { outcome: decision, page: { id: pageId, version } },
    ),
  ])
  return { outcome: decision, spaceKey: place.space.key, spaceId, pageId, version, warnings }
}
