/** The pages of a space as a preview would leave them, and what previews change. @module */

import { createHash } from 'node:crypto'
import type { Reader } from '../../../accounts/reader.ts'
import type { AnswerAuthor } from '../../../contract/answers.ts'
import type { CheckedRequest } from '../../../contract/check-request.ts'
import { previewNamePattern } from '../../../contract/paths.ts'
import type { PreviewFields } from '../../../contract/preview-request.ts'
import type { Database } from '../../../store/database.ts'
import { parseId } from '../../../store/ids.ts'
import { readAs } from '../../../store/read-as.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import type { ConnectedPlace } from '../../pages/recorded-pages.ts'
import { noPosition } from '../page-place.ts'

export interface PreviewRun {
  readonly spaceId: number
  readonly name: string
  readonly run: string
  /** The space in Confluence; undefined for an embedded space. */
  readonly remote?: PreviewedSpace | undefined
}

export interface PreviewedSpace extends ConnectedPlace {
  readonly remoteSpace: ConnectedPlace['remoteSpace'] & { readonly id: string }
}

/** Identifies the space in Confluence in the table `previews`; empty for an embedded space. */
export function siteOf({ remote }: PreviewRun): string {
  return remote === undefined ? '' : `${remote.baseUrl} ${remote.remoteSpace.id}`
}

/** Ids of pages that exist only in a preview: no site and no store uses such high ids. */
const firstOwnId = 500_000_000_000_000
const idBytes = 6

export function isOwnId(id: number): boolean {
  return id >= firstOwnId
}

/** The same place gets the same id in every run of a preview. */
export function ownId({ name }: PreviewRun, parentId: number, titleKey: string): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([name, parentId, titleKey]))
    .digest()
  return firstOwnId + digest.readUIntBE(0, idBytes)
}

/** The pages of a space; for a connected space, as the last imports left them. */
export function pagesOf({ spaceId, remote }: PreviewRun): Statement {
  return remote === undefined
    ? sql`pages`
    : sql`(
    select r.space_id, cast(r.page_id as bigint) as id, cast(r.parent_id as bigint) as parent_id,
      r.title, r.title_key, r.title_key as title_order,
      coalesce(r.position, ${noPosition}) as position, '' as navigation_title,
      'current' as status, r.version, r.labels
    from remote_pages r where r.space_id = ${spaceId} and r.is_gone = 0)`
}

export function pagesWithDrafts(run: PreviewRun): Statement {
  const { spaceId } = run
  const drafts = sql`preview_pages o where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)}`
  return sql`(
    select own.space_id, own.id, own.parent_id, own.title, own.title_key, own.title_order,
      own.position, own.navigation_title, own.labels, own.version, own.status, 0 as is_draft
    from ${pagesOf(run)} own
    where own.space_id = ${spaceId} and own.status = 'current'
      and not exists (select 1 from ${drafts} and o.page_id = own.id)
    union all
    select o.space_id, o.page_id, o.parent_id, o.title, o.title_key, o.title_order,
      o.position, o.navigation_title, o.labels,
      o.base_version + case when o.kind = 'page' then 1 else 0 end, 'current', 1
    from ${drafts} and o.kind <> 'gone')`
}

export function isOfRun(row: Statement, { name, run }: PreviewRun): Statement {
  return sql`${row}.name = ${name} and ${row}.run = ${run}`
}

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
  return readAs(
    reader.database,
    sql`select v.space_id as "spaceId", v.name, v.shown_run as run, s.key as "spaceKey",
      s.name as "spaceName",
      coalesce(c.remote_homepage_id, cast(s.homepage_id as text)) as "homepageId",
      u.name as "madeBy", v.shown_at as "shownAt", v.ends_at as "endsAt",
      c.kind as "remote.kind", c.base_url as "remote.baseUrl",
      c.remote_space_id as "remote.remoteSpace.id", c.remote_space_key as "remote.remoteSpace.key",
      c.remote_space_name as "remote.remoteSpace.name"
    from previews v join spaces s on s.id = v.space_id join users u on u.id = v.user_id
    left join space_connections c on c.space_id = v.space_id
    where v.name = ${name} and v.shown_run <> '' and v.ends_at > ${now.getTime()}
      and s.deleted_at is null
      and v.site = coalesce(c.base_url || ' ' || c.remote_space_id, '')
      and ${await reader.isReadable(sql`s.id`)}
    order by s.key_fold`,
  )
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

/** Further facts about a page of a preview, stored as JSON. */
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
  const rows = await readAs<Omit<PreviewChange, 'edited'> & { outlook: string }>(
    database,
    sql`select cast(o.page_id as text) as "pageId", o.title, o.base_version = 0 as "isNew",
        o.kind = 'gone' as "isGone", o.kind = 'page' and o.base_version > 0 as "isChanged",
        case when o.base_version > 0 and o.base_title <> o.title then o.base_title end
          as "renamedFrom",
        case when o.base_version > 0 and o.kind <> 'gone' and o.parent_id <> o.base_parent_id
          then coalesce(above.title, '') end as "movedFrom", o.outlook
      from preview_pages o
      left join ${pagesOf(run)} above
        on above.space_id = o.space_id and above.id = o.base_parent_id
      where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
        and (o.kind <> 'placed' or o.parent_id <> o.base_parent_id)
      order by o.title_order, o.title, o.page_id`,
  )
  return rows.map(({ outlook, ...change }) => {
    const { edited } = JSON.parse(outlook) as DraftOutlook
    return { ...change, edited: edited && { by: edited.by, at: new Date(edited.at) } }
  })
}

export interface PreviewPage {
  /**
   * - `page`: new, or with another text, title or labels
   * - `placed`: the same page in another place
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
  const [row] = await readAs<Omit<PreviewPage, 'url'> & { outlook: string }>(
    database,
    sql`select o.kind, o.title, o.labels as "labels[]", o.base_version as "baseVersion", o.adf,
        o.outlook from preview_pages o
      where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
        and o.page_id = ${parseId(id) ?? 0}`,
  )
  if (row === undefined) return undefined
  const { outlook, ...page } = row
  return { ...page, url: (JSON.parse(outlook) as DraftOutlook).url }
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

/** When the last import into a connected space was, also one that changed nothing. */
export async function lastImportInto(
  database: Database,
  spaceId: number,
  pageId?: string,
): Promise<Date | undefined> {
  const isOfPage = pageId === undefined ? sql`` : sql`and page_id = ${pageId}`
  const [row] = await readAs<{ at: Date | undefined }>(
    database,
    sql`select max(updated_at) as at from remote_pages where space_id = ${spaceId} ${isOfPage}`,
  )
  return row?.at
}

export interface PreviewReport extends Pick<PreviewFields, 'warnings' | 'failures' | 'staying'> {
  readonly unlisted: number
}

export type PreviewWarning = PreviewReport['warnings'][number]

/** A checked request, with the number of rows beyond the limits of its lists. */
export interface CheckedPreview extends CheckedRequest<PreviewFields> {
  readonly unlisted: number
}

export function previewPath(name: string): string {
  return `/wiki/previews/${name}`
}
