/** Publishes drafts by the number of a version that a site wants for it. @module */
import { ConfluenceError } from './confluence-error.ts'
import type { RemotePage, RemoteUpdate } from './site.ts'

/** A number that is taken refuses a request that arrives late: it would be a second version else. */
const usual = 1
/** What REST v2's document has: the current version's, plus one. */
const documented = 2

/** Make what publishes drafts. Which number the site wants is found out by the first draft. */
export function draftPublisher(
  put: (page: RemoteUpdate) => Promise<RemotePage>,
  isPublished: (id: string) => Promise<boolean>,
): (page: RemoteUpdate) => Promise<RemotePage> {
  let wanted = usual
  return async (page) => {
    const version = wanted
    try {
      return await put({ ...page, version })
    } catch (error) {
      // A draft that is a page by now had its number taken by that.
      if (!isAboutVersion(error) || (await isPublished(page.id))) throw error
      const other = version === usual ? documented : usual
      const published = await put({ ...page, version: other })
      wanted = other
      return published
    }
  }
}

function isAboutVersion(error: unknown): boolean {
  if (!(error instanceof ConfluenceError)) return false
  return /^(?:conflict|bad-request)$/.test(error.kind) && /\bversion\b/i.test(error.message)
}
