/** Lets reservations of connected spaces go whose pages were not made in time. @module */
import { ConfluenceError } from '../../confluence/site.ts'
import type { OpenConnectedSite } from '../connections/connected-site.ts'
import { findConnection } from '../connections/space-connections.ts'
import { listLapsedReservations } from './remote-reservations.ts'
import { type RemovalTools, removeDraft } from './remove-draft.ts'
import { dropReservation } from './reservation-changes.ts'

/** Of one round: each costs two requests or three. */
const mostOfSpace = 200

/**
 * Remove drafts of reservations that have lapsed. What a site cannot do now is left to later rounds.
 * @param tools The store, the time, and the sites.
 */
export async function dropLapsedDrafts({
  database,
  clock,
  openSite,
}: RemovalTools & { readonly openSite: OpenConnectedSite }): Promise<void> {
  const away = new Set<number>()
  const now = clock()
  for (const draft of await listLapsedReservations(database, now, mostOfSpace)) {
    const { spaceId } = draft
    if (away.has(spaceId)) continue
    const connection = await findConnection(database, String(spaceId))
    try {
      if (connection === undefined) {
        await database.write(dropReservation, { ...draft, now: now.getTime() })
      } else await removeDraft({ database, clock }, openSite(connection).site, draft)
    } catch (error) {
      if (!(error instanceof ConfluenceError)) throw error
      away.add(spaceId)
    }
  }
}
