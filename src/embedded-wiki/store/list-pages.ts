/** Lists of the embedded wiki's pages, in one order of several, a part at a time. @module */
import { isReadableIn, type Principal } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { inOrder, type ListOrder, type ListPlace } from '../../database/list-order.ts'
import { allOf, isAnyOf, likePattern, type Statement, sql } from '../../database/sql.ts'
import { titleOrder } from '../../importing/title-order.ts'
import { isBehind, isInFront, placeColumns, placeColumnsBack, titleKey } from './page-place.ts'
import {
  type Page,
  type PageRow,
  type PageStatus,
  pageColumns,
  pageTables,
  toPage,
} from './pages.ts'

export interface PageFilter {
  /** One space, or any of several. */
  readonly spaceId?: string | readonly string[] | undefined
  readonly title?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly statuses?: readonly PageStatus[] | undefined
  /** A label, as it is stored. */
  readonly label?: string | undefined
  /** Only pages that stand below none. */
  readonly isTop?: boolean
  /** Only pages that this user may read; all without one. */
  readonly readableBy?: Principal
  /** By id without it. */
  readonly order?: ListOrder<PageColumn> | undefined
  /** Only pages behind this one. */
  readonly after?: ListPlace | undefined
  readonly limit: number
}

/** What pages can be listed by. `match` has those first whose title is the one that is asked for, case and all. */
export type PageColumn = 'id' | 'created-date' | 'modified-date' | 'title' | 'match'

/**
 * List pages.
 * @param filter Which, in what order, and how many at most; titles are compared without the case of
 * Latin letters.
 */
export async function listPages(database: Database, filter: PageFilter): Promise<Page[]> {
  const { statuses = ['current'], spaceId, title, ids, label, order = byId, after } = filter
  const listed = inOrder(
    order,
    { sort: pageColumn(order.by, title ?? ''), id: sql`p.id` },
    after && { ...after, id: parseId(after.id) ?? 0 },
  )
  const key = titleKey(title ?? '')
  const conditions = allOf([
    await isReadableIn(database, sql`p.space_id`, filter.readableBy),
    listed.isBehind,
    isAnyOf(sql`p.status`, statuses),
    spaceId === undefined ? undefined : isAnyOf(sql`p.space_id`, toNumbers([spaceId].flat())),
    title === undefined ? undefined : sql`lower(p.title_key) = lower(cast(${key} as text))`,
    filter.isTop ? sql`p.parent_id = 0` : undefined,
    label === undefined ? undefined : hasLabel(label),
    ids && isAnyOf(sql`p.id`, toNumbers(ids)),
  ])
  const rows = await database.read<PageRow>(sql`
    select ${pageColumns} ${pageTables}
    where v.number = p.version and ${conditions} order by ${listed.orderBy} limit ${filter.limit}`)
  return rows.map(toPage)
}

const byId: ListOrder<PageColumn> = { by: 'id', isDescending: false }

function pageColumn(by: PageColumn, title: string): Statement | undefined {
  switch (by) {
    case 'id':
      return undefined
    case 'created-date':
      return sql`p.created_at`
    case 'modified-date':
      return sql`p.updated_at`
    case 'title':
      return sql`p.title_order`
    case 'match':
      return sql`case when p.title_key = ${titleKey(title)} then 0 else 1 end`
  }
}

/**
 * Tell where a page stands in a list.
 * @param by What the list is sorted by.
 */
export function placeInList(page: Page, by: PageColumn, title = ''): ListPlace {
  const { id } = page
  switch (by) {
    case 'id':
      return { id }
    case 'created-date':
      return { id, value: page.createdAt.getTime() }
    case 'modified-date':
      return { id, value: page.version.createdAt.getTime() }
    case 'title':
      return { id, value: titleOrder(page.title) }
    case 'match':
      return { id, value: titleKey(page.title) === titleKey(title) ? 0 : 1 }
  }
}

/** What the pages below one can be listed by. */
export type ChildColumn = PageColumn | 'child-position'

/**
 * List current pages right below a page.
 * @param part The page, the order, the child behind which to go on, and how many at most.
 */
export async function listChildren(
  database: Database,
  part: {
    readonly spaceId: string
    readonly parentId: string
    readonly order?: ListOrder<ChildColumn>
    readonly after?: ListPlace | undefined
    readonly limit: number
  },
): Promise<Page[]> {
  const spaceId = parseId(part.spaceId) ?? 0
  const listed = childOrder(spaceId, part.order ?? inTreeOrder, part.after)
  const rows = await database.read<PageRow>(sql`
    select ${pageColumns} ${pageTables}
    where v.number = p.version and p.space_id = ${spaceId}
      and p.parent_id = ${parseId(part.parentId) ?? 0} and p.status = 'current'
      and ${listed.isBehind}
    order by ${listed.orderBy} limit ${part.limit}`)
  return rows.map(toPage)
}

const inTreeOrder: ListOrder<ChildColumn> = { by: 'child-position', isDescending: false }

/** Position and title together are the place, which the child itself tells. */
function childOrder(
  spaceId: number,
  { by, isDescending }: ListOrder<ChildColumn>,
  after: ListPlace | undefined,
): ReturnType<typeof inOrder> {
  const id = parseId(after?.id ?? '') ?? 0
  if (by !== 'child-position') {
    const columns = { sort: pageColumn(by, ''), id: sql`p.id` }
    return inOrder({ isDescending }, columns, after && { ...after, id })
  }
  const beyond = isDescending ? isInFront : isBehind
  return {
    isBehind: after === undefined ? sql`1 = 1` : beyond(spaceId, id),
    orderBy: isDescending ? placeColumnsBack : placeColumns,
  }
}

/** Labels stand in one text, with a space between. */
function hasLabel(label: string): Statement {
  return sql`(' ' || p.labels || ' ') like ${`% ${likePattern(label)} %`} escape '!'`
}

function toNumbers(ids: readonly string[]): number[] {
  return ids.map((id) => parseId(id) ?? 0)
}
