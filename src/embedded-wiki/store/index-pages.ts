/** Indexes pages that were written before there was a search index. @module */
import { type Database, query, queryAll, type Transaction } from '../../database/database.ts'
import type { IndexedText } from '../../database/search/search-index.ts'
import { sql } from '../../database/sql.ts'
import type { EmbeddedWork } from '../embedded-work.ts'
import { indexedPages } from '../pages/recorded-pages.ts'

/** The progress is stored after this many pages. */
const batchPages = 50

const settingName = 'search-index'
const complete = 'complete'

/**
 * Index the remaining pages one at a time, so that others can write in between.
 * @param isStopping Checked before each page; the next start continues.
 * @returns The number of indexed pages.
 */
export async function indexPages(
  database: Database,
  workers: Pick<EmbeddedWork, 'indexDocument'>,
  isStopping: () => boolean,
): Promise<number> {
  let pages = 0
  for (;;) {
    const [setting] = await database.read<{ value: string }>(
      sql`select value from settings where name = ${settingName}`,
    )
    if (setting?.value === complete)
      return pages + (await indexRecordedPages(database, workers, isStopping))
    const ids = await database.read<{ id: number }>(sql`
      select id from pages where id > ${Number(setting?.value ?? 0)}
      order by id limit ${batchPages}`)
    for (const { id } of ids) {
      if (isStopping()) return pages
      await indexOne(database, workers, id)
      pages += 1
    }
    const value = ids.length < batchPages ? complete : String(ids.at(-1)?.id)
    await database.write(noteProgress, { value })
  }
}

/** Those that were copied from another store. */
async function indexRecordedPages(
  database: Database,
  workers: Pick<EmbeddedWork, 'indexDocument'>,
  isStopping: () => boolean,
): Promise<number> {
  for (let pages = 0; ; pages += 1) {
    if (isStopping()) return pages
    const [page] = await database.read<OldPage & { readonly id: number }>(sql`
      select p.space_id, p.id, v.title, v.adf, p.version from ${indexedPages} p
      join remote_versions v on v.space_id = p.space_id and v.page_id = p.page_id
        and not exists (select 1 from remote_versions w where w.space_id = v.space_id
          and w.page_id = v.page_id and w.number > v.number)
      where not exists (select 1 from page_texts t
        where t.space_id = p.space_id and t.page_id = p.id)
      limit 1`)
    if (page === undefined) return pages
    const { space_id: spaceId, id, title, adf, version } = page
    const { indexed } = await workers.indexDocument(title, adf)
    await database.write(indexRecorded, { spaceId, id, version, title, indexed })
  }
}

/** A page that was imported meanwhile is indexed already. */
export const indexRecorded: Transaction<IndexOldInput, void> = function* (
  { spaceId, id, version, title, indexed },
  dialect,
) {
  const page = sql`select space_id, index_id as id, labels from remote_pages
    where space_id = ${spaceId} and index_id = ${id} and version = ${version}`
  yield* queryAll(dialect.search.put(page, { title, ...indexed }))
}

async function indexOne(
  database: Database,
  workers: Pick<EmbeddedWork, 'indexDocument'>,
  id: number,
): Promise<void> {
  const [page] = await database.read<OldPage>(sql`
    select p.space_id, v.title, v.adf, p.version from pages p
    join page_versions v on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
    where p.id = ${id} and not exists (select 1 from page_texts t
      where t.space_id = p.space_id and t.page_id = p.id)`)
  if (page === undefined) return
  const { space_id: spaceId, title, adf, version } = page
  const { indexed } = await workers.indexDocument(title, adf)
  await database.write(indexOld, { spaceId, id, version, title, indexed })
}

interface OldPage {
  readonly space_id: number
  readonly title: string
  readonly adf: string
  readonly version: number
}

interface IndexOldInput {
  readonly spaceId: number
  readonly id: number
  readonly version: number
  readonly title: string
  readonly indexed: IndexedText
}

/** Skips a page that was changed, and so indexed, meanwhile. */
export const indexOld: Transaction<IndexOldInput, void> = function* (
  { spaceId, id, version, title, indexed },
  dialect,
) {
  const found = yield* query(sql`
    select id from pages p
    where space_id = ${spaceId} and id = ${id} and version = ${version}
      and not exists (select 1 from page_texts t
        where t.space_id = ${spaceId} and t.page_id = ${id})
    ${dialect.forUpdate}`)
  if (found.length === 0) return
  const page = sql`select space_id, id, labels from pages
    where space_id = ${spaceId} and id = ${id}`
  yield* queryAll(dialect.search.put(page, { title, ...indexed }))
}

export const noteProgress: Transaction<{ value: string }, void> = function* ({ value }) {
  yield* query(sql`insert into settings (name, value) values (${settingName}, ${value})
    on conflict (name) do update set value = excluded.value`)
}
