/**
 * Moves of pages on Data Center, whose REST has none. The action behind its own dialog moves them and
 * makes no version; where programs may not use it, only a version puts a page below another parent, and
 * nothing puts it between its siblings.
 * @module
 */
import { plainId } from '../missing.ts'
import { ConfluenceError } from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findText, memberOf, UnreadableAnswerError } from '../wire/site-json.ts'

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
export async function moveContent(client: SiteClient, move: ContentMove): Promise<void> {
  const { pageId, where, targetId } = move
  const page = `pageId=${plainId(pageId)}&targetId=${plainId(targetId)}`
  const path = `/pages/movepage.action?${page}&position=${positions[where]}`
  try {
    await client.send({ method: 'POST', path }, checkMoved)
  } catch (error) {
    if (!(error instanceof ConfluenceError) || !isClosed(error)) throw error
    const words = `The site lets no program move its pages: ${error.message}`
    throw new ConfluenceError('bad-request', words, { cause: error })
  }
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

/** It was answered, if by a page for signing in: another try would end alike. */
function isClosed({ kind, status = 0, isTokenRefused }: ConfluenceError): boolean {
  if (isTokenRefused) return false
  if (kind === 'bad-request') return true
  return status > 0 && status < 500 && status !== 408 && status !== 429
}
