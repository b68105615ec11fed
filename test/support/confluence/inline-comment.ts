/** Comments on words of a simulated page, and the route by which programs make them. @module */
import { readJson } from './cloud-pages.ts'
import { type ContentStore, newUuid } from './content-store.ts'
import { type Route, route } from './exchange.ts'
import type { Site } from './site.ts'

/**
 * Comment on the nth place of a text.
 * @param comment Its text, which of its places, and who comments.
 * @returns The marker.
 */
export function addInlineComment(
  store: ContentStore,
  id: string,
  { text, nth, authorId }: { text: string; nth: number; authorId: string },
): string {
  const page = store.page(id)
  const marker = newUuid()
  const marked = store.body.addMarker(page.versions.at(-1)!.body, text, nth, marker)
  if (store.switches.commentMakesVersion) store.write(id, marked, authorId)
  else store.rewrite(id, marked)
  page.comments.push({
    id: store.newId(),
    marker,
    quoted: text,
    authorId,
    createdAt: store.now(),
    resolution: 'open',
  })
  return marker
}

/** Make the route of Cloud. */
export function inlineCommentRoute({ store, account }: Site): Route {
  return route('POST', '/api/v2/inline-comments', (call) => {
    const { pageId, inlineCommentProperties } = readJson(call) as {
      pageId?: string
      inlineCommentProperties?: { textSelection?: string; textSelectionMatchIndex?: number }
    }
    const { textSelection = '', textSelectionMatchIndex = 0 } = inlineCommentProperties ?? {}
    const comment = { text: textSelection, nth: textSelectionMatchIndex, authorId: account.id }
    addInlineComment(store, String(pageId), comment)
    const { id } = store.page(String(pageId)).comments.at(-1)!
    return { status: 200, body: { id, status: 'current', pageId } }
  })
}
