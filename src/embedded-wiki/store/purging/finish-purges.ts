/**
 * Lets everything go that was condemned: a few rows in each transaction, so that no other writer waits,
 * and found by the store alone, so that whoever comes next goes on where another stopped.
 * @module
 */
import type { Owned } from '../../../database/belongings.ts'
import type { Database } from '../../../database/database.ts'
import { isAnyOf, type Statement, sql } from '../../../database/sql.ts'
import { condemned, condemnSome } from './condemn-pages.ts'
import { forgetImports, purgeAttachments, purgeRows } from './purge-rows.ts'

/** Each step is a transaction of some milliseconds. */
const pagesPerStep = 20
const rowsPerStep = 50
/** An image may have some megabytes. */
const imagesPerStep = 4
const importsPerStep = 300

/**
 * Let all pages and spaces go that were condemned. Several processes may do so on one store.
 * @param pause Waited for between two steps.
 */
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
  const deleted = await database.read<{ id: number }>(
    sql`select id from spaces where deleted_at is not null`,
  )
  for (const { id } of deleted) await purgeSpace(store, id)
}

type Store = Pick<Database, 'read' | 'write'>

async function purgeCondemnedPages(store: Store): Promise<void> {
  for (;;) {
    const pages = await store.read<{ space_id: number; id: number }>(sql`
      select space_id, id from pages where trashed_with = ${condemned}
      order by space_id, id limit ${pagesPerStep}`)
    const spaceId = pages[0]?.space_id
    if (spaceId === undefined) return
    const ids = pages.filter(({ space_id }) => space_id === spaceId).map(({ id }) => id)
    // A refusal belongs to no space, and is known by its title alone.
    const titled = sql`page_title in (select title from page_versions
      where space_id = ${spaceId} and ${isAnyOf(sql`page_id`, ids)})`
    await forgetAll(store, 0, titled)
    await forgetAll(store, spaceId, isAnyOf(sql`page_id`, ids))
    const images = { spaceId, pageIds: ids, limit: imagesPerStep }
    while ((await store.write(purgeAttachments, images)) === imagesPerStep);
    await purgeAll(store, { owner: 'page', spaceId, ids })
  }
}

async function purgeSpace(store: Store, spaceId: number): Promise<void> {
  const some = { spaceId, limit: rowsPerStep }
  while ((await store.write(condemnSome, some)) > 0) await purgeCondemnedPages(store)
  const recorded = sql`page_title in (
    select title from remote_versions where space_id = ${spaceId}
    union select asked_title from remote_pages where space_id = ${spaceId})`
  await forgetAll(store, 0, recorded)
  await forgetAll(store, spaceId, sql`1 = 1`)
  await purgeAll(store, { owner: 'space', ids: [spaceId] })
}

/** Records that have lost their words are not found again. */
export async function forgetAll(
  store: Store,
  spaceId: number,
  condition: Statement,
): Promise<void> {
  for (;;) {
    const found = await store.read<{ id: number }>(sql`
      select id from imports
      where space_id = ${spaceId} and ${condition} and (page_title <> '' or warnings <> '[]')
      limit ${importsPerStep}`)
    if (found.length === 0) return
    await store.write(forgetImports, { spaceId, ids: found.map(({ id }) => id) })
  }
}

/** Let all rows of some owners go. */
export async function purgeAll(store: Store, owned: Owned): Promise<void> {
  while (!(await store.write(purgeRows, { ...owned, limit: rowsPerStep })));
}
