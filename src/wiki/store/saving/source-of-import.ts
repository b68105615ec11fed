/** What the source of an import means for the page at its place. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import { query, type TransactionBody } from '../../../store/database.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import type { PlacedEntry } from '../../import/ledger/entry.ts'
import {
  keepSource,
  type LastWarnings,
  withNew,
  writeTold,
} from '../../import/sources/source-pages.ts'
import {
  type SourcedImport,
  type SourceState,
  sourceState,
  sourceWarnings,
} from '../../import/sources/source-state.ts'
import { historyOf, type PlaceRow, type StoredPage } from './find-place.ts'

/** A document into which what people wrote was merged. */
export interface MergedPage {
  /** The version of the page with what people wrote. */
  readonly version: number
  /** The Markdown that the source sent. */
  readonly sentMarkdown: string
}

/** @param brought What the import brings; `isSame` where the page holds it. */
export function* findSourceState(
  place: PlaceRow,
  page: StoredPage,
  request: SourcedImport,
  brought: { readonly isSame: boolean; readonly adf: string | Uint8Array },
): TransactionBody<SourceState> {
  const state = sourceState(historyOf(place, page), request)
  if (state.edits === 'none') return state
  const isLost = !brought.isSame && !(yield* isDocumentOf(place, page, brought.adf))
  return isLost ? state : { ...state, edits: 'none' }
}

/** An edit that says what the import says is not lost. */
function* isDocumentOf(
  { space_id: spaceId }: PlaceRow,
  { id, version }: StoredPage,
  adf: string | Uint8Array,
): TransactionBody<boolean> {
  const [same] = yield* query(sql`
    select number from page_versions where space_id = ${spaceId} and page_id = ${id}
      and number = ${version} and adf = cast(${adf} as text)`)
  return same !== undefined
}

/** The warnings of an import that is carried out: of its source, and of its conversion. */
export function warningsOf(
  request: SourcedImport,
  found: {
    readonly place: PlaceRow
    readonly state: SourceState | undefined
    readonly told: LastWarnings | undefined
  },
  converted: readonly AnswerWarning[],
): readonly AnswerWarning[] {
  const { place, state, told } = found
  const own = state === undefined ? [] : sourceWarnings(state, request, place.edits)
  const warnings = [...own, ...converted]
  return request.source === undefined ? warnings : withNew(warnings, told)
}

/** Make the statements that record where a written page came from. */
export function recordSource(
  {
    source,
    entry,
    merged,
  }: SourcedImport & { readonly entry: PlacedEntry; readonly merged?: MergedPage | undefined },
  page: { readonly pageId: number; readonly version: number; readonly isMade: boolean },
  warnings: readonly AnswerWarning[],
  told: LastWarnings | undefined,
): Statement[] {
  if (source === undefined) return []
  const { spaceId, run, now } = entry
  return keepSource({
    spaceId,
    source,
    run,
    now,
    ...page,
    warnings: writeTold(warnings, run, told),
    sentMarkdown: merged?.sentMarkdown ?? null,
  })
}
