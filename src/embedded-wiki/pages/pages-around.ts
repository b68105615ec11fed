/** Children, neighbours and possible parents of a page. @module */
import { isWritable } from '../../auth/access-conditions.ts'
import type { Reader } from '../../auth/reader.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { type Statement, sql } from '../../database/sql.ts'
import type { ParentPage, ParentSearch } from '../../importing/target-wiki.ts'
import {
  isBehind,
  namedPages,
  nameInTree,
  type PageTable,
  pagesTable,
  placeColumns,
  titleKey,
} from '../store/page-place.ts'
import { isEmbedded } from '../store/saving/find-place.ts'
import type { Page } from './page.ts'

/** Pages whose title starts with the search come first. */
export async function listParentPages(
  database: Database,
  request: ParentSearch,
): Promise<ParentPage[]> {
  const spaceId = parseId(request.spaceId) ?? 0
  const chosenId = parseId(request.chosenId ?? '') ?? 0
  const search = titleKey(request.search)
  const pattern = search.replaceAll(/[!%_]/g, '!$&')
  const isFound =
    search === ''
      ? sql`(p.parent_id = 0 or p.parent_id = (select homepage_id from spaces where id = ${spaceId}))`
      : sql`(lower(p.title_key) like lower(cast(${`%${pattern}%`} as text)) escape '!'
          or p.id = ${parseId(search) ?? 0})`
  const rows = await database.read<PathRow>(sql`
    with recursive found (id, title, parent_id, place) as (
      select p.id, p.title, p.parent_id, row_number() over (order by
        case when p.id = ${chosenId} then 0 when p.parent_id = 0 then 1
          when lower(p.title_key) like lower(cast(${`${pattern}%`} as text)) escape '!' then 2
          else 3 end, ${search === '' ? placeColumns : sql`p.title_order, p.id`})
      from pages p
      where p.space_id = ${spaceId} and p.status = 'current'
        and ${isWritable(sql`p.space_id`, request)} and ${isEmbedded(sql`p.space_id`)}
        and (p.id = ${chosenId} or ${isFound})
    ),
    path (id, place, title, parent_id, distance) as (
      select id, place, title, parent_id, 0 from found where place <= ${request.limit}
      union all
      select path.id, path.place, p.title, p.parent_id, path.distance + 1
      from path join pages p on p.space_id = ${spaceId} and p.id = path.parent_id
    )
    select id, title, distance from path order by place, distance desc`)
  return toPages(rows)
}

interface PathRow {
  readonly id: number
  readonly title: string
  readonly distance: number
}

function toPages(rows: readonly PathRow[]): ParentPage[] {
  const pages: ParentPage[] = []
  let ancestors: string[] = []
  for (const { id, title, distance } of rows) {
    if (distance > 0) {
      ancestors.push(title)
      continue
    }
    pages.push({ id: String(id), title, ancestors })
    ancestors = []
  }
  return pages
}

export interface NeighbourPage {
  readonly id: string
  readonly title: string
}

/** From the homepage down; where a recorded page stands is not known as far as that. */
export async function listAncestors(
  reader: Reader,
  page: Pick<Page, 'spaceId' | 'parentId'> & Partial<Pick<Page, 'url'>>,
  table: PageTable = pagesTable,
): Promise<NeighbourPage[]> {
  if (page.url !== undefined || !(await reader.mayRead(page.spaceId))) return []
  const { ahead, pages: all } = namedPages(table)
  const rows = await reader.database.read<{ id: number; title: string }>(sql`
    with recursive ${ahead} above (id, title, parent_id, distance) as (
      select p.id, ${nameInTree}, p.parent_id, 1 from ${all} p
      where p.space_id = ${Number(page.spaceId)} and p.id = ${Number(page.parentId ?? 0)}
      union all
      select p.id, ${nameInTree}, p.parent_id, above.distance + 1
      from above join ${all} p on p.space_id = ${Number(page.spaceId)} and p.id = above.parent_id
    )
    select id, title from above order by distance desc`)
  return rows.map(({ id, title }) => ({ id: String(id), title }))
}

export interface NeighbourPages {
  readonly previous: NeighbourPage | undefined
  readonly next: NeighbourPage | undefined
}

/**
 * Find the previous and next page in reading order. Reads one page per level of the tree, however
 * wide it is.
 */
