/** Puts a page into a preview, with the same checks as an import. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import type { EditPolicy } from '../../../contract/outcomes.ts'
import { query, queryAll, type Transaction, type TransactionBody } from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialect.ts'
import { isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import {
  decide,
  isObstacle,
  type Obstacle,
  type Outcome,
  type VersionCondition,
} from '../../import/decide.ts'
import {
  type PageHistory,
  type SourcedImport,
  type SourceState,
  sourceState,
  sourceWarnings,
} from '../../import/sources/source-state.ts'
import { titleOrder } from '../../import/title-order.ts'
import { noPosition } from '../page-place.ts'
import { historyOf, parentOf, type StoredPage, stateOf } from '../saving/find-place.ts'
import type { PageToWrite } from '../saving/write-page.ts'
import { isOfRun, type PreviewRun, pagesWithDrafts, parentIn } from './draft-pages.ts'
import { checkSending, sendingPreview } from './preview-runs.ts'
import { checkSize, resized } from './previews.ts'

export interface KeepPageInput extends Omit<PageToWrite, 'entry'>, SourcedImport {
  readonly run: PreviewRun
  readonly title: string
  readonly parentId: number
  readonly overwrite: boolean
  readonly warnings: string
  readonly pageId: number | null
  readonly newPageId: number
  readonly ifMatch: VersionCondition | undefined
  readonly isDryRun: boolean
}

type RowInput = Omit<KeepPageInput, 'newPageId' | 'ifMatch' | 'isDryRun' | 'overwrite'> & {
  /** A `KeptOutlook` as JSON text. */
  readonly foreseen?: string
}

export type PageOfSpace = Pick<StoredPage, 'id' | 'version' | 'title' | 'parent_id'>

export type KeepPageResult =
  | {
      readonly outcome: Outcome
      readonly pageId: number
      readonly version: number
      readonly base: PageOfSpace | undefined
      readonly isKept: boolean
      readonly warnings: readonly AnswerWarning[]
    }
  | {
      readonly outcome: Obstacle
      readonly version: number | undefined
      readonly state?: SourceState | undefined
    }

export const keepPreviewPage: Transaction<KeepPageInput, KeepPageResult> = function* (
  input,
  dialect,
) {
  const place = yield* findPlace(input, dialect)
  const { pageId, base, hasParent, isThere, isTitleTaken, isCircle } = place
  const isHomepage = parentOf(input) === 0
  const [history] =
    base === undefined ? [] : yield* query<HistoryRow>(selectHistory(input, base.id))
  const existingPage = base && stateOf(base, input, input)
  const sourceOfPage = base && history && sourceState(toHistory(history, base), input)
  const state =
    sourceOfPage && existingPage?.isSame
      ? { ...sourceOfPage, edits: 'none' as const }
      : sourceOfPage
  const existing = {
    hasParent,
    isReserved: isThere,
    isTitleTaken,
    isBelowItself: isCircle || isHomepage !== (base?.parent_id === 0),
    page: existingPage && {
      ...existingPage,
      isOfAnother: state?.isOfAnother ?? false,
      edits: state?.edits ?? 'none',
    },
  }
  const isNamed = input.pageId !== null
  const editPolicy = input.source && history?.edits
  const outcome = decide(existing, { ...input, isNamed, editPolicy })
  if (isObstacle(outcome)) return { outcome, version: base?.version, state }
  const ownWarnings = state === undefined ? [] : sourceWarnings(state, input, 'overwrite')
  const warnings = [...ownWarnings, ...(JSON.parse(input.warnings) as AnswerWarning[])]
  const { by, at } = state?.edit ?? {}
  const edited = state === undefined || state.edits === 'none' ? {} : { edited: { by, at } }
  const report = {
    ...input,
    warnings: JSON.stringify(warnings),
    foreseen: JSON.stringify(edited),
  }
  const labels = input.labels ?? base?.labels ?? ''
  const isSame = outcome === 'unchanged'
  const isStanding = isSame && base !== undefined && stands(input, base)
  if (!input.isDryRun) yield* replaceRow(report, { ...place, labels, isSame, isStanding })
  const version = (base?.version ?? 0) + (isSame ? 0 : 1)
  return { outcome, pageId, version, base, isKept: !isSame && !input.isDryRun, warnings }
}

interface HistoryRow {
  readonly author: string
  readonly updated_at: number
  readonly edits: EditPolicy
  readonly keeper: string | null
  readonly keeper_version: number | null
  readonly is_merged: number
  readonly token_version: number
  readonly is_homepage: number
}

