/** Puts a page into a preview: found, decided and refused as an import of it would be. @module */
import { beyond, bounds } from '../../../base/bounds.ts'
import {
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
} from '../../../database/database.ts'
import type { Dialect } from '../../../database/dialect.ts'
import { sql } from '../../../database/sql.ts'
import type { Obstacle, Outcome } from '../../../importing/target-wiki.ts'
import { titleOrder } from '../../../importing/title-order.ts'
import { isVersionMet, type VersionCondition } from '../../../importing/version-condition.ts'
import { noPosition } from '../page-place.ts'
import type { PageToWrite } from '../saving/save-content.ts'
import { isOfRun, overlay, type PreviewRun } from './overlay.ts'
import { lockSending } from './preview-runs.ts'

export interface KeepPageInput extends Omit<PageToWrite, 'entry'> {
  readonly run: PreviewRun
  readonly title: string
  /** As JSON text. */
  readonly warnings: string
  /** The page itself, or what was reserved in the preview; null where its title names it. */
  readonly pageId: number | null
  /** The page's id, should it be new and not have been reserved. */
  readonly newPageId: number
  /** The version that the page must have. */
  readonly ifMatch: VersionCondition | undefined
  readonly isDryRun: boolean
}

export interface PageOfSpace {
  readonly id: number
  readonly version: number
  readonly title: string
  readonly parent_id: number
}

export type KeepPageResult =
  | {
      readonly outcome: Outcome
      readonly pageId: number
      readonly version: number
      /** The page that is there. */
      readonly base: PageOfSpace | undefined
      /** Whether all of it is kept, so that it can be shown. */
      readonly isKept: boolean
    }
  | { readonly outcome: 'already-exists' | 'not-found' | Obstacle }
  | { readonly outcome: 'precondition-failed'; readonly has: number | undefined }

export const keepPreviewPage: Transaction<KeepPageInput, KeepPageResult> = function* (
  input,
  dialect,
) {
  const shownRun = yield* lockSending(input.run, dialect)
  const pageId = yield* findPageId(input, shownRun)
  if (pageId === undefined) return { outcome: 'not-found' }
  const base = yield* findBase(input, pageId)
  const refusal = yield* findRefusal(input, pageId, base)
  if (refusal !== undefined) return refusal
  const labels = input.labels ?? base?.labels ?? ''
  const isSame =
    base !== undefined &&
    base.content_hash === input.digest &&
    base.imported_version === base.version &&
    base.labels === labels
  const outcome = base === undefined ? 'created' : isSame ? 'unchanged' : 'updated'
  const isStanding = isSame && stands(input, pageId, base)
  if (!input.isDryRun) yield* replaceRow(input, { pageId, base, labels, isSame, isStanding })
  const version = isSame ? base.version : (base?.version ?? 0) + 1
  return { outcome, pageId, version, base, isKept: !isSame && !input.isDryRun }
}

interface BasePage extends PageOfSpace {
  readonly labels: string
  readonly content_hash: string
  readonly imported_version: number
  readonly position: number
  readonly navigation_title: string
}

