/** Children, neighbours and possible parents of a page. @module */
import { isWritable, type Reader } from '../../accounts/reader.ts'
import type { Database } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { type Statement, sql } from '../../store/sql.ts'
import type { ParentPage, ParentSearch, Space } from '../import/target-wiki.ts'
import { isBehind, nameInTree, noPosition, placeColumns, titleKey } from '../store/page-place.ts'
import { isEmbedded } from '../store/saving/find-place.ts'
import type { Page } from './page.ts'
import { recordedPages } from './recorded-pages.ts'

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

/** Lists ancestors, the homepage first. For a recorded page we know only part of its path. */
export async function listAncestors(
  reader: Reader,
  page: Pick<Page, 'spaceId' | 'parentId'> & Partial<Pick<Page, 'url'>>,
): Promise<NeighbourPage[]> {
  if (page.url !== undefined || !(await reader.mayRead(page.spaceId))) return []
  return reader.database.read<NeighbourPage>(sql`
    with recursive above (id, title, parent_id, distance) as (
      select p.id, ${nameInTree}, p.parent_id, 1 from pages p
      where p.space_id = ${Number(page.spaceId)} and p.id = ${Number(page.parentId ?? 0)}
      union all
      select p.id, ${nameInTree}, p.parent_id, above.distance + 1
      from above join pages p on p.space_id = ${Number(page.spaceId)} and p.id = above.parent_id
    )
    select cast(id as text) as id, title from above order by distance desc`)
}

export interface NeighbourPages {
  readonly previous: NeighbourPage | undefined
  readonly next: NeighbourPage | undefined
}

/** Reads one page per level of the tree, however wide it is. */
export async function findNeighbours(
  reader: Reader,
  page: { spaceId: string; id: string },
): Promise<NeighbourPages> {
  if (!(await reader.mayRead(page.spaceId))) return { previous: undefined, next: undefined }
  const spaceId = parseId(page.spaceId) ?? 0
  const pageId = parseId(page.id) ?? 0
  const siblings = sql`from pages q where q.space_id = ${spaceId} and q.status = 'current' and q.parent_id`
  const place = sql`(q.position, q.title_order, q.id)`
  const placeAbove = sql`(above.position, above.title_order, above.id)`
  const firstInOrder = sql`order by q.position, q.title_order, q.id limit 1`
  const lastInOrder = sql`order by q.position desc, q.title_order desc, q.id desc limit 1`
  const title = (id: Statement): Statement =>
    sql`(select ${nameInTree} from pages p where p.space_id = ${spaceId} and p.id = ${id})`
  const [row] = await readAs<NeighbourPages>(
    reader.database,
    sql`with recursive above (id, parent_id, position, title_order, distance) as (
      select id, parent_id, position, title_order, 0 from pages own
      where space_id = ${spaceId} and id = ${pageId}
      union all
      select p.id, p.parent_id, p.position, p.title_order, above.distance + 1
      from above join pages p on p.space_id = ${spaceId} and p.id = above.parent_id
    ),
    following (id, distance) as (
      select (select q.id ${siblings} = ${pageId} ${firstInOrder}) as id, -1 as distance
      union all
      select (select q.id ${siblings} = above.parent_id and ${place} > ${placeAbove} ${firstInOrder}),
        distance
      from above
    ),
    preceding (id, depth) as (
      select (select q.id ${siblings} = above.parent_id and ${place} < ${placeAbove} ${lastInOrder}) as id,
        1 as depth
      from above where distance = 0
      union all
      select (select q.id ${siblings} = preceding.id ${lastInOrder}), depth + 1
      from preceding where id is not null
    ),
    neighbours (previous_id, next_id) as (
      select
        coalesce((select id from preceding where id is not null order by depth desc limit 1),
          (select nullif(parent_id, 0) from above where distance = 0)),
        (select id from following where id is not null order by distance limit 1)
    )
    select cast(previous_id as text) as "previous.id",
      ${title(sql`previous_id`)} as "previous.title", cast(next_id as text) as "next.id",
      ${title(sql`next_id`)} as "next.title"
    from neighbours`,
  )
  return row ?? { previous: undefined, next: undefined }
}

export type ParentOfPages = Pick<Page, 'id' | 'spaceId' | 'url'>

export function recordedTop({
  id: spaceId,
  key: spaceKey,
}: Pick<Space, 'id' | 'key'>): ParentOfPages & Pick<Page, 'spaceKey'> {
  return { id: '0', spaceId, spaceKey, url: '' }
}

