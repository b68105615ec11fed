/** Gives pages the form of their title that they are sorted by and the one that titles are looked up by, where they were written before there was one. @module */
import { type Database, query, queryAll, type Transaction } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import { titleOrder } from './title-order.ts'

/** Pages of one step: a transaction of some milliseconds. */
const pagesPerStep = 200

/** The setting that says up to which page this has been done. */
const settingName = 'page-order'
const complete = 'complete'

/**
 * Order all pages that are not yet, a few at a time: others write in between.
 * @param database The store.
 * @param isStopping Asked before each step; what is left is done at the next start.
 */
export async function orderPages(database: Database, isStopping: () => boolean): Promise<void> {
  const [setting] = await database.read<{ value: string }>(
    sql`select value from settings where name = ${settingName}`,
  )
  let reached = setting?.value ?? '0'
  while (reached !== complete && !isStopping()) {
    reached = await database.write(orderSome, { after: Number(reached), limit: pagesPerStep })
  }
}

interface OrderSomeInput {
  readonly after: number
  readonly limit: number
}

/** Order the pages that come next by their ids, and answer how far that is. */
export const orderSome: Transaction<OrderSomeInput, string> = function* (
  { after, limit },
  { forUpdate, search },
) {
  const pages = yield* query<{ id: number; space_id: number; title: string }>(sql`
    select id, space_id, title from pages where id > ${after} order by id limit ${limit} ${forUpdate}`)
  const reached = pages.length < limit ? complete : String(pages.at(-1)?.id)
  yield* queryAll([
    ...pages.map(
      ({ id, title }) => sql`update pages set title_order = ${titleOrder(title)} where id = ${id}`,
    ),
    ...pages.flatMap(({ id, title }) =>
      search.putTitle(sql`select space_id, id from pages where id = ${id}`, title),
    ),
    sql`insert into settings (name, value) values (${settingName}, ${reached})
      on conflict (name) do update set value = excluded.value`,
  ])
  return reached
}
