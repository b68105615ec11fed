/** Ids that were given to pages before they are made, as parts of transactions. @module */
import type { Dialect } from '../../../database/dialect.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import type { PlacedEntry } from '../../../importing/ledger/entry.ts'
import type { PageToWrite } from '../saving/save-content.ts'

/**
 * Make the query of the id that is reserved for a page by its place, in a row of `spaces`. Who makes
 * the same page at the same time waits for it.
 * @param dialect The engine's own.
 */
export function findReservation(
  { entry, parentId, titleKey }: Pick<PageToWrite, 'entry' | 'parentId' | 'titleKey'>,
  { forUpdate }: Dialect,
): Statement {
  return sql`select id from page_reservations
    where space_id = spaces.id and parent_id = ${parentId} and title_key = ${titleKey}
      and lapses_at > ${entry.now} ${forUpdate}`
}

/**
 * Make the query that locks the reservation of an id.
 * @param page The page that is to have it.
 * @param dialect The engine's own.
 */
export function lockReservation(
  { entry, pageId }: { readonly entry: PlacedEntry; readonly pageId: number },
  { forUpdate }: Dialect,
): Statement {
  return sql`select id from page_reservations
    where space_id = ${entry.spaceId} and id = ${pageId} and lapses_at > ${entry.now} ${forUpdate}`
}

/**
 * Make the statement that ends a reservation, once its page is there.
 * @param pageId The id.
 */
export function removeReservation(spaceId: number, pageId: number): Statement {
  return sql`delete from page_reservations where space_id = ${spaceId} and id = ${pageId}`
}
