/** Takes drafts away that no page was made of. @module */
import { ConfluenceError, type ConfluenceSite } from '../confluence/site.ts'
import { markKey } from './page-mark.ts'

/**
 * Remove a draft; what the site does not let go stays, and nobody sees it.
 * @param site The site.
 * @param draftId The draft.
 * @returns False where it has become a page meanwhile, which is never taken away.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function removeDraft(site: ConfluenceSite, draftId: string): Promise<boolean> {
  const there = await site.readPage(draftId, markKey)
  if (there?.status === 'current') return false
  try {
    // It may become a page in between, which is left alone then.
    await site.trashPage(draftId, 'draft')
  } catch (error) {
    const isRefused =
      error instanceof ConfluenceError && !['unavailable', 'unknown'].includes(error.kind)
    if (!isRefused) throw error
  }
  return true
}
