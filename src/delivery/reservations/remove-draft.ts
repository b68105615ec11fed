/** Takes drafts away that no page was made of. @module */
import type { Clock } from '../../auth/clock.ts'
import { type ConfluenceSite, isOfKind } from '../../confluence/site.ts'
import type { Database } from '../../database/database.ts'
import { markKey } from '../records/page-mark.ts'
import type { ReservedId } from './remote-reservations.ts'
import { dropReservation, releaseDraft } from './reservation-changes.ts'

export interface RemovalTools {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Remove a draft. Until it is gone the store knows of it, so that what fails now is tried again later.
 * @param tools The store, and the time.
 * @param site The site.
 * @param draft The draft, and its space here.
 * @returns False where it has become a page meanwhile, which is never taken away.
 * @throws {ConfluenceError} When the site cannot answer, or refuses the credential.
 */
export async function removeDraft(
  { database, clock }: RemovalTools,
  site: ConfluenceSite,
  draft: ReservedId,
): Promise<boolean> {
  const now = clock().getTime()
  await database.write(releaseDraft, { ...draft, now })
  const isGone = await removeThere(site, draft.pageId)
  await database.write(dropReservation, { ...draft, now })
  return isGone
}

async function removeThere(site: ConfluenceSite, draftId: string): Promise<boolean> {
  const there = await site.readPage(draftId, markKey)
  if (there?.status === 'current') return false
  try {
    // It may become a page in between, which is left alone then.
    await site.removeDraft(draftId)
  } catch (error) {
    // What the site does not let go stays, and nobody sees it.
    if (!isOfKind(error, 'bad-request', 'not-found')) throw error
  }
  return true
}