/** @returns Undefined where the parent is not there, or what `pageId` names is not. */
function* findPageId(
  { run, parentId, titleKey, pageId, newPageId }: KeepPageInput,
  shownRun: string,
): TransactionBody<number | undefined> {
  const { spaceId, name } = run
  const rows = sql`preview_pages o where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)}`
  const isHere = sql`p.parent_id = ${parentId} and p.title_key = ${titleKey}`
  const [parents, named, standing, reserved, before] = yield* queryAll([
    sql`select p.id from ${overlay(run)} p where p.id = ${parentId}
      union all select o.page_id from ${rows} and o.page_id = ${parentId} and o.kind = 'reserved'`,
    sql`select p.id from pages p
        where p.space_id = ${spaceId} and p.id = ${pageId ?? 0} and p.status = 'current'
      union all select o.page_id from ${rows} and o.page_id = ${pageId ?? 0}`,
    sql`select p.id from ${overlay(run)} p where ${isHere}`,
    sql`select o.page_id as id from ${rows} and o.parent_id = ${parentId}
      and o.title_key = ${titleKey} and o.kind = 'reserved'`,
    sql`select o.page_id as id from preview_pages o where o.space_id = ${spaceId}
      and ${isOfRun(sql`o`, { spaceId, name, run: shownRun })} and o.parent_id = ${parentId}
      and o.title_key = ${titleKey} and o.kind = 'page' and o.base_version = 0`,
  ])
  if (parents?.[0] === undefined) return undefined
  if (pageId !== null) return named?.[0] === undefined ? undefined : pageId
  const [found] = [standing, reserved, before].flatMap((some) => some ?? [])
  return found === undefined ? newPageId : Number(found.id)
}

function* findBase({ run }: KeepPageInput, pageId: number): TransactionBody<BasePage | undefined> {
  const [base] = yield* query<BasePage>(sql`
    select id, version, title, parent_id, labels, content_hash, imported_version, position,
      navigation_title
    from pages where space_id = ${run.spaceId} and id = ${pageId} and status = 'current'`)
  return base
}

/** A homepage stands below none, and is named as its own parent. */
function parentOf({ parentId }: KeepPageInput, pageId: number): number {
  return parentId === pageId ? 0 : parentId
}

function* findRefusal(
  input: KeepPageInput,
  pageId: number,
  base: BasePage | undefined,
): TransactionBody<KeepPageResult | undefined> {
  const { run, titleKey, parentId } = input
  if (base !== undefined && !input.overwrite) return { outcome: 'already-exists' }
  if (!isVersionMet(input.ifMatch, base?.version)) {
    return { outcome: 'precondition-failed', has: base?.version }
  }
  const parent = parentOf(input, pageId)
  const [others, above] = yield* queryAll([
    sql`select p.id from ${overlay(run)} p
      where p.parent_id = ${parent} and p.title_key = ${titleKey} and p.id <> ${pageId}`,
    sql`with recursive above (id) as (
        select cast(${parent} as bigint)
        union
        select p.parent_id from above join ${overlay(run)} p on p.id = above.id
      )
      select id from above where id = ${pageId}`,
  ])
  if (base?.parent_id === 0 && parent !== 0) return { outcome: 'below-itself' }
  if (above?.[0] !== undefined) return { outcome: 'below-itself' }
  if (base !== undefined && parent === 0 && !isOfImports(base)) {
    return { outcome: 'written-by-others' }
  }
  if (parent === 0 && (base === undefined || base.parent_id !== 0 || parentId !== pageId)) {
    return { outcome: 'below-itself' }
  }
  return others?.[0] === undefined ? undefined : { outcome: 'title-taken' }
}

/** As an import asks. */
function isOfImports({ version, imported_version: imported }: BasePage): boolean {
  return imported === version || (imported === 0 && version === 1)
}

function stands(input: KeepPageInput, pageId: number, base: BasePage): boolean {
  const { position, navigationTitle } = input
  return (
    base.parent_id === parentOf(input, pageId) &&
    (position ?? base.position) === base.position &&
    (navigationTitle ?? base.navigation_title) === base.navigation_title
  )
}

interface DecidedRow {
  readonly pageId: number
  readonly base: BasePage | undefined
  readonly labels: string
  readonly isSame: boolean
  readonly isStanding: boolean
}

