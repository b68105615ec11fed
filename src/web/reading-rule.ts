/** Who may read pages: anyone, or the users who signed in, each the spaces they were given. @module */
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Database } from '../database/database.ts'
import { findSpace } from '../wiki/spaces.ts'
import { messagePage } from './message-page.ts'
import { pathOf, signInPath } from './next-path.ts'
import type { Show } from './show.ts'
import type { WebScope } from './web-scope.ts'

/**
 * Send visitors who must sign in to the form for it, and tell later stages whose access counts. For
 * an address that names a space, what the visitor may not read is not there.
 * @param database The store.
 * @param readers Who may read without signing in.
 * @param show Puts a page into its frame.
 */
export function readingRule(
  database: Database,
  readers: 'anyone' | 'users',
  show: Show,
): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    if (readers === 'anyone') return next()
    const viewer = c.get('viewer')
    if (viewer === undefined) return c.redirect(signInPath(pathOf(c)), 303)
    c.set('readableBy', viewer.userId)
    const key = c.req.param('key')
    const access = { readableBy: viewer.userId }
    if (key !== undefined && (await findSpace(database, key, access)) === undefined) {
      return showNotFound(c, show)
    }
    return next()
  })
}

/**
 * Make the option of a query that leaves out what the visitor may not read.
 * @param c A request that passed the reading rule.
 */
export function readAccess(c: Context<WebScope>): { readableBy?: number } {
  const readableBy = c.get('readableBy')
  return readableBy === undefined ? {} : { readableBy }
}

/**
 * Send visitors who did not sign in to the form for it. Forms are left to `protectForms`, which
 * keeps what was typed.
 */
export const requireViewer: MiddlewareHandler<WebScope> = createMiddleware<WebScope>(
  async (c, next) => {
    const isForm = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    if (c.get('viewer') === undefined && !isForm) return c.redirect(signInPath(pathOf(c)), 303)
    return next()
  },
)

/**
 * Show that there is nothing here; also for what is there but closed to the visitor.
 * @param c The request.
 * @param show Puts a page into its frame.
 */
export function showNotFound(c: Context<WebScope>, show: Show): Promise<Response> {
  return show(c, 404, 'Not found', messagePage('Not found', 'There is no page at this address.'))
}
