/** What the store knows of pages of connected spaces that have an id, and are to be made. @module */
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { RemoteReservation, ReservedPlace } from './reservation-changes.ts'

/** What names a reservation. */
export interface ReservedId {
  readonly spaceId: number
  readonly pageId: string
}

/**
 * Find the reservation of a place; a lapsed one is as good while its draft is there.
 * @param database The store.
 * @param place The place.
 */
export async function findReservedPlace(
  database: Database,
  { spaceId, parentId, title }: ReservedPlace,
): Promise<RemoteReservation | undefined> {
  const [row] = await database.read<{ page_id: string; url: string }>(sql`
    select page_id, url from remote_reservations
    where space_id = ${spaceId} and parent_id = ${parentId} and title = ${title}`)
  return row && { pageId: row.page_id, url: row.url }
}

/**
 * Find the title that an id is reserved for.
 * @param database The store.
 * @param page The space, and the id.
 * @param now The time.
 * @returns Undefined where no reservation of that id lasts.
 */
export async function findReservedTitle(
  database: Database,
  { spaceId, pageId }: ReservedId,
  now: Date,
): Promise<string | undefined> {
  const [row] = await database.read<{ title: string }>(sql`
    select title from remote_reservations
    where space_id = ${spaceId} and page_id = ${pageId} and lapses_at > ${now.getTime()}`)
  return row?.title
}

/**
 * List reservations that have lapsed and that no import is at work on.
 * @param database The store.
 * @param now The time.
 * @param ofSpace How many of one space at most: its site may be away for long.
 */
export async function listLapsedReservations(
  database: Database,
  now: Date,
  ofSpace: number,
): Promise<ReservedId[]> {
  const rows = await database.read<{ space_id: number; page_id: string }>(sql`
    select space_id, page_id from (
      select r.space_id, r.page_id, r.lapses_at,
        row_number() over (partition by r.space_id order by r.lapses_at) as place
      from remote_reservations r
      where r.lapses_at <= ${now.getTime()} and not exists (select 1 from deliveries d
        where d.space_id = r.space_id and d.page_id = r.page_id and d.state <> 'done')) lapsed
    where place <= ${ofSpace} order by lapses_at`)
  return rows.map((row) => ({ spaceId: row.space_id, pageId: row.page_id }))
}
