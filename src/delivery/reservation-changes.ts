/** The transactions that keep reservations of pages of connected spaces, and let them go. @module */
import { query, type Transaction } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

/** A page that is to be made, and the draft that it is until then. */
export interface RemoteReservation {
  readonly pageId: string
  readonly url: string
}

/** Where a page is to stand. */
export interface ReservedPlace {
  readonly spaceId: number
  /** A page there, or another reservation. */
  readonly parentId: string
  readonly title: string
}

interface KeepInput {
  readonly place: ReservedPlace
  /** Where the draft is. */
  readonly home: { readonly baseUrl: string; readonly remoteSpaceId: string }
  readonly reservation: RemoteReservation
  readonly lapsesAt: number
}

/**
 * Answers the reservation of the place, which lasts anew: another one where somebody was faster, and
 * none where the space is connected to another place by now.
 */
export const keepReservation: Transaction<KeepInput, RemoteReservation | undefined> = function* (
  input,
  dialect,
) {
  const { place, home, reservation, lapsesAt } = input
  const connected = yield* query(sql`
    select space_id from space_connections
    where space_id = ${place.spaceId} and base_url = ${home.baseUrl}
      and remote_space_id = ${home.remoteSpaceId} ${dialect.forUpdate}`)
  if (connected.length === 0) return undefined
  const [row] = yield* query<{ page_id: string; url: string }>(sql`
    insert into remote_reservations (space_id, page_id, parent_id, title, url, lapses_at)
    values (${place.spaceId}, ${reservation.pageId}, ${place.parentId}, ${place.title},
      ${reservation.url}, ${lapsesAt})
    on conflict (space_id, parent_id, title) do update set lapses_at = excluded.lapses_at
    returning page_id, url`)
  return row && { pageId: row.page_id, url: row.url }
}

interface DropInput {
  readonly spaceId: number
  readonly pageId: string
  readonly now: number
}

/** Let a reservation go whose draft is gone, unless it was asked for again meanwhile. */
export const dropReservation: Transaction<DropInput, void> = function* (input) {
  yield* query(sql`
    delete from remote_reservations
    where space_id = ${input.spaceId} and page_id = ${input.pageId} and lapses_at <= ${input.now}`)
}

/**
 * Make the statement that ends a reservation, once its page is there.
 * @param spaceId The space.
 * @param pageId The page.
 */
export function endReservation(spaceId: number, pageId: string): Statement {
  return sql`delete from remote_reservations where space_id = ${spaceId} and page_id = ${pageId}`
}