function selectHistory({ run: { spaceId } }: KeepPageInput, pageId: number): Statement {
  return sql`
    select u.name as author, p.updated_at, s.edits, k.source as keeper, k.version as keeper_version,
      case when k.sent_markdown is null then 0 else 1 end as is_merged,
      case when s.homepage_id = p.id then 1 else 0 end as is_homepage,
      coalesce((select max(v.number) from page_versions v where v.space_id = p.space_id
        and v.page_id = p.id and v.via in ('import', 'api', 'mcp')), 0) as token_version
    from pages p join spaces s on s.id = p.space_id join users u on u.id = p.author_id
    left join source_pages k on k.space_id = p.space_id and k.page_id = p.id and k.is_keeper = 1
    where p.space_id = ${spaceId} and p.id = ${pageId}`
}

function toHistory(row: HistoryRow, page: StoredPage): PageHistory {
  const place = { ...row, homepage_id: row.is_homepage === 1 ? page.id : 0 }
  return historyOf(place, page)
}

type KeptBase = Pick<
  StoredPage,
  'id' | 'version' | 'title' | 'parent_id' | 'position' | 'navigation_title'
>

interface FoundPlace {
  readonly pageId: number
  readonly base: StoredPage | undefined
  readonly hasParent: boolean
  /** Whether the requested page exists, in the space or in the preview. */
  readonly isThere: boolean
  readonly isTitleTaken: boolean
  readonly isCircle: boolean
  readonly known: ReadonlySet<string>
}

/** Sends all queries at once, because other pages wait for the lock. */
function* findPlace(input: KeepPageInput, dialect: Dialect): TransactionBody<FoundPlace> {
  const { run, parentId, titleKey, pageId, newPageId, attachments } = input
  const { spaceId } = run
  const parent = parentOf(input)
  const ownPages = sql`preview_pages o where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)}`
  const isHere = sql`p.parent_id = ${parent} and p.title_key = ${titleKey}`
  const sentDigests = attachments.flatMap(({ sha256, content }) =>
    content === undefined ? [] : [sha256],
  )
  const [previewRows, parents, pageRows, keptRows, reserved, shownRows, bases, above, images] =
    yield* queryAll([
      sendingPreview(run, dialect),
      sql`select p.id from ${pagesWithDrafts(run)} p where p.id = ${parentId}
        union all select o.page_id from ${ownPages} and o.page_id = ${parentId} and o.kind = 'reserved'`,
      sql`select p.id from pages p
          where p.space_id = ${spaceId} and p.id = ${pageId ?? 0} and p.status = 'current'
        union all select o.page_id from ${ownPages} and o.page_id = ${pageId ?? 0}`,
      sql`select p.id from ${pagesWithDrafts(run)} p where ${isHere} order by p.id`,
      sql`select o.page_id as id from ${ownPages} and o.parent_id = ${parentId}
        and o.title_key = ${titleKey} and o.kind = 'reserved'`,
      sql`select o.page_id as id from preview_pages o where o.space_id = ${spaceId}
        and o.name = ${run.name} and o.run = (select shown_run from previews
          where space_id = ${spaceId} and name = ${run.name})
        and o.parent_id = ${parentId} and o.title_key = ${titleKey} and o.kind = 'page'
        and o.base_version = 0`,
      sql`select id, version, title, parent_id, labels, content_hash, imported_version, position,
          navigation_title
        from pages where space_id = ${spaceId} and status = 'current'
          and id = coalesce(nullif(cast(${pageId ?? 0} as bigint), 0),
            (select min(p.id) from ${pagesWithDrafts(run)} p where ${isHere}))`,
      sql`with recursive above (id) as (
          select cast(${parent} as bigint)
          union
          select ${parentIn(run, sql`above.id`)} from above where above.id <> 0
        )
        select id from above`,
      sql`select sha256 from attachments where space_id = ${spaceId} and ${isAnyOf(sql`sha256`, sentDigests)}
        union all select o.sha256 from preview_attachments o where o.space_id = ${spaceId}
          and ${isOfRun(sql`o`, run)} and ${isAnyOf(sql`o.sha256`, sentDigests)}`,
    ])
  checkSending(run, previewRows)
  const [firstRow] = [keptRows, reserved, shownRows].flatMap((rows) => rows ?? [])
  const id = pageId ?? Number(firstRow?.id ?? newPageId)
  return {
    pageId: id,
    base: bases?.[0] as unknown as StoredPage | undefined,
    hasParent: parents?.[0] !== undefined,
    isThere: pageRows?.[0] !== undefined,
    isTitleTaken: keptRows?.some((row) => row.id !== id) ?? false,
    isCircle: above?.some((row) => row.id === id) ?? false,
    known: new Set(images?.map(({ sha256 }) => String(sha256))),
  }
}

