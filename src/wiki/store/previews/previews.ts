/** Reads previews with their changes and pages. @module */
import type { Reader } from '../../../accounts/reader.ts'
import { beyond, bounds } from '../../../contract/base/bounds.ts'
import type { KeptFile } from '../../../contract/import-request.ts'
import { previewNamePattern } from '../../../contract/paths.ts'
import { readLabels } from '../../../contract/titles-and-labels.ts'
import type { Database, Row } from '../../../store/database.ts'
import { parseId } from '../../../store/ids.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import type { PreviewReport } from '../../import/previews.ts'
import type { ConnectedPlace } from '../../pages/connected-place.ts'
import {
  type ComparedPreview,
  type ComparedRow,
  comparedRows,
  compareWithSpace,
  type KeptOutlook,
} from './compare-with-space.ts'
import { isOfRun, type PreviewRun } from './draft-pages.ts'
import { remoteSpaceOf } from './remote-pages.ts'

export interface Preview extends PreviewRun {
  readonly spaceKey: string
  readonly spaceName: string
  readonly homepageId: string
  readonly madeBy: string
  readonly shownAt: Date
  readonly endsAt: Date
}

export type PreviewState = 'shown' | 'applied'

interface PreviewsOptions {
  readonly now: Date
  readonly state?: PreviewState | undefined
}

/** @returns Previews with a shown run, by space key. Applied ones are only found by `state`. */
export async function findPreviews(
  reader: Reader,
  name: string,
  { now, state = 'shown' }: PreviewsOptions,
): Promise<Preview[]> {
  if (!previewNamePattern.test(name)) return []
  const isOfState = state === 'shown' ? sql`v.applied = ''` : sql`v.applied <> ''`
  const rows = await reader.database.read<PreviewRow>(sql`
    select v.space_id, v.name, v.shown_run, v.shown_at, v.ends_at,
      u.name as made_by, s.key, s.name as space_name, s.homepage_id, c.kind, c.base_url,
      c.remote_space_id, c.remote_space_key, c.remote_space_name, c.remote_homepage_id
    from previews v join spaces s on s.id = v.space_id join users u on u.id = v.user_id
    left join space_connections c on c.space_id = v.space_id
    where v.name = ${name} and v.shown_run <> '' and v.ends_at > ${now.getTime()}
      and ${isOfState} and s.deleted_at is null
      and v.site = coalesce(c.base_url || ' ' || c.remote_space_id, '')
      and ${await reader.isReadable(sql`s.id`)}
    order by s.key_fold`)
  return rows.map(toPreview)
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
  readonly kind: ConnectedPlace['kind'] | null
  readonly base_url: string
  readonly remote_space_id: string
  readonly remote_space_key: string
  readonly remote_space_name: string
  readonly remote_homepage_id: string | null
}

function toPreview(row: PreviewRow): Preview {
  const { kind, base_url: baseUrl, remote_space_id: id } = row
  const homepageId = String(row.homepage_id)
  const remoteSpace = {
    id,
    key: row.remote_space_key,
    name: row.remote_space_name,
    homepageId: row.remote_homepage_id ?? undefined,
  }
  const remote =
    kind === null ? undefined : remoteSpaceOf({ kind, baseUrl, remoteSpace }, homepageId)
  return {
    spaceId: row.space_id,
    name: row.name,
    run: row.shown_run,
    remote,
    spaceKey: row.key,
    spaceName: row.space_name,
    homepageId: remote === undefined ? homepageId : String(remote.homepageId),
    madeBy: row.made_by,
    shownAt: new Date(row.shown_at),
    endsAt: new Date(row.ends_at),
  }
}

/** Read the report separately, because it may have megabytes. */
export async function readPreviewReport(
  database: Database,
  { spaceId, name, run }: PreviewRun,
): Promise<PreviewReport | undefined> {
  const [row] = await database.read<{ report: string }>(sql`
    select report from previews
    where space_id = ${spaceId} and name = ${name} and shown_run = ${run} and applied = ''`)
  return row && (JSON.parse(row.report) as PreviewReport)
}

export async function comparePreview(
  database: Database,
  preview: Preview,
): Promise<ComparedPreview> {
  const rows = await database.read<ComparedRow>(comparedRows(preview))
  return compareWithSpace(preview.shownAt.getTime(), rows)
}

export interface PreviewPage {
  readonly pageId: string
  readonly kind: 'placed' | 'page' | 'gone'
  readonly title: string
  readonly labels: readonly string[]
  readonly digest: string
  readonly baseVersion: number
  readonly adf: string
  readonly html: string
  readonly outline: string
  readonly url: string | undefined
  readonly file: KeptFile | undefined
}

export async function findPreviewPage(
  database: Database,
  run: PreviewRun,
  id: string,
): Promise<PreviewPage | undefined> {
  const [row] = await database.read<PageRow>(sql`
    select o.page_id, o.kind, o.title, o.labels, o.digest, o.base_version, o.adf, o.html, o.outline,
      o.foreseen, o.source
    from preview_pages o
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and o.page_id = ${parseId(id) ?? 0} and o.kind <> 'reserved'`)
  if (row === undefined) return undefined
  const { kind, title, digest, adf, html, outline } = row
  return {
    pageId: String(row.page_id),
    kind,
    title,
    digest,
    adf,
    html,
    outline,
    labels: readLabels(row.labels),
    baseVersion: row.base_version,
    url: (JSON.parse(row.foreseen) as KeptOutlook).url,
    file: row.source === '' ? undefined : (JSON.parse(row.source) as KeptFile),
  }
}

interface PageRow
  extends Pick<PreviewPage, 'kind' | 'title' | 'digest' | 'adf' | 'html' | 'outline'> {
  readonly page_id: number
  readonly labels: string
  readonly base_version: number
  readonly foreseen: string
  readonly source: string
}

interface PreviewAttachment {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

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

const mebibyte = 1024 * 1024

/**
 * @param instead The text after `from` that selects the replaced rows.
 * @returns Its row is for `checkSize`.
 */
export function resized(
  { spaceId, name }: PreviewRun,
  added: { readonly pages: number; readonly bytes: number },
  instead: Statement,
): Statement {
  return sql`
    update previews set
      sending_pages = sending_pages + ${added.pages} - (select count(*) from ${instead}),
      sending_bytes = sending_bytes + ${added.bytes}
        - (select coalesce(sum(bytes), 0) from ${instead})
    where space_id = ${spaceId} and name = ${name}
    returning sending_pages as pages, sending_bytes as bytes`
}

/** @throws {RequestError} Naming the limit. */
export function checkSize(sizes: readonly Row[] | undefined): void {
  const { previewPages, previewBytes } = bounds
  if (Number(sizes?.[0]?.pages) > previewPages.most) throw beyond(previewPages)
  if (Number(sizes?.[0]?.bytes) > previewBytes.most * mebibyte) throw beyond(previewBytes)
}
