/** The tree around a page: those above it and those below it, as many levels as are asked for. @module */
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { ListPlace } from '../../database/list-order.ts'
import { sql } from '../../database/sql.ts'
import { noPosition } from './page-place.ts'
import type { Page } from './pages.ts'

export interface DescendantPage {
  readonly id: string
  readonly title: string
  readonly parentId: string
  /** 1 for those right below. */
  readonly depth: number
  /** Undefined for a page that stands by its title. */
  readonly position: number | undefined
}

/**
 * List current pages below a page, a level after the other.
 * @param database The store.
 * @param page The page.
 * @param part How many levels, the page behind which to go on with its depth, and how many at most.
 */
export async function listDescendants(
  database: Database,
  page: Pick<Page, 'id' | 'spaceId'>,
  part: { readonly depth: number; readonly after?: ListPlace | undefined; readonly limit: number },
): Promise<DescendantPage[]> {
  const spaceId = parseId(page.spaceId) ?? 0
  const { depth, after, limit } = part
  const rest =
    after === undefined
      ? sql`1 = 1`
      : sql`(cast(depth as bigint), id) > (${Number(after.value ?? 0)}, ${parseId(after.id) ?? 0})`
  const rows = await database.read<DescendantRow>(sql`
    with recursive below (id, title, parent_id, position, depth) as (
      select p.id, p.title, p.parent_id, p.position, 1 from pages p
      where p.space_id = ${spaceId} and p.parent_id = ${parseId(page.id) ?? 0}
        and p.status = 'current'
      union all
      select p.id, p.title, p.parent_id, p.position, below.depth + 1
      from below join pages p on p.space_id = ${spaceId} and p.parent_id = below.id
      where p.status = 'current' and below.depth < ${depth}
    )
    select id, title, parent_id, nullif(position, ${noPosition}) as position, depth from below
    where ${rest} order by depth, id limit ${limit}`)
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    parentId: String(row.parent_id),
    depth: row.depth,
    position: row.position ?? undefined,
  }))
}

interface DescendantRow {
  readonly id: number
  readonly title: string
  readonly parent_id: number
  readonly position: number | null
  readonly depth: number
}
