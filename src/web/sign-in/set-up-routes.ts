/** The requests to set up a second factor before anything else, for those who must have one. @module */
import type { Context } from 'hono'
import { isTotpSecret, newTotpSecret, totpAddress } from '../../auth/second-factor/totp.ts'
import type { Sessions } from '../../auth/sessions/sessions.ts'
import { newSecondFactorPage, recoveryCodesPage } from '../account/second-factor-page.ts'
import { fieldText } from '../components/form-fields.ts'
import type { Show } from '../frame/show.ts'
import { csrfField } from '../session/csrf.ts'
import { nextPath, signInPath } from '../session/next-path.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { type BeginSession, signInRefusal } from './begin-session.ts'

export interface SetUpDependencies {
  readonly sessions: Pick<Sessions, 'findAwaiting'>
  readonly beginSession: Pick<BeginSession, 'withNewSecondFactor'>
  readonly cookie: SessionCookie
  readonly show: Show
}

/**
 * Make the handlers. Their visitor has shown who they are, and is signed in by what they set up.
 * @param dependencies Whose session waits, and what begins it.
 */
export function setUpRoutes(dependencies: SetUpDependencies): WebHandlers {
  const { sessions, beginSession, cookie, show } = dependencies
  const showForm = async (
    c: Context<WebScope>,
    status: 200 | 400 | 429 | 503,
    { next, secret, error }: { next: string; secret: string; error?: string },
  ): Promise<Response> => {
    const user = await sessions.findAwaiting(cookie.read(c) ?? '', 'set-up')
    if (user === undefined) return c.redirect(signInPath(next), 303)
    const address = totpAddress(secret, user.name)
    const main = newSecondFactorPage({ secret, address, next, error, csrfField: csrfField(c) })
    return show(c, status, 'Set up a second factor', main)
  }
  return {
    'GET /sign-in/second-factor': (c) =>
      showForm(c, 200, { next: nextPath(c.req.query('next')), secret: newTotpSecret() }),
    'POST /sign-in/second-factor': async (c) => {
      const form = c.get('form')
      const next = nextPath(fieldText(form, 'next'))
      const typed = fieldText(form, 'secret')
      const secret = isTotpSecret(typed) ? typed : newTotpSecret()
      try {
        const app = { secret, code: fieldText(form, 'code') }
        const codes = await beginSession.withNewSecondFactor(c, app)
        return await show(c, 201, 'Your recovery codes', recoveryCodesPage(codes, next))
      } catch (error) {
        const { status, message } = signInRefusal(c, error)
        return showForm(c, status, { next, secret, error: message })
      }
    },
  }
}
