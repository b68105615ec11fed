/** Lists of current pages, a part at a time. @module */
import { isReadableIn, type Principal } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { allOf, isAnyOf, sql } from '../../database/sql.ts'
import { isBehind, pagesTable, placeColumns, titleKey } from './page-place.ts'
import { type Page, type PageRow, pageColumns, pageTables, toPage } from './pages.ts'
import { type RecordedRow, recordedPages, toRecordedPage } from './recorded-pages.ts'

export interface PageFilter {
  readonly spaceId?: string | readonly string[] | undefined
  readonly title?: string | undefined
  readonly ids?: readonly string[] | undefined
  /** Only pages that this user may read; all without one. */
  readonly readableBy?: Principal
  /** Only pages behind this place, see `cursorOf`. */
  readonly after?: string | undefined
  readonly limit: number
}

/** The condition that the space of a page `p` is not connected. */
const isOfEmbedded = sql`not exists (
  select 1 from space_connections c where c.space_id = p.space_id)`

/**
 * List pages by their ids; of a title, those that have it case and all come first. Those of connected
 * spaces are as they are recorded.
 * @param filter Which, and how many at most.
 */
export async function listPages(database: Database, filter: PageFilter): Promise<Page[]> {
  const { spaceId, title, ids, after, limit } = filter
  const key = titleKey(title ?? '')
  const isOther = sql`cast(case when p.title_key = ${key} then 0 else 1 end as bigint)`
  const order = title === undefined ? sql`p.id, p.space_id` : sql`${isOther}, p.id, p.space_id`
  const [flag = 0, id = 0, space = 0] = toNumbers(after?.split('-') ?? [])
  const last = title === undefined ? sql`${id}, ${space}` : sql`${flag}, ${id}, ${space}`
  const conditions = allOf([
    await isReadableIn(database, sql`p.space_id`, filter.readableBy),
    after === undefined ? undefined : sql`(${order}) > (${last})`,
    spaceId === undefined ? undefined : isAnyOf(sql`p.space_id`, toNumbers([spaceId].flat())),
    title === undefined ? undefined : sql`lower(p.title_key) = lower(cast(${key} as text))`,
    ids && isAnyOf(sql`p.id`, toNumbers(ids)),
  ])
  const [rows, recorded] = await Promise.all([
    database.read<PageRow>(sql`
      select ${pageColumns} ${pageTables}
      where v.number = p.version and p.status = 'current' and ${isOfEmbedded} and ${conditions}
      order by ${order} limit ${limit}`),
    database.read<RecordedRow>(sql`
      select p.* from ${recordedPages} p where ${conditions} order by ${order} limit ${limit}`),
  ])
  const placed = [...rows.map(toPage), ...recorded.map(toRecordedPage)].map((page) => ({
    page,
    place: cursorOf(page, title),
  }))
  placed.sort(({ place: one }, { place: other }) => {
    const at = one.findIndex((number, index) => number !== other[index])
    return (one[at] ?? 0) - (other[at] ?? 0)
  })
  return placed.slice(0, limit).map(({ page }) => page)
}

/** Tell where a page stands in a list: it goes on behind `after`, the numbers of that with `-` between. */
export function cursorOf({ id, spaceId, title }: Page, asked: string | undefined): number[] {
  const isOther = asked !== undefined && title !== titleKey(asked)
  return [Number(isOther), Number(id), Number(spaceId)]
}

/**
 * List current pages right below a page, in the order of the tree.
 * @param part The page, the child behind which to go on, and how many at most; `0` for the top of what
 * is recorded of a space.
 */
export async function listChildren(
  database: Database,
  part: {
    readonly spaceId: string
    readonly parentId: string
    readonly isRecorded?: boolean
    readonly after?: string | undefined
    readonly limit: number
  },
): Promise<Page[]> {
  const spaceId = parseId(part.spaceId) ?? 0
  const { after, isRecorded = false, limit } = part
  const table = isRecorded ? recordedPages : pagesTable
  const conditions = sql`p.space_id = ${spaceId} and p.parent_id = ${parseId(part.parentId) ?? 0}
    and p.status = 'current'
    and ${after === undefined ? sql`1 = 1` : isBehind(spaceId, parseId(after) ?? 0, table)}
    order by ${placeColumns} limit ${limit}`
  if (isRecorded) {
    const recorded = sql`select p.* from ${recordedPages} p where ${conditions}`
    return (await database.read<RecordedRow>(recorded)).map(toRecordedPage)
  }
  const rows = await database.read<PageRow>(sql`
    select ${pageColumns} ${pageTables} where v.number = p.version and ${conditions}`)
  return rows.map(toPage)
}

function toNumbers(ids: readonly string[]): number[] {
  return ids.map((id) => parseId(id) ?? 0)
}
