/** Finds out who looks at a page. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Sessions } from '../../auth/sessions/sessions.ts'
import type { WebScope } from '../web-scope.ts'
import { formToken, type SessionCookie } from './session-cookie.ts'

/**
 * Tell the stages after this one who signed in.
 * @param sessions Finds the session.
 * @param cookie Holds its id.
 */
export function readSession(
  sessions: Pick<Sessions, 'find'>,
  cookie: SessionCookie,
): MiddlewareHandler<WebScope> {
  return createMiddleware<WebScope>(async (c, next) => {
    const id = cookie.read(c)
    // Also of a session that has ended: its forms are still known to be ours.
    c.set('sessionId', id)
    c.set('formToken', id === undefined ? undefined : formToken(id))
    const session = id === undefined ? undefined : await sessions.find(id)
    c.set('viewer', session)
    c.set('viewerUntilMs', session?.untouchedUntilMs ?? Number.POSITIVE_INFINITY)
    await next()
  })
}
