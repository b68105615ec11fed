/** What is in the trash of a space, and what would go there with a page. @module */
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { titleKey } from './page-place.ts'

/** A page that was put into the trash by itself. */
export interface TrashedPage {
  readonly id: string
  readonly title: string
  /** The page that it stood below. */
  readonly parentId: string
  readonly parentTitle: string
  /** How many come back with it, itself among them. */
  readonly pages: number
}

/**
 * List the pages in the trash, the newest pages first; those that went with another one count to it.
 * @param part The space, the page after which to go on, and how many at most.
 */
export async function listTrashedPages(
  database: Database,
  part: { spaceId: string; after?: string | undefined; limit: number },
): Promise<TrashedPage[]> {
  const after = parseId(part.after ?? '')
  const rest = after === undefined ? sql`1 = 1` : sql`p.id < ${after}`
  return readTrashed(database, parseId(part.spaceId) ?? 0, rest, part.limit)
}

/** Find one page in the trash. */
export async function findTrashedPage(
  database: Database,
  page: { spaceId: string; id: string },
): Promise<TrashedPage | undefined> {
  const condition = sql`p.id = ${parseId(page.id) ?? 0}`
  return (await readTrashed(database, parseId(page.spaceId) ?? 0, condition, 1))[0]
}

async function readTrashed(
  database: Database,
  spaceId: number,
  condition: Statement,
  limit: number,
): Promise<TrashedPage[]> {
  const rows = await database.read<TrashedRow>(sql`
    select p.id, p.title, p.parent_id, above.title as parent_title, went.pages
    from pages p
    join pages above on above.space_id = p.space_id and above.id = p.parent_id
    join (select trashed_with, count(*) as pages from pages
      where space_id = ${spaceId} and status = 'trashed' group by trashed_with) went
      on went.trashed_with = p.id
    where p.space_id = ${spaceId} and p.status = 'trashed' and ${condition}
    order by p.id desc limit ${limit}`)
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    parentId: String(row.parent_id),
    parentTitle: row.parent_title,
    pages: Number(row.pages),
  }))
}

interface TrashedRow {
  readonly id: number
  readonly title: string
  readonly parent_id: number
  readonly parent_title: string
  readonly pages: number | string
}

/**
 * Find the current page that has the title and the place of a page in the trash.
 * @returns The id of the other one.
 */
export async function findPageInPlace(
  database: Database,
  { spaceId, parentId, title }: Pick<TrashedPage, 'parentId' | 'title'> & { spaceId: string },
): Promise<string | undefined> {
  const [row] = await database.read<{ id: number }>(sql`
    select id from pages where space_id = ${parseId(spaceId) ?? 0}
      and parent_id = ${parseId(parentId) ?? 0} and title_key = ${titleKey(title)}
      and status = 'current'`)
  return row && String(row.id)
}

/** Count the current pages below a page. */
export async function countPagesBelow(
  database: Database,
  page: { spaceId: string; id: string },
): Promise<number> {
  const spaceId = parseId(page.spaceId) ?? 0
  const [row] = await database.read<{ pages: number | string }>(sql`
    with recursive below (id) as (
      select id from pages
      where space_id = ${spaceId} and parent_id = ${parseId(page.id) ?? 0} and status = 'current'
      union all
      select p.id from below join pages p
        on p.space_id = ${spaceId} and p.parent_id = below.id and p.status = 'current'
    )
    select count(*) as pages from below`)
  return Number(row?.pages ?? 0)
}
