/** Brings pages into the search index that were written before there was one. @module */
import { type Database, defineTransaction, query, type Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { readLabels } from './labels.ts'
import { documentText, indexPage } from './search-index.ts'

/** A batch ends after so many pages, or so much ADF: others write in between. */
const maxBatchPages = 50
const maxBatchLength = 1_000_000

/** The setting that says up to which page this has been done. */
const settingName = 'search-index'
const complete = 'complete'

/**
 * Index all pages that are not yet, a batch at a time.
 * @param database The store.
 * @param isStopping Asked after each batch; what is left is done at the next start.
 * @returns How many pages there were.
 */
export async function indexPages(database: Database, isStopping: () => boolean): Promise<number> {
  let pages = 0
  while (!isStopping()) {
    const batch = await database.write(indexBatch, {})
    pages += batch.pages
    if (batch.isComplete) break
  }
  return pages
}

export const indexBatch: Transaction<object, { pages: number; isComplete: boolean }> =
  defineTransaction(import.meta.url, 'indexBatch', function* (_, dialect) {
    const [setting] = yield* query<{ value: string }>(
      sql`select value from settings where name = ${settingName}`,
    )
    if (setting?.value === complete) return { pages: 0, isComplete: true }
    const ids = yield* query<{ id: number }>(sql`
      select id from pages where id > ${Number(setting?.value ?? 0)}
      order by id limit ${maxBatchPages}`)
    let length = 0
    let pages = 0
    for (const { id } of ids) {
      // Locked: a page that changes now is indexed by the change, and that is not to be undone.
      const [page] = yield* query<PageRow>(sql`
        select p.space_id, p.labels, v.title, v.adf from pages p
        join page_versions v
          on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
        where p.id = ${id} and not exists (select 1 from page_texts t
          where t.space_id = p.space_id and t.page_id = p.id)
        ${dialect.forUpdate}`)
      if (page !== undefined) {
        const { space_id: spaceId, title, adf } = page
        const labels = readLabels(page.labels)
        const indexed = { spaceId, pageId: id, title, labels, text: documentText(adf) }
        for (const statement of indexPage(dialect, indexed)) yield* query(statement)
        length += adf.length
      }
      pages += 1
      if (length > maxBatchLength) break
    }
    const isComplete = ids.length < maxBatchPages && pages === ids.length
    const value = isComplete ? complete : String(ids[pages - 1]?.id)
    yield* query(sql`insert into settings (name, value) values (${settingName}, ${value})
      on conflict (name) do update set value = excluded.value`)
    return { pages, isComplete }
  })

interface PageRow {
  readonly space_id: number
  readonly labels: string
  readonly title: string
  readonly adf: string
}
