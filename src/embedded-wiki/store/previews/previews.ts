/** Reads previews: which there are, what differs in one, and a page of it. @module */
import { isReadable, type Principal } from '../../../auth/access-conditions.ts'
import type { Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import { sql } from '../../../database/sql.ts'
import { readLabels } from '../../../importing/labels.ts'
import { previewNamePattern } from '../../../importing/preview-answer.ts'
import type { PreviewReport } from '../../../importing/previews.ts'
import { isEmbedded } from '../saving/find-place.ts'
import {
  type ComparedPreview,
  type ComparedRow,
  comparedRows,
  compareWithSpace,
} from './compare-with-space.ts'
import { isOfRun, type PreviewRun } from './overlay.ts'

export interface Preview extends PreviewRun {
  readonly spaceKey: string
  readonly spaceName: string
  readonly homepageId: string
  readonly madeBy: string
  /** When the run that is shown was whole. */
  readonly shownAt: Date
  readonly endsAt: Date
}

export type PreviewState = 'shown' | 'applied'

interface PreviewsOptions {
  readonly now: Date
  readonly readableBy?: Principal | undefined
  readonly state?: PreviewState | undefined
}

/**
 * Find the previews of a name; each space may have one.
 * @param database The store.
 * @param name The name.
 * @param options The time, and who reads them; everybody without one. Those that were applied are asked
 * for: nothing is left of them but what they were, until they would have ended.
 * @returns Those that have something to show, by the keys of their spaces.
 */
export async function findPreviews(
  database: Database,
  name: string,
  { now, readableBy, state = 'shown' }: PreviewsOptions,
): Promise<Preview[]> {
  if (!previewNamePattern.test(name)) return []
  const isOfState = state === 'shown' ? sql`v.applied = ''` : sql`v.applied <> ''`
  const rows = await database.read<PreviewRow>(sql`
    select v.space_id, v.name, v.shown_run, v.shown_at, v.ends_at, u.name as made_by,
      s.key, s.name as space_name, s.homepage_id
    from previews v join spaces s on s.id = v.space_id join users u on u.id = v.user_id
    where v.name = ${name} and v.shown_run <> '' and v.ends_at > ${now.getTime()}
      and ${isOfState} and s.deleted_at is null and ${isEmbedded(sql`s.id`)}
      and ${isReadable(sql`s.id`, readableBy)}
    order by s.key_fold`)
  return rows.map((row) => ({
    spaceId: row.space_id,
    name: row.name,
    run: row.shown_run,
    spaceKey: row.key,
    spaceName: row.space_name,
    homepageId: String(row.homepage_id),
    madeBy: row.made_by,
    shownAt: new Date(row.shown_at),
    endsAt: new Date(row.ends_at),
  }))
}

interface PreviewRow {
  readonly space_id: number
  readonly name: string
  readonly shown_run: string
  readonly shown_at: number
  readonly ends_at: number
  readonly made_by: string
  readonly key: string
  readonly space_name: string
  readonly homepage_id: number
}

/**
 * Read what is to be said of a preview; it may be megabytes, and is on one page alone.
 * @param database The store.
 * @param run The run that is shown.
 * @returns Undefined when it is not shown any more.
 */
export async function readPreviewReport(
  database: Database,
  { spaceId, name, run }: PreviewRun,
): Promise<PreviewReport | undefined> {
  const [row] = await database.read<{ report: string }>(sql`
    select report from previews
    where space_id = ${spaceId} and name = ${name} and shown_run = ${run} and applied = ''`)
  return row && (JSON.parse(row.report) as PreviewReport)
}

/** A page that would be another one. */
export interface PreviewChange {
  readonly pageId: string
  readonly title: string
  readonly isNew: boolean
  readonly isGone: boolean
  /** What it says, or its labels, would differ. */
  readonly isChanged: boolean
  /** The title that it has, where it would get another. */
  readonly renamedFrom: string | undefined
  /** The page that it stands below, where it would be moved. */
  readonly movedFrom: string | undefined
  /** Somebody wrote it since the last import: who, and when. */
  readonly edited: { readonly by: string; readonly at: Date } | undefined
}

/**
 * List what differs; pages that only stand in another order among their siblings do not.
 * @param database The store.
 * @param run The run that is shown.
 */
export async function listPreviewChanges(
  database: Database,
  run: PreviewRun,
): Promise<PreviewChange[]> {
  const rows = await database.read<ChangeRow>(sql`
    select o.page_id, o.kind, o.title, o.base_version, o.base_title, o.base_parent_id, o.parent_id,
      above.title as parent_title, p.version, p.imported_version, p.updated_at,
      u.name as author_name
    from preview_pages o
    left join pages p on p.space_id = o.space_id and p.id = o.page_id
    left join pages above on above.space_id = o.space_id and above.id = o.base_parent_id
    left join users u on u.id = p.author_id
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)} and o.kind <> 'reserved'
      and (o.kind <> 'placed' or o.parent_id <> o.base_parent_id)
    order by o.title_order, o.title, o.page_id`)
  return rows.map(toChange)
}

interface ChangeRow {
  readonly page_id: number
  readonly kind: 'placed' | 'page' | 'gone'
  readonly title: string
  readonly base_version: number
  readonly base_title: string
  readonly base_parent_id: number
  readonly parent_id: number
  readonly parent_title: string | null
  readonly version: number | null
  readonly imported_version: number | null
  readonly updated_at: number | null
  readonly author_name: string | null
}

function toChange(row: ChangeRow): PreviewChange {
  const isNew = row.base_version === 0
  const isGone = row.kind === 'gone'
  const isMoved = !isNew && !isGone && row.parent_id !== row.base_parent_id
  const isEdited = row.kind === 'page' && !isNew && row.version !== row.imported_version
  return {
    pageId: String(row.page_id),
    title: row.title,
    isNew,
    isGone,
    isChanged: row.kind === 'page' && !isNew,
    renamedFrom: isNew || row.base_title === row.title ? undefined : row.base_title,
    movedFrom: isMoved ? (row.parent_title ?? '') : undefined,
    edited:
      isEdited && row.author_name !== null && row.updated_at !== null
        ? { by: row.author_name, at: new Date(row.updated_at) }
        : undefined,
  }
}

/**
 * Tell what has become of the space since a preview of it was made.
 * @param database The store.
 * @param preview The preview.
 */
export async function comparePreview(
  database: Database,
  preview: Preview,
): Promise<ComparedPreview> {
  const rows = await database.read<ComparedRow>(comparedRows(preview))
  return compareWithSpace(preview.shownAt.getTime(), rows)
}

/** A page of a preview that differs. */
export interface PreviewPage {
  readonly pageId: string
  readonly kind: 'placed' | 'page' | 'gone'
  readonly title: string
  readonly labels: readonly string[]
  readonly digest: string
  /** 0 for a page to be made. */
  readonly baseVersion: number
  /** ADF as JSON text; empty where the page says what it says. */
  readonly adf: string
  /** Empty until it was rendered. */
  readonly html: string
  /** As JSON text. */
  readonly outline: string
}

/**
 * Find what differs of a page.
 * @param database The store.
 * @param run The run.
 * @param id The page's id as callers write it.
 */
export async function findPreviewPage(
  database: Database,
  run: PreviewRun,
  id: string,
): Promise<PreviewPage | undefined> {
  const [row] = await database.read<PageRow>(sql`
    select o.page_id, o.kind, o.title, o.labels, o.digest, o.base_version, o.adf, o.html, o.outline
    from preview_pages o
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and o.page_id = ${parseId(id) ?? 0} and o.kind <> 'reserved'`)
  if (row === undefined) return undefined
  const { kind, title, digest, adf, html, outline } = row
  return {
    ...{ pageId: String(row.page_id), kind, title, digest, adf, html, outline },
    labels: readLabels(row.labels),
    baseVersion: row.base_version,
  }
}

interface PageRow
  extends Pick<PreviewPage, 'kind' | 'title' | 'digest' | 'adf' | 'html' | 'outline'> {
  readonly page_id: number
  readonly labels: string
  readonly base_version: number
}

export interface PreviewAttachment {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Find an image or a file of a preview that its space has not got.
 * @param database The store.
 * @param run The run.
 * @param sha256 Its digest.
 */
export async function findPreviewAttachment(
  database: Database,
  run: PreviewRun,
  sha256: string,
): Promise<PreviewAttachment | undefined> {
  const [row] = await database.read<PreviewAttachment>(sql`
    select o.type, o.bytes from preview_attachments o
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)} and o.sha256 = ${sha256}`)
  return row
}
