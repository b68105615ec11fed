/** Publishes drafts, with the version number that the site wants. @module */
import { ConfluenceError } from './confluence-error.ts'
import type { RemotePage, RemoteUpdate } from './site.ts'

/** With 1, a late repeated request is refused instead of making a second version. */
const usual = 1
/** As in the documentation of REST v2: the current version plus one. */
const documented = 2

/** Make a publisher, which learns the right number from the first draft. */
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
      // An already published draft refuses the number too.
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
