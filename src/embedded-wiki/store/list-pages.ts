/** Lists of the embedded wiki's current pages, a part at a time. @module */
import { isReadableIn, type Principal } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { allOf, isAnyOf, type Statement, sql } from '../../database/sql.ts'
import { isBehind, placeColumns, titleKey } from './page-place.ts'
import { type Page, type PageRow, pageColumns, pageTables, toPage } from './pages.ts'

export interface PageFilter {
  /** One space, or any of several. */
  readonly spaceId?: string | readonly string[] | undefined
  /** Without the case of Latin letters. */
  readonly title?: string | undefined
  readonly ids?: readonly string[] | undefined
  /** Only pages that this user may read; all without one. */
  readonly readableBy?: Principal
  /** Only pages behind the one of this id. */
  readonly after?: string | undefined
  readonly limit: number
}

/**
 * List pages by their ids; of a title, those that have it case and all come first.
 * @param filter Which, and how many at most.
 */
export async function listPages(database: Database, filter: PageFilter): Promise<Page[]> {
  const { spaceId, title, ids, after } = filter
  const key = titleKey(title ?? '')
  const conditions = allOf([
    await isReadableIn(database, sql`p.space_id`, filter.readableBy),
    after === undefined
      ? undefined
      : sql`(${isOtherTitle(sql`p`, key)}, p.id) > (
          select ${isOtherTitle(sql`q`, key)}, q.id from pages q where q.id = ${parseId(after) ?? 0})`,
    spaceId === undefined ? undefined : isAnyOf(sql`p.space_id`, toNumbers([spaceId].flat())),
    title === undefined ? undefined : sql`lower(p.title_key) = lower(cast(${key} as text))`,
    ids && isAnyOf(sql`p.id`, toNumbers(ids)),
  ])
  const order = title === undefined ? sql`p.id` : sql`${isOtherTitle(sql`p`, key)}, p.id`
  const rows = await database.read<PageRow>(sql`
    select ${pageColumns} ${pageTables}
    where v.number = p.version and p.status = 'current' and ${conditions}
    order by ${order} limit ${filter.limit}`)
  return rows.map(toPage)
}

function isOtherTitle(page: Statement, key: string): Statement {
  return sql`case when ${page}.title_key = ${key} then 0 else 1 end`
}

/**
 * List current pages right below a page, in the order of the tree.
 * @param part The page, the child behind which to go on, and how many at most.
 */
export async function listChildren(
  database: Database,
  part: {
    readonly spaceId: string
    readonly parentId: string
    readonly after?: string | undefined
    readonly limit: number
  },
): Promise<Page[]> {
  const spaceId = parseId(part.spaceId) ?? 0
  const { after } = part
  const rows = await database.read<PageRow>(sql`
    select ${pageColumns} ${pageTables}
    where v.number = p.version and p.space_id = ${spaceId}
      and p.parent_id = ${parseId(part.parentId) ?? 0} and p.status = 'current'
      and ${after === undefined ? sql`1 = 1` : isBehind(spaceId, parseId(after) ?? 0)}
    order by ${placeColumns} limit ${part.limit}`)
  return rows.map(toPage)
}

function toNumbers(ids: readonly string[]): number[] {
  return ids.map((id) => parseId(id) ?? 0)
}
