/** The pages of a space as a preview would leave them. @module */
import { createHash } from 'node:crypto'
import { type Statement, sql } from '../../../store/sql.ts'
import { type ConnectedPlace, remoteSpaceUrl } from '../../pages/connected-place.ts'
import { noPosition } from '../page-place.ts'

export interface PreviewRun {
  readonly spaceId: number
  readonly name: string
  readonly run: string
  /** Undefined for an embedded space. */
  readonly remote?: RemoteSpaceOfRun | undefined
}

export interface RemoteSpaceOfRun {
  /** The identifier of the Confluence space, as in the table `previews`. */
  readonly site: string
  readonly baseUrl: string
  readonly url: string
  readonly homepageId: number
  readonly title: string
}

export interface ConnectionOfSpace extends ConnectedPlace {
  readonly remoteSpace: ConnectedPlace['remoteSpace'] & {
    readonly id: string
    readonly homepageId?: string | undefined
  }
}

/** @param homepageId The homepage here, used when the site names none. */
export function remoteSpaceOf(connection: ConnectionOfSpace, homepageId: string): RemoteSpaceOfRun {
  const { baseUrl, remoteSpace } = connection
  return {
    site: `${baseUrl} ${remoteSpace.id}`,
    baseUrl,
    url: remoteSpaceUrl(connection),
    homepageId: Number(remoteSpace.homepageId ?? homepageId),
    title: remoteSpace.name,
  }
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

/** Connected spaces have the pages that imports left, without asking the site. */
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
