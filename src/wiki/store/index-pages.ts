/** Adds missing pages to the search index, for example after copying a store. @module */
import { type Database, queryAll, type Transaction } from '../../store/database.ts'
import type { IndexedText } from '../../store/search/search-index.ts'
import { type Statement, sql } from '../../store/sql.ts'
import type { EmbeddedWork } from '../embedded-work.ts'
import { indexedPages } from '../pages/recorded-pages.ts'

const batchPages = 50

interface MissingPage {
  readonly space_id: number
  readonly id: number
  /** 1 for a page of a connected space, indexed from its last import. */
  readonly is_recorded: number
}

/**
 * Index the missing pages one at a time, so that others can write in between.
 * @param isStopping Checked before each page; the next start continues.
 * @returns The number of indexed pages.
 */
export async function indexPages(
  database: Database,
  workers: Pick<EmbeddedWork, 'indexDocument'>,
  isStopping: () => boolean,
): Promise<number> {
  let pages = 0
  for (let after = 0; ; ) {
    const missingPages = await database.read<MissingPage>(sql`
      select p.space_id, p.id, 0 as is_recorded from pages p where ${isMissing(after)}
      union all
      select p.space_id, p.id, 1 from ${indexedPages} p where ${isMissing(after)}
      order by id limit ${batchPages}`)
    for (const page of missingPages) {
      if (isStopping()) return pages
      await indexPage(database, workers, page)
      pages += 1
      after = page.id
    }
    if (missingPages.length < batchPages) return pages
  }
}

function isMissing(after: number): Statement {
  return sql`p.id > ${after} and not exists (select 1 from page_texts t
    where t.space_id = p.space_id and t.page_id = p.id)`
}

async function indexPage(
  database: Database,
  workers: Pick<EmbeddedWork, 'indexDocument'>,
  { space_id: spaceId, id, is_recorded: isRecorded }: MissingPage,
): Promise<void> {
  const [page] = await database.read<{ version: number; title: string; adf: string }>(
    isRecorded
      ? sql`select p.version, v.title, v.adf from remote_pages p
          join remote_versions v on v.space_id = p.space_id and v.page_id = p.page_id
          where p.space_id = ${spaceId} and p.index_id = ${id} order by v.number desc limit 1`
      : sql`select p.version, v.title, v.adf from pages p
          join page_versions v on v.space_id = p.space_id and v.page_id = p.id
            and v.number = p.version
          where p.space_id = ${spaceId} and p.id = ${id}`,
  )
  if (page === undefined) return
  const { version, title, adf } = page
  const indexed = await workers.indexDocument(title, adf)
  await database.write(indexMissing, { spaceId, id, isRecorded, version, title, indexed })
}

interface PageToIndex {
  readonly spaceId: number
  readonly id: number
  readonly isRecorded: number
  readonly version: number
  readonly title: string
  readonly indexed: IndexedText
}

/** Skips a page that changed meanwhile: that write has indexed it. */
export const indexMissing: Transaction<PageToIndex, void> = function* (
  { spaceId, id, isRecorded, version, title, indexed },
  dialect,
) {
  const [rows, key] = isRecorded ? [sql`remote_pages`, sql`index_id`] : [sql`pages`, sql`id`]
  const page = sql`select space_id, ${key} as id, labels from ${rows}
    where space_id = ${spaceId} and ${key} = ${id} and version = ${version}`
  const [currentRows, texts] = yield* queryAll([
    sql`${page} ${dialect.forUpdate}`,
    sql`select page_id from page_texts where space_id = ${spaceId} and page_id = ${id}`,
  ])
  if (currentRows?.[0] === undefined || texts?.[0] !== undefined) return
  yield* queryAll(dialect.search.put(page, { title, ...indexed }))
}
