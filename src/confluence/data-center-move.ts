/**
 * Moves of pages on Data Center, whose REST has none: the action behind its own dialog moves them, and
 * makes no version.
 * @module
 */
import { plainId } from './plain-id.ts'
import { ConfluenceError } from './site.ts'
import type { SiteClient } from './site-client.ts'
import { findText, memberOf, UnreadableAnswerError } from './site-json.ts'

/** A page, and where it is to stand. */
export interface ContentMove {
  readonly pageId: string
  readonly where: 'before' | 'after' | 'append'
  readonly targetId: string
}

const positions = { before: 'above', after: 'below', append: 'append' } as const

/**
 * Move a page.
 * @param client Sends requests to the site.
 * @param move Which page, and where to.
 */
export async function moveContent(
  client: SiteClient,
  { pageId, where, targetId }: ContentMove,
): Promise<void> {
  const page = `pageId=${plainId(pageId)}&targetId=${plainId(targetId)}`
  const path = `/pages/movepage.action?${page}&position=${positions[where]}`
  await client.send({ method: 'POST', path }, checkMoved)
}

/** The action answers 200 whatever happens, and names the page that it moved. */
function checkMoved(json: unknown): void {
  if (memberOf(json, 'page') !== undefined) return
  const errors = memberOf(json, 'actionErrors') ?? memberOf(json, 'validationErrors')
  if (!Array.isArray(errors) || errors.length === 0) {
    throw new UnreadableAnswerError('It does not say whether the page was moved.')
  }
  const words = typeof errors[0] === 'string' ? errors[0] : findText(errors[0], 'message')
  throw new ConfluenceError('bad-request', (words ?? 'The page cannot be moved.').slice(0, 300))
}
