/** Lists pages: in parts, in the order of a tree, and those that changed last. @module */
import type { Reader } from '../../accounts/reader.ts'
import { append } from '../../contract/base/lists.ts'
import { withoutHeadings } from '../../convert/adf/sections.ts'
import type { Database } from '../../store/database.ts'
import { dialects } from '../../store/dialects.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { allOf, isAnyOf, type Statement, sql } from '../../store/sql.ts'
import { nameInTree, placeColumns, titleKey } from '../store/page-place.ts'
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

export interface NewestPage {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly spaceKey: string
  readonly spaceName: string
  readonly authorName: string
  readonly changedAt: Date
}

/** @param spaceId The space to list; undefined lists all spaces of the reader. */
export async function listNewestPages(
  reader: Reader,
  limit: number,
  spaceId?: string,
): Promise<NewestPage[]> {
  const openIds = spaceId === undefined ? await reader.listSpaceIds() : [Number(spaceId)]
  if (openIds?.length === 0) return []
  const newest = (isListed: Statement): Statement => sql`
    select * from (
      select p.space_id, p.id, p.title, p.version, p.author_id, p.updated_at from pages p
      where ${isListed} and p.status = 'current'
      order by p.updated_at desc, p.id desc limit ${limit}) newest`
  const isReadable = await reader.isReadable(sql`p.space_id`)
  // Each space has an index by time.
  const pages =
    openIds === undefined
      ? newest(isReadable)
      : openIds
          .map((id) => newest(sql`p.space_id = ${id} and ${isReadable}`))
          .reduce((union, query) => sql`${union} union all ${query}`)
  return readAs(
    reader.database,
    sql`select cast(p.id as text) as id, p.title, p.version, s.key as "spaceKey",
        s.name as "spaceName", u.name as "authorName", p.updated_at as "changedAt"
      from (${pages}) p join spaces s on s.id = p.space_id join users u on u.id = p.author_id
      order by p.updated_at desc, p.id desc limit ${limit}`,
  )
}

const startLength = 600

/** The first texts without headings, by page id; pages without text are left out. */
export async function readTextStarts(
  reader: Reader,
  pages: readonly { readonly spaceId: string; readonly pageId: string | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = pages.map(({ spaceId, pageId = '0' }) => ({
    space_id: Number(spaceId),
    page_id: Number(pageId),
  }))
  const columns = { space_id: 'bigint', page_id: 'bigint' } as const
  const rows = await reader.database.read<{ page_id: number; text: string }>(sql`
    select t.page_id, substr(t.body, 1, ${startLength}) as text
    from ${dialects[reader.database.engine].givenRows(ids, columns)}
    join page_texts t on t.space_id = given.space_id and t.page_id = given.page_id
    where ${await reader.isReadable(sql`given.space_id`)}`)
  return new Map(rows.map(({ page_id, text }) => [String(page_id), withoutHeadings(text)]))
}
