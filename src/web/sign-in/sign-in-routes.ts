/** The requests to sign in and to sign out. @module */
import { type Context, Hono } from 'hono'
import type { Sessions } from '../../auth/sessions.ts'
import { RequestError } from '../../errors.ts'
import { csrfField, type ProtectForms } from '../csrf.ts'
import { nextPath } from '../next-path.ts'
import type { SessionCookie } from '../session-cookie.ts'
import type { Show } from '../show.ts'
import type { WebScope } from '../web-scope.ts'
import type { BeginSession } from './begin-session.ts'
import { signInPage } from './sign-in-page.ts'

export interface SignInRoutesDependencies {
  readonly sessions: Pick<Sessions, 'end'>
  readonly beginSession: BeginSession
  readonly cookie: SessionCookie
  readonly protectForms: ProtectForms
  readonly show: Show
}

/** Where to go after a password was chosen. */
export const afterPasswordPath = '/sign-in?password=chosen'

/**
 * Make the routes.
 * @param dependencies Begins and ends sessions.
 */
export function signInRoutes(dependencies: SignInRoutesDependencies): Hono<WebScope> {
  const { sessions, beginSession, cookie, protectForms, show } = dependencies
  const app = new Hono<WebScope>()
  const showForm = (
    c: Context<WebScope>,
    status: 200 | 400 | 429 | 503,
    fields: { next: string; name?: string; error?: string; notice?: string },
  ): Promise<Response> => {
    cookie.ensure(c)
    const { next, name = '', error, notice } = fields
    const model = { next, name, error, notice, csrfField: csrfField(c) }
    return show(c, status, 'Sign in', signInPage(model))
  }
  app.get('/sign-in', async (c) => {
    const next = nextPath(c.req.query('next'))
    const isChosen = c.req.query('password') === 'chosen'
    if (c.get('viewer') !== undefined && !isChosen) return c.redirect(next, 303)
    const notice = 'Your password is saved. Sign in with it.'
    return showForm(c, 200, isChosen ? { next, notice } : { next })
  })
  app.post('/sign-in', protectForms({ maxBytes: 8 * 1024, isOpen: true }), async (c) => {
    const [next, name, password] = ['next', 'name', 'password'].map((field) =>
      String(c.get('form').get(field) ?? ''),
    ) as [string, string, string]
    try {
      await beginSession(c, { name, password })
      return c.redirect(nextPath(next), 303)
    } catch (error) {
      if (!(error instanceof RequestError) || error.status === 500) throw error
      const { status, message, retryAfterSeconds } = error
      if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
      const fields = { next: nextPath(next), name, error: message }
      return showForm(c, status as 400 | 429 | 503, fields)
    }
  })
  app.post('/sign-out', protectForms({ isOpen: true }), async (c) => {
    const id = cookie.read(c)
    if (id !== undefined) await sessions.end(id)
    cookie.clear(c)
    return c.redirect('/sign-in', 303)
  })
  return app
}
