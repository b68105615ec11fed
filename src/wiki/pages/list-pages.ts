/** Lists current pages in parts. @module */
import type { Reader } from '../../accounts/reader.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { allOf, isAnyOf, sql } from '../../store/sql.ts'
import { titleKey } from '../store/page-place.ts'
import { type Page, pageColumns, pageTables } from './page.ts'
import { recordedColumns, recordedPages } from './recorded-pages.ts'

interface PageFilter {
  readonly spaceId?: string | readonly string[] | undefined
  readonly title?: string | undefined
  readonly ids?: readonly string[] | undefined
  /** Lists only the pages after this cursor, see `cursorOf`. */
  readonly after?: string | undefined
  readonly limit: number
}

const isOfEmbedded = sql`not exists (
  select 1 from space_connections c where c.space_id = p.space_id)`

/** List pages by id; with a title, exact matches come before other capitalizations. */
export async function listPages(reader: Reader, filter: PageFilter): Promise<Page[]> {
  const { spaceId, title, ids, after, limit } = filter
  const key = titleKey(title ?? '')
  const isOther = sql`cast(case when p.title_key = ${key} then 0 else 1 end as bigint)`
  const order = title === undefined ? sql`p.id, p.space_id` : sql`${isOther}, p.id, p.space_id`
  const [flag = 0, id = 0, space = 0] = toNumbers(after?.split('-') ?? [])
  const sortKey = title === undefined ? sql`${id}, ${space}` : sql`${flag}, ${id}, ${space}`
  const conditions = allOf([
    await reader.isReadable(sql`p.space_id`),
    after === undefined ? undefined : sql`(${order}) > (${sortKey})`,
    spaceId === undefined ? undefined : isAnyOf(sql`p.space_id`, toNumbers([spaceId].flat())),
    title === undefined ? undefined : sql`lower(p.title_key) = lower(cast(${key} as text))`,
    ids && isAnyOf(sql`p.id`, toNumbers(ids)),
  ])
  const [storedPages, recorded] = await Promise.all([
    readAs<Page>(
      reader.database,
      sql`select ${pageColumns} ${pageTables}
        where v.number = p.version and p.status = 'current' and ${isOfEmbedded} and ${conditions}
        order by ${order} limit ${limit}`,
    ),
    readAs<Page>(
      reader.database,
      sql`select ${recordedColumns} from ${recordedPages} p where ${conditions}
        order by ${order} limit ${limit}`,
    ),
  ])
  const entries = [...storedPages, ...recorded].map((page) => ({
    page,
    place: cursorOf(page, title),
  }))
  entries.sort(({ place: left }, { place: right }) => {
    const at = left.findIndex((number, index) => number !== right[index])
    return (left[at] ?? 0) - (right[at] ?? 0)
  })
  return entries.slice(0, limit).map(({ page }) => page)
}

/** A page's cursor in a list: the next part starts after it. */
export function cursorOf(
  { id, spaceId, title }: Page,
  requestedTitle: string | undefined,
): number[] {
  const isOther = requestedTitle !== undefined && title !== titleKey(requestedTitle)
  return [Number(isOther), Number(id), Number(spaceId)]
}

function toNumbers(ids: readonly string[]): number[] {
  return ids.map((id) => parseId(id) ?? 0)
}
