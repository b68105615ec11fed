/** Lists the pages in the trash of a space, for those who may write there. @module */
import type { Reader } from '../../accounts/reader.ts'
import { parseId } from '../../store/ids.ts'
import { type Statement, sql } from '../../store/sql.ts'
import { selectBelow, titleKey } from '../store/page-place.ts'

export interface TrashedPage {
  readonly id: string
  readonly title: string
  readonly parentId: string
  readonly parentTitle: string
  readonly pages: number
}

/** Leaves out pages that were trashed with their parent. */
export async function listTrashedPages(
  reader: Reader,
  range: { spaceId: string; after?: string | undefined; limit: number },
): Promise<TrashedPage[]> {
  const after = parseId(range.after ?? '')
  const isBehindCursor = after === undefined ? sql`1 = 1` : sql`p.id < ${after}`
  return readTrashed(reader, parseId(range.spaceId) ?? 0, isBehindCursor, range.limit)
}

export async function findTrashedPage(
  reader: Reader,
  page: { spaceId: string; id: string },
): Promise<TrashedPage | undefined> {
  const condition = sql`p.id = ${parseId(page.id) ?? 0}`
  return (await readTrashed(reader, parseId(page.spaceId) ?? 0, condition, 1))[0]
}

async function readTrashed(
  reader: Reader,
  spaceId: number,
  condition: Statement,
  limit: number,
): Promise<TrashedPage[]> {
  if (!(await reader.mayWrite(String(spaceId)))) return []
  return reader.database.read<TrashedPage>(sql`
    select cast(p.id as text) as id, p.title, cast(p.parent_id as text) as "parentId",
      above.title as "parentTitle", went.pages
    from pages p
    join pages above on above.space_id = p.space_id and above.id = p.parent_id
    join (select trashed_with, count(*) as pages from pages
      where space_id = ${spaceId} and status = 'trashed' group by trashed_with) went
      on went.trashed_with = p.id
    where p.space_id = ${spaceId} and p.status = 'trashed' and ${condition}
    order by p.id desc limit ${limit}`)
}

export async function findPageInPlace(
  reader: Reader,
  { spaceId, parentId, title }: Pick<TrashedPage, 'parentId' | 'title'> & { spaceId: string },
): Promise<string | undefined> {
  if (!(await reader.mayWrite(spaceId))) return undefined
  const [row] = await reader.database.read<{ id: number }>(sql`
    select id from pages where space_id = ${parseId(spaceId) ?? 0}
      and parent_id = ${parseId(parentId) ?? 0} and title_key = ${titleKey(title)}
      and status = 'current'`)
  return row && String(row.id)
}

export async function countPagesBelow(
  reader: Reader,
  page: { spaceId: string; id: string },
): Promise<number> {
  if (!(await reader.mayWrite(page.spaceId))) return 0
  const [spaceId, pageId] = [parseId(page.spaceId) ?? 0, parseId(page.id) ?? 0]
  const [row] = await reader.database.read<{ pages: number }>(sql`
    ${selectBelow(spaceId, pageId, sql`p.status = 'current'`)}
    select count(*) - 1 as pages from below`)
  return row?.pages ?? 0
}
