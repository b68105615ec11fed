/** The life of a preview: a run begins, takes pages, is shown when complete, and the preview ends. @module */
import type { AnswerWarning } from '../../../contract/answers.ts'
import { beyond, bounds } from '../../../contract/base/bounds.ts'
import { RequestError } from '../../../contract/errors.ts'
import { runHeader } from '../../../contract/paths.ts'
import {
  query,
  queryAll,
  type Row,
  type Transaction,
  type TransactionBody,
} from '../../../store/database.ts'
import type { Dialect } from '../../../store/dialects.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { keepsBounds, refuseBeyond } from '../../../store/within-bound.ts'
import type { Outcome } from '../../import/decide.ts'
import type { Attachment } from '../../import/prepared-document.ts'
import { lockSpace } from '../../import/spaces.ts'
import { titleOrder } from '../page-place.ts'
import {
  type DraftOutlook,
  isOfRun,
  type PreviewRun,
  pagesOf,
  pagesWithDrafts,
  siteOf,
} from './previews.ts'

export interface PreviewMaker {
  readonly userId: number
  readonly apiTokenId: number
  readonly isPreviewOnly: boolean
}

interface BeginPreviewInput extends PreviewRun {
  readonly maker: PreviewMaker
  readonly now: number
  readonly endsAt: number
}

/** A new run ends an unfinished one; the shown run stays. */
export const beginPreview: Transaction<BeginPreviewInput, void> = function* (input, dialect) {
  const { spaceId, name, run, maker, now, endsAt } = input
  const site = siteOf(input)
  yield* query(lockSpace(spaceId, dialect.forUpdate))
  yield* query(sql`
    delete from previews where space_id = ${spaceId} and name = ${name}
      and (ends_at <= ${now} or site <> ${site})`)
  const existingPreview = yield* findOwnPreview(input, maker)
  if (existingPreview?.shown_run === run) throw shownRunError(name)
  if (existingPreview !== undefined) {
    const isOther = sql`space_id = ${spaceId} and name = ${name}
      and run not in (${run}, ${existingPreview.shown_run})`
    yield* queryAll([
      sql`update previews set ends_at = ${endsAt}, sending_run = ${run},
          sending_pages = case when sending_run = ${run} then sending_pages else 0 end,
          sending_bytes = case when sending_run = ${run} then sending_bytes else 0 end
        where space_id = ${spaceId} and name = ${name}`,
      sql`delete from preview_pages where ${isOther}`,
      sql`delete from preview_attachments where ${isOther}`,
    ])
    return
  }
  const shares = [{ bound: bounds.previews, rows: sql`previews where space_id = ${spaceId}` }]
  const insertedRows = yield* query(sql`
    insert into previews (space_id, name, user_id, api_token_id, made_at, ends_at, sending_run, site)
    select cast(${spaceId} as bigint), ${name}, cast(${maker.userId} as bigint),
      cast(${maker.apiTokenId} as bigint), cast(${now} as bigint), cast(${endsAt} as bigint), ${run}, ${site}
    where ${keepsBounds(shares)} returning name`)
  if (insertedRows.length === 0) yield* refuseBeyond(shares)
}

/** The shown run stays unchanged until another complete run replaces it. */
function shownRunError(name: string): RequestError {
  return new RequestError(
    'precondition-failed',
    `The preview ${name} shows this run already. Begin another one, with another ${runHeader}.`,
  )
}

interface StandingPreview {
  readonly shown_run: string
  readonly api_token_id: number
}

/** @throws {RequestError} `forbidden` when the preview belongs to another token. */
function* findOwnPreview(
  { spaceId, name }: Pick<PreviewRun, 'spaceId' | 'name'>,
  { isPreviewOnly, apiTokenId }: PreviewMaker,
): TransactionBody<StandingPreview | undefined> {
  const [existingPreview] = yield* query<StandingPreview>(sql`
    select shown_run, api_token_id from previews where space_id = ${spaceId} and name = ${name}`)
  const isOthers = existingPreview !== undefined && existingPreview.api_token_id !== apiTokenId
  if (isPreviewOnly && isOthers) {
    throw new RequestError(
      'forbidden',
      `The preview ${name} was made with another token, and this one may only preview. Choose another name.`,
    )
  }
  return existingPreview
}

