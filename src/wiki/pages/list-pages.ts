/** Lists of current pages, a part at a time. @module */
import type { Reader } from '../../accounts/reader.ts'
import { readLabels } from '../../contract/titles-and-labels.ts'
import { parseId } from '../../store/ids.ts'
import { allOf, isAnyOf, sql } from '../../store/sql.ts'
import { noPosition, titleKey } from '../store/page-place.ts'
import { type Page, type PageRow, pageColumns, pageTables, toPage } from './page.ts'
import { type RecordedRow, recordedPages, toRecordedPage } from './recorded-pages.ts'

interface PageFilter {
  readonly spaceId?: string | readonly string[] | undefined
  readonly title?: string | undefined
  readonly ids?: readonly string[] | undefined
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
export async function listPages(reader: Reader, filter: PageFilter): Promise<Page[]> {
  const { spaceId, title, ids, after, limit } = filter
  const key = titleKey(title ?? '')
  const isOther = sql`cast(case when p.title_key = ${key} then 0 else 1 end as bigint)`
  const order = title === undefined ? sql`p.id, p.space_id` : sql`${isOther}, p.id, p.space_id`
  const [flag = 0, id = 0, space = 0] = toNumbers(after?.split('-') ?? [])
  const last = title === undefined ? sql`${id}, ${space}` : sql`${flag}, ${id}, ${space}`
  const conditions = allOf([
    await reader.isReadable(sql`p.space_id`),
    after === undefined ? undefined : sql`(${order}) > (${last})`,
    spaceId === undefined ? undefined : isAnyOf(sql`p.space_id`, toNumbers([spaceId].flat())),
    title === undefined ? undefined : sql`lower(p.title_key) = lower(cast(${key} as text))`,
    ids && isAnyOf(sql`p.id`, toNumbers(ids)),
  ])
  const [rows, recorded] = await Promise.all([
    reader.database.read<PageRow>(sql`
      select ${pageColumns} ${pageTables}
      where v.number = p.version and p.status = 'current' and ${isOfEmbedded} and ${conditions}
      order by ${order} limit ${limit}`),
    reader.database.read<RecordedRow>(sql`
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

/** A current page of a space, with what its place in the tree depends on. */
export interface ExportablePage {
  readonly id: string
  /** `0` for a homepage. */
  readonly parentId: string
  readonly title: string
  readonly titleOrder: string
  readonly navigationTitle: string
  readonly labels: readonly string[]
  readonly position: number | undefined
  readonly version: number
  readonly savedAt: Date
  /** Whether an import ever wrote it. */
  readonly isImported: boolean
}

/** List all current pages of an embedded space at one moment, in no order. */
export async function listWholeSpace(reader: Reader, spaceId: string): Promise<ExportablePage[]> {
  if (!(await reader.mayRead(spaceId))) return []
  const rows = await reader.database.read<PlacedRow>(sql`
    select id, parent_id, title, navigation_title, labels,
      nullif(position, ${noPosition}) as position, title_order, version, imported_version, updated_at
    from pages where space_id = ${Number(spaceId)} and status = 'current'`)
  return rows.map((row) => ({
    id: String(row.id),
    parentId: String(row.parent_id),
    title: row.title,
    titleOrder: row.title_order,
    navigationTitle: row.navigation_title,
    labels: readLabels(row.labels),
    position: row.position ?? undefined,
    version: row.version,
    savedAt: new Date(row.updated_at),
    isImported: row.imported_version > 0,
  }))
}

interface PlacedRow {
  readonly id: number
  readonly parent_id: number
  readonly title: string
  readonly navigation_title: string
  readonly labels: string
  readonly position: number | null
  readonly title_order: string
  readonly version: number
  readonly imported_version: number
  readonly updated_at: number
}

function toNumbers(ids: readonly string[]): number[] {
  return ids.map((id) => parseId(id) ?? 0)
}
