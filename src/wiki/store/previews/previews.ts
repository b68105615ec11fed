/** Reads previews with their changes and pages. @module */
import type { Reader } from '../../../accounts/reader.ts'
import type { AnswerAuthor } from '../../../contract/answers.ts'
import { previewNamePattern } from '../../../contract/paths.ts'
import { readLabels } from '../../../contract/titles-and-labels.ts'
import type { Database } from '../../../store/database.ts'
import { parseId } from '../../../store/ids.ts'
import { sql } from '../../../store/sql.ts'
import type { PreviewReport } from '../../import/previews.ts'
import type { ConnectedPlace } from '../../pages/connected-place.ts'
import { isOfRun, type PreviewRun, pagesOf, remoteSpaceOf } from './draft-pages.ts'

export interface Preview extends PreviewRun {
  readonly spaceKey: string
  readonly spaceName: string
  readonly homepageId: string
  readonly madeBy: string
  readonly shownAt: Date
  readonly endsAt: Date
}

/** @returns Previews with a shown run, by space key. */
export async function findPreviews(reader: Reader, name: string, now: Date): Promise<Preview[]> {
  if (!previewNamePattern.test(name)) return []
  const rows = await reader.database.read<PreviewRow>(sql`
    select v.space_id, v.name, v.shown_run, v.shown_at, v.ends_at,
      u.name as made_by, s.key, s.name as space_name, s.homepage_id, c.kind, c.base_url,
      c.remote_space_id, c.remote_space_key, c.remote_space_name, c.remote_homepage_id
    from previews v join spaces s on s.id = v.space_id join users u on u.id = v.user_id
    left join space_connections c on c.space_id = v.space_id
    where v.name = ${name} and v.shown_run <> '' and v.ends_at > ${now.getTime()}
      and s.deleted_at is null
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
    where space_id = ${spaceId} and name = ${name} and shown_run = ${run}`)
  return row && (JSON.parse(row.report) as PreviewReport)
}

/** What else is known of a page of a preview, kept as JSON. */
export interface DraftOutlook {
  /** Who edited the page since its last import. */
  readonly edited?: AnswerAuthor | undefined
  /** Its address in Confluence. */
  readonly url?: string | undefined
}

export interface PreviewChange {
  readonly pageId: string
  readonly title: string
  readonly isNew: boolean
  readonly isGone: boolean
  readonly isChanged: boolean
  readonly renamedFrom: string | undefined
  /** The title of the former parent; empty when it is unknown. */
  readonly movedFrom: string | undefined
  readonly edited: { readonly by: string; readonly at: Date } | undefined
}

export async function listPreviewChanges(
  database: Database,
  run: PreviewRun,
): Promise<PreviewChange[]> {
  const rows = await database.read<ChangeRow>(sql`
    select o.page_id, o.kind, o.title, o.base_version, o.base_title, o.base_parent_id, o.parent_id,
      above.title as parent_title, o.outlook
    from preview_pages o
    left join ${pagesOf(run)} above on above.space_id = o.space_id and above.id = o.base_parent_id
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and (o.kind <> 'placed' or o.parent_id <> o.base_parent_id)
    order by o.title_order, o.title, o.page_id`)
  return rows.map(toChange)
}

interface ChangeRow {
  readonly page_id: number
  readonly kind: PreviewPage['kind']
  readonly title: string
  readonly base_version: number
  readonly base_title: string
  readonly base_parent_id: number
  readonly parent_id: number
  readonly parent_title: string | null
  readonly outlook: string
}

function toChange(row: ChangeRow): PreviewChange {
  const isNew = row.base_version === 0
  const isGone = row.kind === 'gone'
  const isMoved = !isNew && !isGone && row.parent_id !== row.base_parent_id
  const { edited } = JSON.parse(row.outlook) as DraftOutlook
  return {
    pageId: String(row.page_id),
    title: row.title,
    isNew,
    isGone,
    isChanged: row.kind === 'page' && !isNew,
    renamedFrom: isNew || row.base_title === row.title ? undefined : row.base_title,
    movedFrom: isMoved ? (row.parent_title ?? '') : undefined,
    edited: edited && { by: edited.by, at: new Date(edited.at) },
  }
}

export interface PreviewPage {
  /**
   * - `page`: new, or with another text, title or labels
   * - `placed`: as it is, in another place
   * - `gone`: deleted
   */
  readonly kind: 'placed' | 'page' | 'gone'
  readonly title: string
  readonly labels: readonly string[]
  /** 0 for a new page. */
  readonly baseVersion: number
  readonly adf: string
  readonly url: string | undefined
}

export async function findPreviewPage(
  database: Database,
  run: PreviewRun,
  id: string,
): Promise<PreviewPage | undefined> {
  const [row] = await database.read<PageRow>(sql`
    select o.kind, o.title, o.labels, o.base_version, o.adf, o.outlook from preview_pages o
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and o.page_id = ${parseId(id) ?? 0}`)
  if (row === undefined) return undefined
  const { kind, title, adf } = row
  return {
    kind,
    title,
    adf,
    labels: readLabels(row.labels),
    baseVersion: row.base_version,
    url: (JSON.parse(row.outlook) as DraftOutlook).url,
  }
}

interface PageRow extends Pick<PreviewPage, 'kind' | 'title' | 'adf'> {
  readonly labels: string
  readonly base_version: number
  readonly outlook: string
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

/** A page of a connected space as the last import sent it. */
export interface SentDocument {
  readonly title: string
  readonly labels: readonly string[]
  readonly url: string
  readonly adf: string
  readonly importedAt: Date
}

/** Undefined when no import wrote the page. */
export async function findSentDocument(
  database: Database,
  spaceId: number,
  id: string,
): Promise<SentDocument | undefined> {
  const [row] = await database.read<SentRow>(sql`
    select v.title, p.labels, p.url, v.adf, p.updated_at from remote_versions v
    join remote_pages p on p.space_id = v.space_id and p.page_id = v.page_id
    where v.space_id = ${spaceId} and v.page_id = ${String(parseId(id) ?? 0)} and v.adf <> ''
    order by v.number desc limit 1`)
  if (row === undefined) return undefined
  const { title, url, adf } = row
  const importedAt = new Date(row.updated_at)
  return { title, url, adf, labels: readLabels(row.labels), importedAt }
}

interface SentRow extends Pick<SentDocument, 'title' | 'url' | 'adf'> {
  readonly labels: string
  readonly updated_at: number
}

export async function lastImportInto(
  database: Database,
  spaceId: number,
): Promise<Date | undefined> {
  const [row] = await database.read<{ at: number | string | null }>(sql`
    select max(updated_at) as at from remote_pages where space_id = ${spaceId}`)
  return row?.at ? new Date(Number(row.at)) : undefined
}
