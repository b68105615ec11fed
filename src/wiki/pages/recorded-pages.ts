/** Pages of connected spaces: where they live, and as the last import left them. @module */
import { type Statement, sql } from '../../store/sql.ts'
import { noPosition } from '../store/page-place.ts'
import { versionColumns } from './page.ts'

export type SiteKind = 'cloud' | 'data-center'

export interface ConnectedPlace {
  readonly kind: SiteKind
  readonly baseUrl: string
  readonly remoteSpace: { readonly key: string; readonly name: string }
}

const products: Readonly<Record<SiteKind, { readonly name: string; readonly spacePath: string }>> =
  {
    cloud: { name: 'Confluence Cloud', spacePath: '/spaces/' },
    'data-center': { name: 'Confluence Data Center', spacePath: '/display/' },
  }

export function remoteSpaceUrl({ kind, baseUrl, remoteSpace }: ConnectedPlace): string {
  return `${baseUrl}${products[kind].spacePath}${encodeURIComponent(remoteSpace.key)}`
}

export function remoteProduct({ kind }: Pick<ConnectedPlace, 'kind'>): string {
  return products[kind].name
}

/**
 * Replaces the table of pages, with the newest imported version of each. Pages whose parent no
 * import wrote have the parent 0.
 */
export const recordedPages: Statement = recordedWith(sql``)

/** @param texts Additional columns of the version `v`. */
export function recordedWith(texts: Statement): Statement {
  return sql`(
    select cast(r.page_id as bigint) as id, r.page_id, r.space_id, s.key as space_key, s.key_fold, r.title,
      r.title as title_key, r.title_key as title_order, '' as navigation_title, 'current' as status,
      coalesce(cast(above.page_id as bigint), 0) as parent_id, r.parent_id as remote_parent_id,
      coalesce(r.position, ${noPosition}) as position, r.position as remote_position, r.labels, r.url,
      first.author_id as first_author_id, first.created_at, v.number, v.number as version, v.message, v.commit_id, v.commit_author,
      v.author_id, u.name as author_name, v.created_at as version_created_at, v.via, v.token_name,
      cast(null as bigint) as purged_at ${texts}
    from remote_pages r join space_connections c on c.space_id = r.space_id
    join spaces s on s.id = r.space_id and s.deleted_at is null
    left join remote_pages above on above.space_id = r.space_id and above.page_id = r.parent_id
      and above.page_id <> r.page_id and above.is_gone = 0
    join remote_versions first on first.space_id = r.space_id and first.page_id = r.page_id
      and not exists (select 1 from remote_versions w where w.space_id = first.space_id
        and w.page_id = first.page_id and w.number < first.number)
    join remote_versions v on v.space_id = r.space_id and v.page_id = r.page_id
      and not exists (select 1 from remote_versions w where w.space_id = v.space_id
        and w.page_id = v.page_id and w.number > v.number)
    join users u on u.id = v.author_id
    where r.is_gone = 0)`
}

/** Recorded pages for the search, which knows them by `index_id`. */
export const indexedPages: Statement = sql`(
  select r.index_id as id, r.space_id, r.title, r.title_key as title_order, r.labels,
    'current' as status, r.version, r.updated_at, r.page_id, r.url
  from remote_pages r where r.is_gone = 0
    and exists (select 1 from space_connections c where c.space_id = r.space_id))`

/** For `readAs`: fills a `Page` from a recorded page `p`. */
export const recordedColumns: Statement = sql`p.page_id as id,
  cast(p.space_id as text) as "spaceId", p.space_key as "spaceKey",
  nullif(p.remote_parent_id, p.page_id) as "parentId", p.title, p.status,
  p.remote_position as position, cast(p.first_author_id as text) as "authorId",
  p.created_at as "createdAt", p.url, ${versionColumns(sql`p`, sql`p.author_name`, sql`p.version_created_at`)}`
