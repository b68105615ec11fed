/** The pages of a space from its homepage down, as many as a list may have: whole levels come first. @module */
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { isAnyOf, sql } from '../../database/sql.ts'
import { nameInTree, placeColumns } from './page-place.ts'

export interface OutlinedPage {
  readonly id: string
  /** What trees and lists call it. */
  readonly title: string
  /** 0 for those right below the homepage. */
  readonly depth: number
}

export interface SpaceOutline {
  /** In the order of the tree. */
  readonly pages: readonly OutlinedPage[]
  /** Whether there are more. */
  readonly isCut: boolean
}

/** So many pages are asked for those below them at once. */
const parentsAtOnce = 500

/**
 * List the pages below the homepage.
 * @param space Its id and that of its homepage.
 */
export async function readOutline(
  database: Database,
  { spaceId, homepageId }: { readonly spaceId: string; readonly homepageId: string },
  limit: number,
): Promise<SpaceOutline> {
  const below = new Map<number, readonly ChildRow[]>()
  let left = limit
  let level = [parseId(homepageId) ?? 0]
  let isCut = false
  while (level.length > 0 && !isCut) {
    const found: ChildRow[] = []
    for (let at = 0; at < level.length && found.length <= left; at += parentsAtOnce) {
      const parents = level.slice(at, at + parentsAtOnce)
      found.push(...(await listBelow(database, spaceId, parents, left + 1 - found.length)))
    }
    isCut = found.length > left
    const shown = found.slice(0, left)
    left -= shown.length
    for (const [parent, pages] of Map.groupBy(shown, (page) => page.parent_id))
      below.set(parent, pages)
    level = shown.map(({ id }) => id)
  }
  const pages: OutlinedPage[] = []
  const add = (parentId: number, depth: number): void => {
    for (const { id, title } of below.get(parentId) ?? []) {
      pages.push({ id: String(id), title, depth })
      add(id, depth + 1)
    }
  }
  add(parseId(homepageId) ?? 0, 0)
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