export async function findNeighbours(
  reader: Reader,
  page: { spaceId: string; id: string },
  table: PageTable = pagesTable,
): Promise<NeighbourPages> {
  if (!(await reader.mayRead(page.spaceId))) return { previous: undefined, next: undefined }
  const spaceId = parseId(page.spaceId) ?? 0
  const pageId = parseId(page.id) ?? 0
  const { ahead, pages: all } = namedPages(table)
  const siblings = sql`from ${all} q where q.space_id = ${spaceId} and q.status = 'current' and q.parent_id`
  const place = sql`(q.position, q.title_order, q.id)`
  const placeAbove = sql`(above.position, above.title_order, above.id)`
  const first = sql`order by q.position, q.title_order, q.id limit 1`
  const last = sql`order by q.position desc, q.title_order desc, q.id desc limit 1`
  const title = (id: Statement): Statement =>
    sql`(select ${nameInTree} from ${all} p where p.space_id = ${spaceId} and p.id = ${id})`
  const [row] = await reader.database.read<NeighbourRow>(sql`
    with recursive ${ahead} above (id, parent_id, position, title_order, distance) as (
      select id, parent_id, position, title_order, 0 from ${all} own
      where space_id = ${spaceId} and id = ${pageId}
      union all
      select p.id, p.parent_id, p.position, p.title_order, above.distance + 1
      from above join ${all} p on p.space_id = ${spaceId} and p.id = above.parent_id
    ),
    following (id, distance) as (
      select (select q.id ${siblings} = ${pageId} ${first}) as id, -1 as distance
      union all
      select (select q.id ${siblings} = above.parent_id and ${place} > ${placeAbove} ${first}),
        distance
      from above
    ),
    preceding (id, depth) as (
      select (select q.id ${siblings} = above.parent_id and ${place} < ${placeAbove} ${last}) as id,
        1 as depth
      from above where distance = 0
      union all
      select (select q.id ${siblings} = preceding.id ${last}), depth + 1
      from preceding where id is not null
    ),
    neighbours (previous_id, next_id) as (
      select
        coalesce((select id from preceding where id is not null order by depth desc limit 1),
          (select nullif(parent_id, 0) from above where distance = 0)),
        (select id from following where id is not null order by distance limit 1)
    )
    select previous_id, ${title(sql`previous_id`)} as previous_title,
      next_id, ${title(sql`next_id`)} as next_title
    from neighbours`)
  return {
    previous: toNeighbour(row?.previous_id, row?.previous_title),
    next: toNeighbour(row?.next_id, row?.next_title),
  }
}

interface NeighbourRow {
  readonly previous_id: number | null
  readonly previous_title: string | null
  readonly next_id: number | null
  readonly next_title: string | null
}

function toNeighbour(
  id: number | null | undefined,
  title: string | null | undefined,
): NeighbourPage | undefined {
  return typeof id === 'number' && typeof title === 'string' ? { id: String(id), title } : undefined
}

export interface ChildPage {
  readonly id: string
  readonly title: string
  readonly hasChildren: boolean
}

export interface ChildPages {
  readonly pages: readonly ChildPage[]
  readonly next: string | undefined
}

const maxChildPages = 200

export async function listChildPages(
  reader: Reader,
  place: { spaceId: string; parentId: string; after?: string | undefined },
  table: PageTable = pagesTable,
): Promise<ChildPages> {
  if (!(await reader.mayRead(place.spaceId))) return { pages: [], next: undefined }
  const spaceId = parseId(place.spaceId) ?? 0
  const after = parseId(place.after ?? '')
  const { alone, pages: all } = namedPages(table)
  const rest = after === undefined ? sql`` : sql`and ${isBehind(spaceId, after, all)}`
  const rows = await reader.database.read<ChildRow>(sql`
    ${alone} select p.id, ${nameInTree} as title, ${hasChildren(all)} as has_children
    from ${all} p
    where p.space_id = ${spaceId} and p.parent_id = ${parseId(place.parentId) ?? 0}
      and p.status = 'current' ${rest}
    order by ${placeColumns} limit ${maxChildPages + 1}`)
  const pages = rows.slice(0, maxChildPages).map(toChildPage)
  return { pages, next: rows.length <= maxChildPages ? undefined : pages.at(-1)?.id }
}

export async function findChildPage(
  reader: Reader,
  page: { spaceId: string; id: string },
  table: PageTable = pagesTable,
): Promise<ChildPage | undefined> {
  if (!(await reader.mayRead(page.spaceId))) return undefined
  const { alone, pages: all } = namedPages(table)
  const rows = await reader.database.read<ChildRow>(sql`
    ${alone} select p.id, ${nameInTree} as title, ${hasChildren(all)} as has_children
    from ${all} p
    where p.space_id = ${parseId(page.spaceId) ?? 0} and p.id = ${parseId(page.id) ?? 0}
      and p.status = 'current'`)
  return rows.map(toChildPage)[0]
}

function hasChildren(all: PageTable): Statement {
  return sql`exists (select 1 from ${all} c
    where c.space_id = p.space_id and c.parent_id = p.id and c.status = 'current')`
}

interface ChildRow {
  readonly id: number
  readonly title: string
  /** PostgreSQL returns a boolean, SQLite 1 or 0. */
  readonly has_children: boolean | number
}

function toChildPage({ id, title, has_children: has }: ChildRow): ChildPage {
  return { id: String(id), title, hasChildren: Boolean(has) }
}