/** Selects a row while the run may send; `checkSending` reads it. */
export function sendingPreview(preview: PreviewRun): Statement {
  const { spaceId, name, run } = preview
  return sql`select name from previews where space_id = ${spaceId} and name = ${name}
    and sending_run = ${run} and site = ${siteOf(preview)}`
}

/** @throws {RequestError} `precondition-failed` when a newer run has begun. */
export function checkSending({ name }: PreviewRun, rows: readonly Row[]): void {
  if (rows[0] !== undefined) return
  throw new RequestError(
    'precondition-failed',
    `Nothing is sent into the preview ${name} by this run: it is shown already, another one has begun since, or the preview has ended. Send all of it again.`,
  )
}

function* lockSending(run: PreviewRun, dialect: Dialect): TransactionBody<void> {
  checkSending(run, yield* query(sql`${sendingPreview(run)} ${dialect.forUpdate}`))
}

/** The page that a draft changes. */
export interface DraftBase {
  readonly version: number
  readonly title: string
  /** 0 for a homepage. */
  readonly parentId: number
  /** The position among siblings; the largest number for a page sorted by title. */
  readonly position: number
  readonly navigationTitle: string
}

export interface PreviewDraft {
  readonly run: PreviewRun
  readonly pageId: number
  /** 0 for a homepage. */
  readonly parentId: number
  readonly title: string
  readonly titleKey: string
  /** Null keeps the position of the page. */
  readonly position: number | null
  readonly navigationTitle: string
  readonly labels: string
  readonly base: DraftBase | undefined
  /** Whether the page already has the draft's text, title and labels. */
  readonly isSame: boolean
  readonly adf: Uint8Array
  readonly shown: readonly string[]
  readonly images: readonly Attachment[]
  readonly outlook: DraftOutlook
}

/** A draft that a preview keeps: the page that an import would make. */
export interface ForeseenDraft
  extends Omit<PreviewDraft, 'run' | 'position' | 'navigationTitle' | 'isSame'> {
  readonly outcome: Outcome
  readonly warnings: readonly AnswerWarning[]
  /** A path here, or a whole address in Confluence. */
  readonly path: string
}

/** Stores a draft of a page, or removes the draft if it equals the page. */
export const putDraft: Transaction<PreviewDraft, void> = function* (draft, dialect) {
  const { run, pageId, isSame, base, navigationTitle } = draft
  const { spaceId, name } = run
  yield* lockSending(run, dialect)
  const position = draft.position ?? base?.position ?? Number.MAX_SAFE_INTEGER
  const isStanding =
    isSame &&
    base?.parentId === draft.parentId &&
    position === base.position &&
    navigationTitle === base.navigationTitle
  let imageBytes = 0
  for (const { sha256, type, bytes } of isSame ? [] : draft.images) {
    const rows = yield* query(sql`
      insert into preview_attachments (space_id, name, run, sha256, type, bytes)
      values (${spaceId}, ${name}, ${run.run}, ${sha256}, ${type}, ${bytes})
      on conflict do nothing returning sha256`)
    if (rows.length > 0) imageBytes += bytes.length
  }
  const bytes = isSame ? 0 : draft.adf.length
  const isPage = sql`space_id = ${spaceId} and name = ${name} and run = ${run.run}
    and page_id = ${pageId}`
  const replaced = sql`preview_pages where ${isPage}`
  const [sizes] = yield* queryAll([
    sql`update previews set
        sending_pages = sending_pages + ${isStanding ? 0 : 1} - (select count(*) from ${replaced}),
        sending_bytes = sending_bytes + ${(isStanding ? 0 : bytes) + imageBytes}
          - (select coalesce(sum(bytes), 0) from ${replaced})
      where space_id = ${spaceId} and name = ${name}
      returning sending_pages as pages, sending_bytes as bytes`,
    sql`delete from preview_pages where ${isPage}`,
    ...(isStanding ? [] : [insertDraft(draft, position, bytes)]),
  ])
  const { previewPages, previewBytes } = bounds
  if (Number(sizes?.[0]?.pages) > previewPages.most) throw beyond(previewPages)
  if (Number(sizes?.[0]?.bytes) > previewBytes.most * mebibyte) throw beyond(previewBytes)
}

