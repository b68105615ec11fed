/** Pages of connected spaces as the last import left them, and finding a page that may be one of those. @module */
import { isReadableIn } from '../../auth/access-conditions.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { allOf, type Statement, sql } from '../../database/sql.ts'
import { noPosition, type PageTable } from './page-place.ts'
import {
  type FindPageOptions,
  findPage,
  type Page,
  type PageRow,
  type PageWithBody,
  toPage,
} from './pages.ts'

/**
 * Stands for the table of pages, with the newest version of each that an import made. In its tree, pages
 * below those that no import made stand below 0.
 */
export const recordedPages: PageTable = recordedWith(sql``)

function recordedWith(texts: Statement): Statement {
  return sql`(
    select cast(r.page_id as bigint) as id, r.page_id, r.space_id, s.key as space_key, s.key_fold, r.title,
      r.title as title_key, r.title_key as title_order, 'current' as status,
      coalesce(cast(above.page_id as bigint), 0) as parent_id, r.parent_id as remote_parent_id,
      coalesce(r.position, ${noPosition}) as position, r.position as remote_position, r.labels, r.url,
      first.author_id as first_author_id, first.created_at, 1 as has_markdown, v.number, '' as message,
      v.author_id, u.name as author_name, v.created_at as version_created_at, v.via, v.token_name,
      cast(null as bigint) as purged_at ${texts}
    from remote_pages r join space_connections c on c.space_id = r.space_id
    join spaces s on s.id = r.space_id and s.deleted_at is null
    left join remote_pages above on above.space_id = r.space_id and above.page_id = r.parent_id
      and above.page_id <> r.page_id and above.is_gone = 0
    join remote_versions first on first.space_id = r.space_id and first.page_id = r.page_id
      and not exists (select 1 from remote_versions w where w.space_id = first.space_id
        and w.page_id = first.page_id and w.number < first.number)
    join remote_versions v on v.space_id = r.space_id and v.page_id = r.page_id
      and not exists (select 1 from remote_versions w where w.space_id = v.space_id
        and w.page_id = v.page_id and w.number > v.number)
    join users u on u.id = v.author_id
    where r.is_gone = 0)`
}

/** A row of `recordedPages`. */
export interface RecordedRow extends PageRow {
  readonly remote_parent_id: string
  readonly remote_position: number | null
  readonly url: string
}

/** Read a page from its row. */
export function toRecordedPage(row: RecordedRow): Page {
  const { remote_parent_id: parentId, remote_position: position, url } = row
  const page = toPage({ ...row, position })
  return { ...page, parentId: parentId === page.id ? undefined : parentId, url }
}

/** Find what is recorded of a page, in the space of this key. */
export async function readRecordedPage(
  database: Database,
  { key, id }: { readonly key: string; readonly id: string },
): Promise<PageWithBody | undefined> {
  const [page] = await readRecorded(database, id, sql`p.key_fold = ${key.toLowerCase()}`)
  return page
}

/**
 * Find a page with its body, here or as it is recorded.
 * @param options Whose access counts, and the space if it is known.
 * @throws {RequestError} `bad-request` where pages of several spaces have the id: each wiki gives its own.
 */
export async function findPageToRead(
  database: Database,
  id: string,
  options: FindPageOptions,
): Promise<PageWithBody | undefined> {
  const { spaceId, version, readableBy } = options
  const condition = allOf([
    await isReadableIn(database, sql`p.space_id`, readableBy),
    spaceId === undefined ? undefined : sql`p.space_id = ${parseId(spaceId) ?? 0}`,
    version === undefined ? undefined : sql`p.number = ${version}`,
  ])
  const [here, recorded] = await Promise.all([
    findPage(database, id, options),
    readRecorded(database, id, condition),
  ])
  // One that was here before its space was connected gives way to the recorded one of its id.
  const isRead = here?.status === 'current' && recorded.every((one) => one.spaceId !== here.spaceId)
  const [page, ...others] = isRead ? [here, ...recorded] : recorded
  if (page === undefined || others.length === 0) return page
  const keys = [page, ...others]
    .map(({ spaceKey }) => spaceKey)
    .sort()
    .join(', ')
  throw new RequestError(
    'bad-request',
    `Pages of several spaces have the id ${id}: name the space as well, one of ${keys}.`,
  )
}

async function readRecorded(
  database: Database,
  id: string,
  condition: Statement,
): Promise<PageWithBody[]> {
  const rows = await database.read<RecordedRow & { adf: string; markdown: string }>(sql`
    select p.* from ${recordedWith(sql`, v.adf, v.markdown`)} p
    where p.page_id = ${String(parseId(id) ?? 0)} and ${condition} order by p.space_id`)
  return rows.map((row) => ({ ...toRecordedPage(row), adf: row.adf, markdown: row.markdown }))
}
