/** Finding the page below which another is to stand. @module */
import { isWritable } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import type { ParentPage, ParentSearch } from '../../importing/target-wiki.ts'
import { placeColumns } from './page-place.ts'
import { isEmbedded } from './saving/find-place.ts'
import { titleKey } from './saving/title-key.ts'

/**
 * List pages that may become a parent: those whose title starts with the search come first.
 * @param request What to look for, and how many at most.
 */
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
  /** How far above the page that was found; 0 for the page itself, which comes last of its path. */
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