const mebibyte = 1024 * 1024

function insertDraft(draft: PreviewDraft, position: number, bytes: number): Statement {
  const { run, title, titleKey, base, isSame } = draft
  return sql`
    insert into preview_pages (space_id, name, run, page_id, kind, base_version, base_title,
      base_parent_id, parent_id, title, title_key, title_order, position, navigation_title, labels,
      adf, shown, bytes, outlook)
    values (${run.spaceId}, ${run.name}, ${run.run}, ${draft.pageId}, ${isSame ? 'placed' : 'page'},
      ${base?.version ?? 0}, ${base?.title ?? ''}, ${base?.parentId ?? 0}, ${draft.parentId},
      ${title}, ${titleKey}, ${run.remote === undefined ? titleOrder(title) : titleKey},
      ${position}, ${draft.navigationTitle},
      ${draft.labels}, cast(${isSame ? '' : draft.adf} as text),
      ${isSame ? '' : draft.shown.join(' ')}, ${bytes},
      ${JSON.stringify(draft.outlook)})`
}

interface ShowRunInput extends PreviewRun {
  /** Pages whose files are gone, with the versions that the run saw. */
  readonly gone: readonly { readonly id: number; readonly version: number }[]
  readonly report: string
  readonly now: number
}

/**
 * Show a complete run instead of the previous one; safe to repeat. Shown runs never change. Pages
 * without a file are marked as gone, unless a page below them stays.
 */
export const showRun: Transaction<ShowRunInput, void> = function* (input, dialect) {
  const { spaceId, name, run, gone, report, now } = input
  const isPreview = sql`space_id = ${spaceId} and name = ${name}`
  const [shownRow] = yield* query(sql`
    select 1 as shown from previews
    where ${isPreview} and shown_run = ${run} and sending_run = ''`)
  if (shownRow !== undefined) return
  yield* lockSending(input, dialect)
  // The preview may have expired meanwhile.
  const rows = yield* query(sql`
    update previews
    set shown_run = ${run}, sending_run = '', shown_at = ${now}, report = ${report}
    where ${isPreview} and ends_at > ${now}
    returning shown_run`)
  checkSending(input, rows)
  const goneRows = sql`o.space_id = ${spaceId} and ${isOfRun(sql`o`, input)} and o.kind = 'gone'`
  yield* queryAll([
    sql`insert into preview_pages (space_id, name, run, page_id, kind, base_version, base_title,
        base_parent_id, parent_id, title, title_key, title_order, position, navigation_title, labels,
        adf, shown, bytes)
      select p.space_id, ${name}, ${run}, p.id, 'gone', p.version, p.title, p.parent_id, p.parent_id,
        p.title, p.title_key, p.title_order, p.position, p.navigation_title, p.labels, '', '', 0
      from ${pagesOf(input)} p join ${dialect.givenRows(gone, { id: 'bigint', version: 'bigint' })}
        on given.id = p.id and given.version = p.version
      where p.space_id = ${spaceId} and p.status = 'current' and p.parent_id <> 0
      on conflict do nothing`,
    sql`delete from preview_pages where ${isPreview} and run = ${run} and page_id in (
      with recursive staying (id) as (
        select o.page_id from preview_pages o where ${goneRows}
          and exists (select 1 from ${pagesWithDrafts(input)} below where below.parent_id = o.page_id)
        union
        select o.base_parent_id from staying
        join preview_pages o on o.page_id = staying.id and ${goneRows}
      )
      select id from staying) and kind = 'gone'`,
    sql`delete from preview_pages where ${isPreview} and run <> ${run}`,
    sql`delete from preview_attachments where ${isPreview} and run <> ${run}`,
  ])
}

interface EndPreviewInput {
  readonly spaceId: number
  readonly name: string
  readonly maker: PreviewMaker
}

export const endPreview: Transaction<EndPreviewInput, boolean> = function* (input) {
  const { spaceId, name, maker } = input
  if ((yield* findOwnPreview(input, maker)) === undefined) return false
  yield* query(sql`delete from previews where space_id = ${spaceId} and name = ${name}`)
  return true
}