function stands(input: KeepPageInput, base: KeptBase): boolean {
  const { position, navigationTitle } = input
  return (
    base.parent_id === parentOf(input) &&
    (position ?? base.position) === base.position &&
    navigationTitle === base.navigation_title
  )
}

interface DecidedRow extends Pick<FoundPlace, 'pageId' | 'known'> {
  readonly base: KeptBase | undefined
  readonly labels: string
  readonly isSame: boolean
  readonly isStanding: boolean
}

export function* replaceRow(input: RowInput, row: DecidedRow): TransactionBody<void> {
  const { run } = input
  const { spaceId, name } = run
  const texts = textsOf(input, row)
  const images = row.isSame ? [] : input.attachments.filter(({ sha256 }) => !row.known.has(sha256))
  const bytes = Object.values(texts).reduce((sum, text) => sum + text.length, 0)
  const imageBytes = images.reduce((sum, { content }) => sum + (content?.bytes.length ?? 0), 0)
  const isOwn = sql`space_id = ${spaceId} and name = ${name} and run = ${run.run}
    and page_id = ${row.pageId}`
  const added = { pages: row.isStanding ? 0 : 1, bytes: bytes + imageBytes }
  const [sizes] = yield* queryAll([
    resized(run, added, sql`preview_pages where ${isOwn}`),
    sql`delete from preview_pages where ${isOwn}`,
    ...(row.isStanding ? [] : [insertRow(input, row, texts, bytes)]),
    ...images.flatMap(({ sha256, content }) =>
      content === undefined
        ? []
        : [
            sql`
              insert into preview_attachments (space_id, name, run, sha256, type, bytes)
              values (${spaceId}, ${name}, ${run.run}, ${sha256}, ${content.type}, ${content.bytes})
              on conflict do nothing`,
          ],
    ),
  ])
  checkSize(sizes)
}

function textsOf({ markdown, adf, indexed }: RowInput, { isSame }: DecidedRow) {
  const { text, headings, words } = indexed
  return isSame
    ? { markdown: '', adf: '', text: '', headings: '', words: '' }
    : { markdown, adf, text, headings, words }
}

function insertRow(
  input: RowInput,
  { pageId, base, labels, isSame }: DecidedRow,
  { markdown, adf, text, headings, words }: ReturnType<typeof textsOf>,
  bytes: number,
): Statement {
  const { run, title, titleKey, digest, attachments, warnings } = input
  const shownDigests = isSame ? '' : attachments.map(({ sha256 }) => sha256).join(' ')
  const position = input.position ?? base?.position
  return sql`
    insert into preview_pages (space_id, name, run, page_id, kind, base_version, base_title,
      base_parent_id, parent_id, title, title_key, title_order, position, navigation_title, labels,
      digest, markdown, adf, body, headings, words, shown, warnings, bytes, source, foreseen)
    values (${run.spaceId}, ${run.name}, ${run.run}, ${pageId}, ${isSame ? 'placed' : 'page'},
      ${base?.version ?? 0}, ${base?.title ?? ''}, ${base?.parent_id ?? 0},
      ${parentOf(input)}, ${title}, ${titleKey}, ${run.remote === undefined ? titleOrder(title) : titleKey},
      ${position === undefined ? noPosition : sql`${position}`},
      ${input.navigationTitle}, ${labels}, ${digest},
      cast(${markdown} as text), cast(${adf} as text), cast(${text} as text),
      cast(${headings} as text), cast(${words} as text), ${shownDigests}, ${warnings}, ${bytes},
      ${input.source === undefined ? '' : JSON.stringify(input.source)},
      ${input.foreseen ?? '{}'})`
}

interface KeepViewInput {
  readonly run: PreviewRun
  readonly pageId: number
  readonly digest: string
  readonly html: string
  readonly outline: string
  readonly lostAnchors: string
}

/** Does nothing when the document has changed since. */
export const keepPreviewView: Transaction<KeepViewInput, void> = function* (input, _: Dialect) {
  const { run, pageId, digest, html, outline, lostAnchors } = input
  yield* query(sql`
    update preview_pages set html = ${html}, outline = ${outline}, lost_anchors = ${lostAnchors}
    where space_id = ${run.spaceId} and name = ${run.name} and run = ${run.run}
      and page_id = ${pageId} and digest = ${digest} and kind = 'page' and html = ''`)
}
