/** What the store knows of the order of pages in connected spaces. @module */
import type { Database } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { titleOrder } from '../../importing/title-order.ts'
import type { OrderPlace } from './order-changes.ts'

/**
 * List the pages that were imported below one, in the order that they are to have: by position, then
 * by title, as in the embedded wiki.
 * @param database The store.
 * @param place Below which page.
 * @returns Their ids at Confluence.
 */
export async function listRecordedOrder(
  database: Database,
  { spaceId, parentId }: OrderPlace,
): Promise<string[]> {
  const rows = await database.read<{ page_id: string; title: string; position: number | null }>(sql`
    select page_id, title, position from remote_pages
    where space_id = ${spaceId} and parent_id = ${parentId}`)
  return rows
    .map(({ page_id: id, title, position }) => ({
      id,
      position: position ?? Number.POSITIVE_INFINITY,
      title: titleOrder(title),
    }))
    .sort((a, b) => compare(a.position, b.position) || compare(a.title, b.title))
    .map(({ id }) => id)
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b)
}

/**
 * List below which pages the order is to be looked at, of those that nobody is at work on.
 * @param database The store.
 * @param wanted The time, and which of them.
 */
export async function listNotedOrders(
  database: Database,
  { now, where }: { readonly now: number; readonly where: Statement },
): Promise<OrderPlace[]> {
  const rows = await database.read<{ space_id: number; parent_id: string }>(sql`
    select space_id, parent_id from remote_orders
    where lease_until <= ${now} and ${where} order by noted_at limit ${maxListed}`)
  return rows.map((row) => ({ spaceId: row.space_id, parentId: row.parent_id }))
}

const maxListed = 50

/**
 * Tell whether it is still noted that an order is to be looked at.
 * @param database The store.
 * @param place Below which page.
 */
export async function isOrderNoted(
  database: Database,
  { spaceId, parentId }: OrderPlace,
): Promise<boolean> {
  const rows = await database.read(sql`select notes from remote_orders
    where space_id = ${spaceId} and parent_id = ${parentId}`)
  return rows.length > 0
}
