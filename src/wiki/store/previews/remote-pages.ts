/** Pages of a connected space as imports left them, without asking the site. @module */

import { readLabels } from '../../../contract/titles-and-labels.ts'
import type { Database } from '../../../store/database.ts'
import { parseId } from '../../../store/ids.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { type ConnectedPlace, remoteSpaceUrl } from '../../pages/connected-place.ts'
import { noPosition } from '../page-place.ts'

export interface RemoteSpaceOfRun {
  readonly site: string
  readonly baseUrl: string
  readonly url: string
  readonly homepageId: number
  readonly title: string
}

interface ConnectionOfSpace extends ConnectedPlace {
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
export const firstOwnId = 500_000_000_000_000

export function isOwnId(id: string | undefined): boolean {
  return (parseId(id ?? '') ?? 0) >= firstOwnId
}

export function remotePagesTable(spaceId: number): Statement {
  return sql`(
    select r.space_id, cast(r.page_id as bigint) as id, cast(r.parent_id as bigint) as parent_id,
      r.title, r.title_key, r.title_key as title_order,
      coalesce(r.position, ${noPosition}) as position, '' as navigation_title,
      'current' as status, r.version, r.labels
    from remote_pages r where r.space_id = ${spaceId} and r.is_gone = 0)`
}

/** Undefined when no import wrote the page. */
export async function findRemoteDocument(
  database: Database,
  spaceId: number,
  id: string,
): Promise<SentDocument | undefined> {
  const [row] = await database.read<Omit<SentDocument, 'labels' | 'importedAt'> & SentRow>(sql`
    select v.title, p.labels, p.url, v.adf, p.updated_at from remote_versions v
    join remote_pages p on p.space_id = v.space_id and p.page_id = v.page_id
    where v.space_id = ${spaceId} and v.page_id = ${String(parseId(id) ?? 0)} and v.adf <> ''
    order by v.number desc limit 1`)
  if (row === undefined) return undefined
  return { ...row, labels: readLabels(row.labels), importedAt: new Date(row.updated_at) }
}

interface SentRow {
  readonly labels: string
  readonly updated_at: number
}

export interface SentDocument {
  readonly title: string
  readonly labels: readonly string[]
  readonly url: string
  readonly adf: string
  readonly importedAt: Date
}

export async function lastImportInto(
  database: Database,
  spaceId: number,
): Promise<Date | undefined> {
  const [row] = await database.read<{ at: number | string | null }>(sql`
    select max(updated_at) as at from remote_pages where space_id = ${spaceId}`)
  return row?.at ? new Date(Number(row.at)) : undefined
}
