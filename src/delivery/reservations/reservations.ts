/**
 * Reservations of pages of connected spaces: ids of drafts, which the store knows of until they have
 * become pages or are gone.
 * @module
 */
import type { Clock } from '../../auth/clock.ts'
import { ConfluenceError, type ConfluenceSite, isNoWay } from '../../confluence/site.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { OpenConnectedSite } from '../connections/connected-site.ts'
import { findConnection, listConnections } from '../connections/space-connections.ts'
import { markKey } from '../records/page-mark.ts'
import {
  dropReservation,
  noteLooseDrafts,
  type RemoteReservation,
  type ReservedPlace,
  releaseDraft,
} from './reservation-changes.ts'

/** What names a reservation. */
export interface ReservedId {
  readonly spaceId: number
  readonly pageId: string
}

export interface Reservations {
  /** Find that of a place; a lapsed one is as good while its draft is there. */
  find(place: ReservedPlace): Promise<RemoteReservation | undefined>
  /** Find the title that an id is reserved for; undefined where no reservation of it lasts. */
  findTitle(id: ReservedId): Promise<string | undefined>
  /**
   * Remove a draft. Until it is gone the store knows of it, so that what fails now is tried again later.
   * @returns False where it has become a page meanwhile, which is never taken away.
   * @throws {ConfluenceError} When the site cannot answer, or refuses the credential.
   */
  removeDraft(site: ConfluenceSite, draft: ReservedId): Promise<boolean>
  /** Note drafts of sites that the store does not know: the answers to who made them were lost. */
  noteLoose(openSite: OpenConnectedSite): Promise<void>
  /** Remove drafts whose pages were not made in time; what a site cannot do now is left to later. */
  dropLapsed(openSite: OpenConnectedSite): Promise<void>
}

/** How long a draft is kept for a page that has not been made; asking for it again begins anew. */
export const reservationMs: number = 24 * 60 * 60 * 1000
/** Of one round: each costs two requests or three. */
const mostOfSpace = 200

/**
 * Make what knows of reservations.
 * @param database The store.
 * @param clock Decides what has lapsed.
 */
export function remoteReservations(database: Database, clock: Clock): Reservations {
  const removeDraft = async (site: ConfluenceSite, draft: ReservedId): Promise<boolean> => {
    const now = clock().getTime()
    await database.write(releaseDraft, { ...draft, now })
    const isGone = await removeThere(site, draft.pageId)
    await database.write(dropReservation, { ...draft, now })
    return isGone
  }
  return {
    async find({ spaceId, parentId, title }) {
      const [row] = await database.read<{ page_id: string; url: string }>(sql`
        select page_id, url from remote_reservations
        where space_id = ${spaceId} and parent_id = ${parentId} and title = ${title}`)
      return row && { pageId: row.page_id, url: row.url }
    },
    async findTitle({ spaceId, pageId }) {
      const [row] = await database.read<{ title: string }>(sql`
        select title from remote_reservations
        where space_id = ${spaceId} and page_id = ${pageId} and lapses_at > ${clock().getTime()}`)
      return row?.title
    },
    removeDraft,
    async noteLoose(openSite) {
      for (const connection of await listConnections(database)) {
        const { site, drafts } = openSite(connection)
        const pageIds = await site
          .listDrafts(connection.remoteSpace, drafts.word)
          .catch((error: unknown) => {
            // Where nothing tells of them, they stay; and nobody else sees them.
            if (error instanceof ConfluenceError) return []
            throw error
          })
        const spaceId = Number(connection.spaceId)
        const lapsesAt = clock().getTime() + reservationMs
        if (pageIds.length > 0)
          await database.write(noteLooseDrafts, { spaceId, pageIds, lapsesAt })
      }
    },
    async dropLapsed(openSite) {
      const away = new Set<number>()
      const now = clock()
      for (const draft of await listLapsedReservations(database, now, mostOfSpace)) {
        const { spaceId } = draft
        if (away.has(spaceId)) continue
        const connection = await findConnection(database, String(spaceId))
        try {
          if (connection === undefined) {
            await database.write(dropReservation, { ...draft, now: now.getTime() })
          } else await removeDraft(openSite(connection).site, draft)
        } catch (error) {
          if (!(error instanceof ConfluenceError)) throw error
          away.add(spaceId)
        }
      }
    },
  }
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

async function removeThere(site: ConfluenceSite, draftId: string): Promise<boolean> {
  const there = await site.readPage(draftId, markKey)
  if (there !== undefined && there.status !== 'draft') return false
  try {
    // It may become a page in between, which is left alone then.
    await site.removeDraft(draftId)
  } catch (error) {
    // What the site does not let go stays, and nobody sees it.
    if (!isNoWay(error)) throw error
  }
  return true
}
