/** Deletes purged rows, a few in each transaction; any process can continue. @module */
import { dropBelongings, type Owned } from '../../../store/belongings.ts'
import { type Database, query, queryAll, type Transaction } from '../../../store/database.ts'
import { dropTexts } from '../../../store/search/search-index.ts'
import { isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import { lockSpace } from '../../import/spaces.ts'
import { condemned, condemnSome } from './condemn-pages.ts'

/** Clears all texts in records of imports, and their idempotency keys. */
export const forgetImports: Transaction<{ spaceId: number; ids: readonly number[] }, void> =
  function* ({ spaceId, ids }) {
    yield* queryAll([
      sql`delete from idempotency_keys
        where space_id = ${spaceId} and ${isAnyOf(sql`import_id`, ids)}`,
      sql`update imports set page_title = '', parent_id = '', warnings = '[]', body = ''
        where space_id = ${spaceId} and ${isAnyOf(sql`id`, ids)}`,
    ])
  }

interface PagesOfSpace {
  readonly spaceId: number
  readonly pageIds: readonly number[]
  readonly limit: number
}

export const purgeAttachments: Transaction<PagesOfSpace, number> = function* (input, dialect) {
  const { spaceId, pageIds, limit } = input
  // The lock excludes imports that refer to these images without sending them.
  yield* query(lockSpace(spaceId, dialect.forUpdate))
  const rows = yield* query<{ sha256: string }>(sql`
    delete from page_attachments where (space_id, page_id, sha256) in (
      select space_id, page_id, sha256 from page_attachments
      where space_id = ${spaceId} and ${isAnyOf(sql`page_id`, pageIds)} limit ${limit})
    returning sha256`)
  const digests = rows.map(({ sha256 }) => sha256)
  yield* queryAll(dropUnshown(spaceId, digests))
  return rows.length
}

/** Images that a preview still shows move to that preview. */
export function dropUnshown(spaceId: number, digests: readonly string[]): readonly Statement[] {
  const unshown = sql`attachments.space_id = ${spaceId}
    and ${isAnyOf(sql`attachments.sha256`, digests)}
    and not exists (select 1 from page_attachments shown
      where shown.space_id = attachments.space_id and shown.sha256 = attachments.sha256)`
  return [
    sql`insert into preview_attachments (space_id, name, run, sha256, type, bytes)
      select o.space_id, o.name, o.run, attachments.sha256, attachments.type, attachments.bytes
      from attachments join preview_pages o on o.space_id = attachments.space_id
        and o.shown like '%' || attachments.sha256 || '%'
      where ${unshown} on conflict do nothing`,
    sql`delete from attachments where ${unshown}`,
  ]
}

export const dropRecordedTexts: Transaction<
  { readonly spaceId: number; readonly pageId?: string; readonly limit?: number },
  number
> = function* ({ spaceId, pageId, limit = 1 }, dialect) {
  const isOfPage = pageId === undefined ? sql`1 = 1` : sql`r.page_id = ${pageId}`
  const rows = yield* query<{ index_id: number }>(sql`
    select r.index_id from remote_pages r
    join page_texts t on t.space_id = r.space_id and t.page_id = r.index_id
    where r.space_id = ${spaceId} and ${isOfPage} limit ${limit}`)
  const ids = rows.map(({ index_id: id }) => id)
  yield* queryAll(dropTexts(dialect, spaceId, ids))
  return ids.length
}

/** Returns whether all rows are deleted. */
export const purgeRows: Transaction<Owned & { limit: number }, boolean> = function* (
  input,
  dialect,
) {
  const { owner, spaceId = 0, ids, limit } = input
  if (owner === 'page') {
    // Waits for readers that store rendered HTML of these versions.
    yield* query(sql`select number from page_versions
      where space_id = ${spaceId} and ${isAnyOf(sql`page_id`, ids)} ${dialect.forUpdate}`)
    yield* queryAll(dialect.search.remove(ids.map(Number)))
  }
  for (const statement of dropBelongings(input, limit)) {
    const rows = yield* query(statement)
    if (rows.length === limit) return false
  }
  return true
}

const pagesPerStep = 20
const rowsPerStep = 50
const imagesPerStep = 4
const importsPerStep = 300

/** Delete all purged pages and spaces; several processes may do so at once. */
export async function finishPurges(
  database: Database,
  pause: () => Promise<unknown> = async () => {},
): Promise<void> {
  const stepping: Database['write'] = async (...step) => {
    const result = await database.write(...step)
    await pause()
    return result
  }
  const store = { read: database.read, write: stepping }
  await purgeCondemnedPages(store)
  const deletedSpaces = await database.read<{ id: number }>(
    sql`select id from spaces where deleted_at is not null`,
  )
  for (const { id } of deletedSpaces) await purgeSpace(store, id)
}

type Store = Pick<Database, 'read' | 'write'>

interface CondemnedRow {
  readonly space_id: number
  readonly id: number
  readonly deleted_at: number | null
}

async function purgeCondemnedPages(store: Store): Promise<void> {
  for (;;) {
    const pages = await store.read<CondemnedRow>(sql`
      select p.space_id, p.id, s.deleted_at from pages p join spaces s on s.id = p.space_id
      where p.trashed_with = ${condemned} order by p.space_id, p.id limit ${pagesPerStep}`)
    const [firstPage] = pages
    if (firstPage === undefined) return
    const { space_id: spaceId, deleted_at: spaceDeletedAt } = firstPage
    const ids = pages.filter(({ space_id }) => space_id === spaceId).map(({ id }) => id)
    // When a whole space is deleted, the import log keeps its history.
    if (spaceDeletedAt === null) {
      const titled = sql`page_title in (select title from page_versions
        where space_id = ${spaceId} and ${isAnyOf(sql`page_id`, ids)})`
      await forgetRefusals(store, spaceId, titled)
      await forgetAll(store, spaceId, isAnyOf(sql`page_id`, ids))
    }
    const images = { spaceId, pageIds: ids, limit: imagesPerStep }
    while ((await store.write(purgeAttachments, images)) === imagesPerStep);
    await purgeAll(store, { owner: 'page', spaceId, ids })
  }
}

async function purgeSpace(store: Store, spaceId: number): Promise<void> {
  const batch = { spaceId, limit: rowsPerStep }
  while ((await store.write(condemnSome, batch)) > 0) await purgeCondemnedPages(store)
  while ((await store.write(dropRecordedTexts, batch)) > 0);
  await purgeAll(store, { owner: 'space', ids: [spaceId] })
}

/** Repeats until no record matches, which ends because forgotten records no longer match. */
export async function forgetAll(
  store: Store,
  spaceId: number,
  condition: Statement,
): Promise<void> {
  for (;;) {
    const rows = await store.read<{ id: number }>(sql`
      select id from imports
      where space_id = ${spaceId} and ${condition} and (page_title <> '' or warnings <> '[]')
      limit ${importsPerStep}`)
    if (rows.length === 0) return
    await store.write(forgetImports, { spaceId, ids: rows.map(({ id }) => id) })
  }
}

/** Refused imports belong to no space, so match the place that callers sent. */
export function forgetRefusals(store: Store, spaceId: number, condition: Statement): Promise<void> {
  const isSent = sql`lower(space_sent) in ('', ${String(spaceId)},
    (select key_fold from spaces where id = ${spaceId}),
    coalesce((select remote_space_id from remote_homes where space_id = ${spaceId}), ''))`
  return forgetAll(store, 0, sql`${condition} and ${isSent}`)
}

export async function purgeAll(store: Store, owned: Owned): Promise<void> {
  while (!(await store.write(purgeRows, { ...owned, limit: rowsPerStep })));
}
