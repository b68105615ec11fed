/** The pages above and below a page. @module */
import type { Reader } from '../../accounts/reader.ts'
import { append } from '../../contract/base/append.ts'
import type { Database } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { isAnyOf, sql } from '../../store/sql.ts'
import { nameInTree, noPosition, placeColumns } from '../store/page-place.ts'
import type { ParentOfPages } from './pages-around.ts'
import { recordedPages } from './recorded-pages.ts'

interface DescendantPage {
  readonly id: string
  readonly title: string
  readonly parentId: string
  readonly depth: number
  readonly position: number | undefined
  /** Its address in Confluence, for a recorded page. */
  readonly url: string | undefined
}

export async function listDescendants(
  reader: Reader,
  page: ParentOfPages,
  range: {
    readonly depth: number
    readonly after?: { readonly id: string; readonly depth: number } | undefined
    readonly limit: number
  },
): Promise<DescendantPage[]> {
  if (!(await reader.mayRead(page.spaceId))) return []
  const spaceId = parseId(page.spaceId) ?? 0
  const { depth, after, limit } = range
  const isRecorded = page.url !== undefined
  const table = isRecorded ? recordedPages : sql`pages`
  const url = isRecorded ? sql`p.url` : sql`cast(null as text)`
  const behindCursor =
    after === undefined
      ? sql`1 = 1`
      : sql`(cast(depth as bigint), id) > (${after.depth}, ${parseId(after.id) ?? 0})`
  const rows = await reader.database.read<DescendantRow>(sql`
    with recursive below (id, title, parent_id, position, url, depth) as (
      select p.id, p.title, p.parent_id, p.position, ${url}, 1 from ${table} p
      where p.space_id = ${spaceId} and p.parent_id = ${parseId(page.id) ?? 0}
        and p.status = 'current'
      union all
      select p.id, p.title, p.parent_id, p.position, ${url}, below.depth + 1
      from below join ${table} p on p.space_id = ${spaceId} and p.parent_id = below.id
      where p.status = 'current' and below.depth < ${depth}
    )
    select id, title, parent_id, nullif(position, ${noPosition}) as position, url, depth from below
    where ${behindCursor} order by depth, id limit ${limit}`)
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    parentId: String(row.parent_id),
    depth: row.depth,
    position: row.position ?? undefined,
    url: row.url ?? undefined,
  }))
}

interface DescendantRow {
  readonly id: number
  readonly title: string
  readonly parent_id: number
  readonly position: number | null
  readonly url: string | null
  readonly depth: number
}

interface OutlinedPage {
  readonly id: string
  readonly title: string
  readonly depth: number
}

interface SpaceOutline {
  readonly pages: readonly OutlinedPage[]
  readonly isCut: boolean
}

const parentsAtOnce = 500

export async function readOutline(
  reader: Reader,
  { spaceId, homepageId }: { readonly spaceId: string; readonly homepageId: string },
  limit: number,
): Promise<SpaceOutline> {
  if (!(await reader.mayRead(spaceId))) return { pages: [], isCut: false }
  const below = new Map<number, readonly ChildRow[]>()
  let rowsLeft = limit
  let level = [parseId(homepageId) ?? 0]
  let isCut = false
  while (level.length > 0 && !isCut) {
    const rows: ChildRow[] = []
    for (let at = 0; at < level.length && rows.length <= rowsLeft; at += parentsAtOnce) {
      const parents = level.slice(at, at + parentsAtOnce)
      append(rows, await listBelow(reader.database, spaceId, parents, rowsLeft + 1 - rows.length))
    }
    isCut = rows.length > rowsLeft
    const visibleRows = rows.slice(0, rowsLeft)
    rowsLeft -= visibleRows.length
    for (const [parent, pages] of Map.groupBy(visibleRows, (page) => page.parent_id))
      below.set(parent, pages)
    level = visibleRows.map(({ id }) => id)
  }
  const pages: OutlinedPage[] = []
  const addChildren = (parentId: number, depth: number): void => {
    for (const { id, title } of below.get(parentId) ?? []) {
      pages.push({ id: String(id), title, depth })
      addChildren(id, depth + 1)
    }
  }
  addChildren(parseId(homepageId) ?? 0, 0)
  return { pages, isCut }
}

interface ChildRow {
  readonly id: number
  readonly parent_id: number
  readonly title: string
}

function listBelow(
  database: Database,
  spaceId: string,
  parents: readonly number[],
  limit: number,
): Promise<ChildRow[]> {
  return database.read<ChildRow>(sql`
    select p.id, p.parent_id, ${nameInTree} as title from pages p
    where p.space_id = ${parseId(spaceId) ?? 0} and ${isAnyOf(sql`p.parent_id`, parents)}
      and p.status = 'current'
    order by p.parent_id, ${placeColumns} limit ${limit}`)
}