export interface ChildPage {
  readonly id: string
  readonly title: string
  readonly pageTitle: string
  readonly position: number | undefined
  readonly version: number
  readonly url: string | undefined
  /** Whether the page has children; always false for recorded pages. */
  readonly hasChildren: boolean
}

export interface ChildPages {
  readonly pages: readonly ChildPage[]
  /** The cursor of the next part. */
  readonly next: string | undefined
}

export type SpaceTree = ReturnType<typeof treeOf>

export function treeOf(reader: Reader, spaceId: string) {
  return {
    children: (id: string, after?: string) => listChildren(reader, { id, spaceId }, { after }),
    child: (id: string) => findChild(reader, { id, spaceId }),
    ancestors: ({ parentId }: Pick<Page, 'parentId'>) =>
      listAncestors(reader, { spaceId, parentId }),
  }
}

const maxChildren = 200

export async function listChildren(
  reader: Reader,
  { id, spaceId, url }: ParentOfPages,
  { after, limit }: Pick<ListedPages, 'after' | 'limit'> = {},
): Promise<ChildPages> {
  const isWanted = sql`p.parent_id = ${parseId(id) ?? 0}`
  return listChildrenWhere(reader, {
    spaceId,
    isWanted,
    after,
    limit,
    ...(url === undefined ? { pages: sql`pages` } : { pages: recordedPages, url: sql`p.url` }),
  })
}

/** List the first pages below each of some pages, by the id of the page above. */
export async function listFirstBelow(
  reader: Reader,
  spaceId: string,
  parentIds: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly NeighbourPage[]>> {
  if (parentIds.length === 0 || !(await reader.mayRead(spaceId))) return new Map()
  const firstPages = (parentId: string): Statement => sql`
    select * from (
      select cast(p.parent_id as text) as "parentId", cast(p.id as text) as id,
        ${nameInTree} as title
      from pages p
      where p.space_id = ${Number(spaceId)} and p.parent_id = ${Number(parentId)}
        and p.status = 'current'
      order by ${placeColumns} limit ${limit}) first_pages`
  const pages = await reader.database.read<NeighbourPage & { readonly parentId: string }>(
    parentIds.map(firstPages).reduce((union, query) => sql`${union} union all ${query}`),
  )
  return Map.groupBy(pages, ({ parentId }) => parentId)
}

async function findChild(
  reader: Reader,
  { id, spaceId }: Pick<Page, 'id' | 'spaceId'>,
): Promise<ChildPage | undefined> {
  const isWanted = sql`p.id = ${parseId(id) ?? 0}`
  return (await listChildrenWhere(reader, { spaceId, pages: sql`pages`, isWanted })).pages[0]
}

interface ListedPages {
  readonly spaceId: string
  /** The table of pages, or a query with its columns. */
  readonly pages: Statement
  /** A condition on `p`. */
  readonly isWanted: Statement
  readonly after?: string | undefined
  readonly limit?: number | undefined
  /** The address in Confluence, for recorded pages. */
  readonly url?: Statement
}

export async function listChildrenWhere(
  reader: Reader,
  { pages: table, isWanted, after, limit = maxChildren, url, ...place }: ListedPages,
): Promise<ChildPages> {
  if (!(await reader.mayRead(place.spaceId))) return { pages: [], next: undefined }
  const spaceId = parseId(place.spaceId) ?? 0
  const lastId = parseId(after ?? '')
  const behind = lastId === undefined ? sql`1 = 1` : isBehind(spaceId, lastId, table)
  // Looking up children of recorded pages is slow, and nothing shows their tree.
  const hasChildren =
    url === undefined
      ? sql`exists (select 1 from ${table} c
          where c.space_id = p.space_id and c.parent_id = p.id and c.status = 'current')`
      : sql`0`
  const children = await readAs<ChildPage>(
    reader.database,
    sql`select cast(p.id as text) as id, ${nameInTree} as title, p.title as "pageTitle", p.version,
        nullif(p.position, ${noPosition}) as position, ${url ?? sql`cast(null as text)`} as url,
        ${hasChildren} as "hasChildren"
      from ${table} p
      where p.space_id = ${spaceId} and p.status = 'current' and ${isWanted} and ${behind}
      order by ${placeColumns} limit ${limit + 1}`,
  )
  const pages = children.slice(0, limit)
  return { pages, next: children.length > limit ? pages.at(-1)?.id : undefined }
}
