/** The pages right below a page, in their order, a part at a time: what a page tree is made of. @module */
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { type Statement, sql } from '../../database/sql.ts'
import {
  isBehind,
  namedPages,
  nameInTree,
  type PageTable,
  pagesTable,
  placeColumns,
} from './page-place.ts'

export interface ChildPage {
  readonly id: string
  /** What trees and lists call it. */
  readonly title: string
  readonly hasChildren: boolean
}

export interface ChildPages {
  readonly pages: readonly ChildPage[]
  /** The page after which to go on; undefined when these were the last. */
  readonly next: string | undefined
}

/** As many as a tree shows of one level at once. */
const maxChildPages = 200

/**
 * List current pages right below a page.
 * @param place The page, and the child after which to go on.
 * @param table Where pages are read from.
 */
export async function listChildPages(
  database: Database,
  place: { spaceId: string; parentId: string; after?: string | undefined },
  table: PageTable = pagesTable,
): Promise<ChildPages> {
  const spaceId = parseId(place.spaceId) ?? 0
  const after = parseId(place.after ?? '')
  const { alone, pages: all } = namedPages(table)
  const rest = after === undefined ? sql`` : sql`and ${isBehind(spaceId, after, all)}`
  const rows = await database.read<ChildRow>(sql`
    ${alone} select p.id, ${nameInTree} as title, ${hasChildren(all)} as has_children
    from ${all} p
    where p.space_id = ${spaceId} and p.parent_id = ${parseId(place.parentId) ?? 0}
      and p.status = 'current' ${rest}
    order by ${placeColumns} limit ${maxChildPages + 1}`)
  const pages = rows.slice(0, maxChildPages).map(toChildPage)
  return { pages, next: rows.length <= maxChildPages ? undefined : pages.at(-1)?.id }
}

/**
 * Find one current page as it stands among its parent's children.
 * @param page Its space and its id.
 * @param table Where pages are read from.
 */
export async function findChildPage(
  database: Database,
  page: { spaceId: string; id: string },
  table: PageTable = pagesTable,
): Promise<ChildPage | undefined> {
  const { alone, pages: all } = namedPages(table)
  const rows = await database.read<ChildRow>(sql`
    ${alone} select p.id, ${nameInTree} as title, ${hasChildren(all)} as has_children
    from ${all} p
    where p.space_id = ${parseId(page.spaceId) ?? 0} and p.id = ${parseId(page.id) ?? 0}
      and p.status = 'current'`)
  return rows.map(toChildPage)[0]
}

/** Of a page `p`. */
function hasChildren(all: PageTable): Statement {
  return sql`exists (select 1 from ${all} c
    where c.space_id = p.space_id and c.parent_id = p.id and c.status = 'current')`
}

interface ChildRow {
  readonly id: number
  readonly title: string
  /** PostgreSQL says true or false, SQLite 1 or 0. */
  readonly has_children: boolean | number
}

function toChildPage({ id, title, has_children: has }: ChildRow): ChildPage {
  return { id: String(id), title, hasChildren: Boolean(has) }
}
