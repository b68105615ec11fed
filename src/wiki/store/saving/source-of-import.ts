/** Checks the source of an import against the source of the existing page. @module */
import { query, type TransactionBody } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'
import { type Decision, decide } from '../../import/decide.ts'
import {
  type SourcedImport,
  type SourceState,
  sourceState,
} from '../../import/sources/source-state.ts'
import type { PageToSave } from '../../import/target-wiki.ts'
import { existingAt, type PageLookup, type StoredPage, type StoredPlace } from './find-place.ts'

/** A document merged with people's edits. */
export interface MergedPage {
  /** The version that contains the edits. */
  readonly version: number
  readonly sentMarkdown: string
}

interface DecidedImport {
  readonly decision: Decision
  /** Undefined for a new page, and for the form: the editor shows people a page's source. */
  readonly state: SourceState | undefined
}

/** Decides whether an import is written, refused or first merged, by the page and its source. */
export function* decideImport(
  place: StoredPlace | undefined,
  lookup: PageLookup,
  wanted: PageToSave,
  isMovedMeanwhile = false,
): TransactionBody<DecidedImport> {
  const { fields, via, ifMatch } = wanted
  const existing = existingAt(place, lookup, wanted)
  const isSame = existing.page?.isSame === true
  const page = via === 'form' ? undefined : place?.page
  const state = place && page && (yield* findSourceState(place, page, wanted, isSame))
  const { isOfAnother = false, edits = 'none' } = state ?? {}
  const decision = decide(
    {
      ...existing,
      page: existing.page && { ...existing.page, isOfAnother, edits },
      isMovedMeanwhile,
    },
    {
      // A preview looks up the page that it already has at a title, which the import does not name.
      isNamed: fields.pageId !== undefined,
      overwrite: fields.overwrite,
      ifMatch,
      editPolicy: fields.source && place?.space.edits,
    },
  )
  return { decision, state }
}

/** @param isSame Whether the page already has the imported document. */
function* findSourceState(
  place: StoredPlace,
  page: StoredPage,
  { fields, document }: PageToSave,
  isSame: boolean,
): TransactionBody<SourceState> {
  const state = sourceState(place, page, fields)
  if (state.edits === 'none') return state
  const isLost = !isSame && !(yield* isDocumentOf(place, page, document.adf))
  return isLost ? state : { ...state, edits: 'none' }
}

/** If people wrote exactly what the import contains, no edit is lost. */
function* isDocumentOf(
  { space }: StoredPlace,
  { id, version }: StoredPage,
  adf: Uint8Array,
): TransactionBody<boolean> {
  const [row] = yield* query(sql`
    select number from page_versions where space_id = ${Number(space.id)} and page_id = ${id}
      and number = ${version} and adf = cast(${adf} as text)`)
  return row !== undefined
}

export interface ToMerge {
  readonly outcome: 'to-merge'
  readonly pageId: number
  readonly since: number
}

/** @returns Undefined unless people edited the page and the space keeps their edits. */
export function editsToMerge(
  { page, space }: StoredPlace,
  state: SourceState | undefined,
  source: SourcedImport['source'],
): ToMerge | undefined {
  const isKept = source !== undefined && space.edits === 'keep-theirs'
  if (!isKept || page === undefined || state === undefined || state.edits === 'none')
    return undefined
  return { outcome: 'to-merge', pageId: page.id, since: state.since }
}
