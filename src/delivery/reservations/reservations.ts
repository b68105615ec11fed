/**
 * Reservations in connected spaces: drafts whose ids are recorded until they become pages or are
 * removed.
 * @module
 */
import type { Clock } from '../../auth/clock.ts'
import { runBounded } from '../../base/run-bounded.ts'
import { ConfluenceError, isNoWay } from '../../confluence/confluence-error.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { ConnectedSite, OpenConnectedSite } from '../connections/connected-site.ts'
import { findConnection, listConnections } from '../connections/space-connections.ts'
import { markKey } from '../records/page-mark.ts'
import { draftTitleStart } from './make-draft.ts'
import {
  dropReservation,
  noteLooseDrafts,
  type RemoteReservation,
  type ReservedPlace,
  releaseDraft,
} from './reservation-changes.ts'

interface ReservedId {
  readonly spaceId: number
  readonly pageId: string
}

type DraftSite = Pick<ConnectedSite, 'site' | 'drafts'>

export interface Reservations {
  find(place: ReservedPlace): Promise<RemoteReservation | undefined>
  /** Find the reserved title of an id; undefined without a valid reservation. */
  findTitle(id: ReservedId): Promise<string | undefined>
  /**
   * Remove a draft; failures are retried later. A draft that the site published is trashed.
   * @returns False where it has become a page, which is never removed.
   * @throws {ConfluenceError} When the site cannot answer, or refuses the credential.
   */
  removeDraft(target: DraftSite, draft: ReservedId): Promise<boolean>
  isGoing(id: ReservedId): Promise<boolean>
  /** Record drafts that the store does not know. */
  noteLoose(openSite: OpenConnectedSite): Promise<void>
  /** Remove lapsed drafts; failures are left for later. */
  dropLapsed(openSite: OpenConnectedSite): Promise<void>
}

/** Milliseconds that a draft is kept; asking again renews it. */
export const reservationMs: number = 24 * 60 * 60 * 1000
/** Drafts in one round; each costs two or three requests. */
const mostOfSpace = 200
/** A site that does not answer only blocks its own slot. */
const connectionsAtOnce = 5

export function remoteReservations(database: Database, clock: Clock): Reservations {
  const removeDraft: Reservations['removeDraft'] = async (target, draft) => {
    const now = clock().getTime()
    await database.write(releaseDraft, { ...draft, now })
    const isGone = await removeThere(target, draft.pageId)
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
    async isGoing({ spaceId, pageId }) {
      const rows = await database.read(sql`select page_id from remote_reservations
        where space_id = ${spaceId} and page_id = ${pageId} and lapses_at = 0`)
      return rows.length > 0
    },
    async noteLoose(openSite) {
      await runBounded(await listConnections(database), connectionsAtOnce, async (connection) => {
        const { site, drafts } = openSite(connection)
        drafts.lost.clear()
        const pageIds = await site
          .listDrafts(connection.remoteSpace, drafts.word)
          .catch((error: unknown) => {
            // Where drafts cannot be listed they stay, invisible to others.
            if (error instanceof ConfluenceError) return []
            throw error
          })
        const spaceId = Number(connection.spaceId)
        const lapsesAt = clock().getTime() + reservationMs
        if (pageIds.length > 0)
          await database.write(noteLooseDrafts, { spaceId, pageIds, lapsesAt })
      })
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
          } else await removeDraft(openSite(connection), draft)
        } catch (error) {
          if (!(error instanceof ConfluenceError)) throw error
          // Other drafts may still be removable.
          if (!isNoWay(error)) away.add(spaceId)
        }
      }
    },
  }
}

/**
 * List lapsed reservations that no import uses.
 * @param ofSpace Limit for each space, because its site may be away.
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

async function removeThere({ site, drafts }: DraftSite, draftId: string): Promise<boolean> {
  const there = await site.readPage(draftId, markKey)
  const isPage = there !== undefined && there.status !== 'draft'
  // A page of an import has another title, and an edited one another version.
  const isShownDraft =
    there?.status === 'current' &&
    there.version.number === 1 &&
    there.title.startsWith(draftTitleStart(drafts.word))
  if (isPage && !isShownDraft) return false
  try {
    // If it becomes a page meanwhile, the request fails and the page stays.
    await (isShownDraft ? site.trashPage(draftId) : site.removeDraft(draftId))
  } catch (error) {
    if (isShownDraft || !isNoWay(error)) throw error
  }
  return true
}
