/** The pages that changed last, and the beginnings of their texts. @module */
import type { Reader } from '../../accounts/reader.ts'
import { withoutHeadings } from '../../convert/adf/sections.ts'
import { dialects } from '../../store/dialects.ts'
import { readAs } from '../../store/read-as.ts'
import { type Statement, sql } from '../../store/sql.ts'

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
