/** Tells a page that the account may not change from a credential that is refused. @module */
import { ConfluenceError, type ConfluenceSite, type RemotePage } from '../../confluence/site.ts'
import { restrictedThere } from '../delivery-refusals.ts'

/**
 * Find out why a site refuses to change a page. It refuses one page in the same words as a page that
 * is missing or as a credential, so that it is asked what the account may do.
 * @param site The site.
 * @param page The page, as it was read just before.
 * @param error What the change failed with.
 * @returns The refusal for the caller where the account may not change this page, else the error.
 */
export async function findRestriction(
  site: ConfluenceSite,
  page: Pick<RemotePage, 'id' | 'status'>,
  error: unknown,
): Promise<unknown> {
  const isRefused =
    error instanceof ConfluenceError && (error.status === 403 || error.status === 404)
  if (!isRefused || page.status !== 'current') return error
  return (await site.mayEditPage(page.id)) ? error : restrictedThere(error)
}