function* replaceRow(input: KeepPageInput, row: DecidedRow): TransactionBody<void> {
  const { run, attachments } = input
  const { spaceId, name } = run
  yield* query(sql`
    delete from preview_pages
    where space_id = ${spaceId} and name = ${name} and run = ${run.run} and page_id = ${row.pageId}`)
  if (row.isStanding) return
  yield* query(insertRow(input, row))
  const shown = row.isSame ? [] : attachments
  for (const { sha256, content } of shown) {
    if (content === undefined) continue
    yield* query(sql`
      insert into preview_attachments (space_id, name, run, sha256, type, bytes)
      select cast(${spaceId} as bigint), ${name}, ${run.run}, ${sha256}, ${content.type},
        ${content.bytes}
      where not exists (select 1 from attachments where space_id = ${spaceId} and sha256 = ${sha256})
      on conflict do nothing`)
  }
  yield* checkSize(run)
}

function insertRow(input: KeepPageInput, { pageId, base, labels, isSame }: DecidedRow) {
  const { run, title, titleKey, digest, attachments, warnings } = input
  const kept = isSame ? undefined : input
  const { text = '', headings = '', words = '' } = kept?.indexed ?? {}
  const texts = [kept?.markdown ?? '', kept?.adf ?? '', text, headings, words] as const
  const [markdown, adf, body, titles, known] = texts
  const bytes = texts.reduce((sum, one) => sum + one.length, 0)
  const shown = isSame ? '' : attachments.map(({ sha256 }) => sha256).join(' ')
  const position = input.position ?? base?.position
  return sql`
    insert into preview_pages (space_id, name, run, page_id, kind, base_version, base_title,
      base_parent_id, parent_id, title, title_key, title_order, position, navigation_title, labels,
      digest, markdown, adf, body, headings, words, shown, warnings, bytes, source_url)
    values (${run.spaceId}, ${run.name}, ${run.run}, ${pageId}, ${isSame ? 'placed' : 'page'},
      ${base?.version ?? 0}, ${base?.title ?? ''}, ${base?.parent_id ?? 0},
      ${parentOf(input, pageId)}, ${title}, ${titleKey}, ${titleOrder(title)},
      ${position === undefined ? noPosition : sql`${position}`},
      ${input.navigationTitle ?? base?.navigation_title ?? ''}, ${labels}, ${digest},
      cast(${markdown} as text), cast(${adf} as text), cast(${body} as text),
      cast(${titles} as text), cast(${known} as text), ${shown}, ${warnings}, ${bytes},
      ${input.sourceUrl ?? ''})`
}

const mebibyte = 1024 * 1024

/**
 * Check that a preview keeps its bounds, within the transaction that adds to it.
 * @param run The run.
 * @throws {RequestError} Naming the bound.
 */
export function* checkSize(run: PreviewRun): TransactionBody<void> {
  const isOwn = sql`o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}`
  const [size] = yield* query<{ pages: number; bytes: number }>(sql`
    select count(*) as pages, coalesce(sum(o.bytes), 0)
      + coalesce((select sum(length(o.bytes)) from preview_attachments o where ${isOwn}), 0) as bytes
    from preview_pages o where ${isOwn}`)
  const { previewPages, previewBytes } = bounds
  if (Number(size?.pages ?? 0) > previewPages.most) throw beyond(previewPages)
  if (Number(size?.bytes ?? 0) > previewBytes.most * mebibyte) throw beyond(previewBytes)
}

interface KeepViewInput {
  readonly run: PreviewRun
  readonly pageId: number
  readonly digest: string
  readonly html: string
  /** As JSON text. */
  readonly outline: string
  readonly lostAnchors: string
}

/** Keep what readers see of a page, made of the document that is there. */
export const keepPreviewView: Transaction<KeepViewInput, void> = function* (input, _: Dialect) {
  const { run, pageId, digest, html, outline, lostAnchors } = input
  yield* query(sql`
    update preview_pages set html = ${html}, outline = ${outline}, lost_anchors = ${lostAnchors},
      bytes = bytes + ${html.length}
    where space_id = ${run.spaceId} and name = ${run.name} and run = ${run.run}
      and page_id = ${pageId} and digest = ${digest} and kind = 'page' and html = ''`)
}
