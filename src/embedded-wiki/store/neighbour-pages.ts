/** The pages before and after one in reading order: a page, then those below it, then its next sibling. @module */
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { namedPages, nameInTree, type PageTable, pagesTable } from './page-place.ts'

export interface NeighbourPage {
  readonly id: string
  /** What trees and lists call it. */
  readonly title: string
}

export interface NeighbourPages {
  readonly previous: NeighbourPage | undefined
  readonly next: NeighbourPage | undefined
}

/**
 * Find the neighbours of a current page; whoever may read the page may read them. Looks at one page
 * for each level of the tree above, and below the page before, however many stand beside them.
 * @param page Its space and its id.
 * @param table Where pages are read from.
 */
export async function findNeighbours(
  database: Database,
  page: { spaceId: string; id: string },
  table: PageTable = pagesTable,
): Promise<NeighbourPages> {
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
  const [row] = await database.read<NeighbourRow>(sql`
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
