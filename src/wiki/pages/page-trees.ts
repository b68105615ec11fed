/** All pages of a space in the order of its tree. @module */
import type { Reader } from '../../accounts/reader.ts'
import { append } from '../../contract/base/lists.ts'
import type { Database } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { isAnyOf, sql } from '../../store/sql.ts'
import { nameInTree, placeColumns } from '../store/page-place.ts'

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
