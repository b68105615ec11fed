/**
 * Pages of a connected space, in the form in which a preview reads those that are here: what imports left
 * in Confluence, as the store keeps it. Nothing is asked of the site for it.
 * @module
 */
import type { Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import {
  type ConnectedPlace,
  remoteSpaceUrl,
} from '../../../delivery/connections/space-connection.ts'
import { readLabels } from '../../../importing/labels.ts'
import { noPosition, type PageTable } from '../page-place.ts'

/** The space of Confluence that a preview is of. */
export interface RemoteSpaceOfRun {
  /** As `previews` names it. */
  readonly site: string
  readonly baseUrl: string
  /** Where its pages are read. */
  readonly url: string
  /** What is shown as the top of its tree, also where no import wrote it. */
  readonly homepageId: number
  readonly title: string
}

interface ConnectionOfSpace extends ConnectedPlace {
  readonly remoteSpace: ConnectedPlace['remoteSpace'] & {
    readonly id: string
    readonly homepageId?: string | undefined
  }
}

/**
 * Tell what a preview knows of the space that its own is connected to.
 * @param homepageId Of the space here, which stands for a homepage that the site does not tell.
 */
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

interface NamedPreview {
  readonly spaceId: number
  readonly name: string
}

/**
 * Pages that a preview makes have ids from here on until they are in Confluence: neither a site nor the store
 * gives such, and they are short enough to be read as ids.
 */
export const firstOwnId = 500_000_000_000_000

/**
 * Tell whether an id is that of a page which only a preview has.
 * @param id The id as callers write it.
 */
export function isOwnId(id: string | undefined): boolean {
  return (parseId(id ?? '') ?? 0) >= firstOwnId
}

/**
 * Make what stands for the table of pages.
 * @param preview Whose space, and who is named where nobody else is known.
 */
export function remotePagesTable({ spaceId, name }: NamedPreview): PageTable {
  return sql`(
    select r.space_id, cast(r.page_id as bigint) as id, cast(r.parent_id as bigint) as parent_id,
      r.title, r.title_key, r.title_key as title_order,
      coalesce(r.position, ${noPosition}) as position, '' as navigation_title,
      'current' as status, r.version, r.version as imported_version, r.updated_at, r.labels,
      coalesce((select v.author_id from remote_versions v where v.space_id = ${spaceId}
        and v.page_id = r.page_id order by v.number desc limit 1),
        ${makerOf({ spaceId, name })}) as author_id, '' as source_url
    from remote_pages r where r.space_id = ${spaceId})`
}

function makerOf({ spaceId, name }: NamedPreview): Statement {
  return sql`(select user_id from previews where space_id = ${spaceId} and name = ${name})`
}

/**
 * Put pages into one tree: below pages that the store does not know, such as people's, they stand below the top.
 */
export function withinRemoteTree(
  rows: Statement,
  { spaceId, name }: NamedPreview,
  { homepageId, title }: RemoteSpaceOfRun,
): PageTable {
  const top = sql`cast(${homepageId} as bigint)`
  const tree = sql`(
    with entries as (${rows})
    select e.space_id, e.id, case when e.id = ${top} then 0
        when e.parent_id in (select id from entries) then e.parent_id else ${top} end as parent_id,
      e.title, e.title_key, e.title_order, e.position, e.navigation_title, e.status, e.version,
      e.imported_version, e.updated_at, e.labels, e.author_id, e.source_url
    from entries e
    union all
    select space_id, ${top}, 0, cast(${title} as text), '', '', 0, '', 'current', 1, 0, shown_at, '',
      user_id, ''
    from previews where space_id = ${spaceId} and name = ${name}
      and not exists (select 1 from entries where id = ${top}))`
  return { ...tree, isMadeWhole: true }
}

/**
 * Read what the last import sent of a page.
 * @returns Undefined where no import wrote it.
 */
export async function findRemoteDocument(
  database: Database,
  spaceId: number,
  id: string,
): Promise<SentDocument | undefined> {
  const [row] = await database.read<Omit<SentDocument, 'labels'> & { labels: string }>(sql`
    select v.title, p.labels, p.url, v.adf from remote_versions v
    join remote_pages p on p.space_id = v.space_id and p.page_id = v.page_id
    where v.space_id = ${spaceId} and v.page_id = ${String(parseId(id) ?? 0)} and v.adf <> ''
    order by v.number desc limit 1`)
  return row && { ...row, labels: readLabels(row.labels) }
}

export interface SentDocument {
  readonly title: string
  readonly labels: readonly string[]
  /** Where it is. */
  readonly url: string
  readonly adf: string
}
