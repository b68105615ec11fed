/** Routes to sign in with a password and a code, and to sign out. @module */
import { html } from 'hono/html'
import { newTotpSecret, totpAddress } from '../../../accounts/second-factors.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { newSecondFactorForm, recoveryCodesPage, typedSecret } from '../account/second-factor.ts'
import { errorLine, fieldText } from '../components/form-fields.ts'
import { show } from '../frame/show.ts'
import type { PageContext, Pages } from '../pages.ts'
import { nextPath, signInPath } from '../session/next-path.ts'
import { enter, keepSession, signInOrigin, signInRefusal } from './begin-session.ts'
import { codePage, type SignInFields, signInPage } from './sign-in-page.ts'

interface Shown {
  readonly status?: 200 | 400 | 429 | 503
  readonly error?: string
}

export function afterPasswordPath(name: string): string {
  return `/sign-in?${new URLSearchParams({ password: 'chosen', name })}`
}

export function showSignIn(
  c: PageContext,
  { ways }: ServiceParts,
  { status = 200, ...fields }: SignInFields & Shown,
): Promise<Response> {
  return show(c, status, 'Sign in', signInPage(ways, fields))
}

export const signInPages: Pages = {
  'GET /sign-in': {
    who: 'anyone',
    answer: (c, dependencies) => {
      const next = nextPath(c.req.query('next'))
      const isChosen = c.req.query('password') === 'chosen'
      if (c.get('viewer') !== undefined && !isChosen) return c.redirect(next, 303)
      const notice = 'Your password is saved. Sign in with it.'
      const formValues = { next, notice, name: c.req.query('name') ?? '' }
      return showSignIn(c, dependencies, isChosen ? formValues : { next })
    },
  },
  'POST /sign-in': {
    who: 'anyone',
    answer: async (c, dependencies) => {
      const form = c.get('form')
      const next = nextPath(fieldText(form, 'next'))
      const [name, password] = [fieldText(form, 'name'), fieldText(form, 'password')]
      try {
        const begun = await dependencies.signIn.withPassword({ name, password }, signInOrigin(c))
        return await enter(c, dependencies, begun, next)
      } catch (error) {
        return showSignIn(c, dependencies, { next, name, ...signInRefusal(c, error) })
      }
    },
  },
  'GET /sign-in/code': {
    who: 'anyone',
    answer: (c, dependencies) => showCode(c, dependencies, nextPath(c.req.query('next'))),
  },
  'POST /sign-in/code': {
    who: 'anyone',
    answer: async (c, dependencies) => {
      const next = nextPath(fieldText(c.get('form'), 'next'))
      try {
        const { signIn, cookie } = dependencies
        const code = fieldText(c.get('form'), 'code')
        const begun = await signIn.withCode(cookie.read(c) ?? '', code, signInOrigin(c))
        return await enter(c, dependencies, begun, next)
      } catch (error) {
        return showCode(c, dependencies, next, signInRefusal(c, error))
      }
    },
  },
  'GET /sign-in/second-factor': {
    who: 'anyone',
    answer: (c, dependencies) =>
      showSetUp(c, dependencies, {
        next: nextPath(c.req.query('next')),
        secret: newTotpSecret(),
      }),
  },
  'POST /sign-in/second-factor': {
    who: 'anyone',
    answer: async (c, dependencies) => {
      const form = c.get('form')
      const next = nextPath(fieldText(form, 'next'))
      const secret = typedSecret(form)
      try {
        const app = { secret, code: fieldText(form, 'code') }
        const { signIn, sessions, cookie } = dependencies
        const waitingId = cookie.read(c) ?? ''
        const begun = await signIn.withNewSecondFactor(waitingId, app, signInOrigin(c))
        await keepSession(c, dependencies, begun)
        c.set('viewer', await sessions.find(begun.sessionId))
        const main = recoveryCodesPage(begun.recoveryCodes, next)
        return await show(c, 201, 'Your recovery codes', main)
      } catch (error) {
        return showSetUp(c, dependencies, { next, secret, ...signInRefusal(c, error) })
      }
    },
  },
  'POST /sign-out': {
    who: 'anyone',
    answer: async (c, { sessions, cookie }) => {
      const id = cookie.read(c)
      if (id !== undefined) await sessions.end(id)
      cookie.clear(c)
      // Otherwise the browser's back button would still show cached pages.
      c.header('Clear-Site-Data', '"cache"')
      return c.redirect('/sign-in', 303)
    },
  },
}

async function showCode(
  c: PageContext,
  { sessions, cookie }: ServiceParts,
  next: string,
  { status = 200, error }: Shown = {},
): Promise<Response> {
  const user = await sessions.findAwaiting(cookie.read(c) ?? '', 'code')
  if (user === undefined) return c.redirect(signInPath(next), 303)
  return show(c, status, 'Enter your code', codePage({ next, error }))
}

/** A required second factor is set up before the sign-in completes. */
async function showSetUp(
  c: PageContext,
  { sessions, cookie }: ServiceParts,
  { next, secret, status = 200, error }: Shown & { next: string; secret: string },
): Promise<Response> {
  const user = await sessions.findAwaiting(cookie.read(c) ?? '', 'set-up')
  if (user === undefined) return c.redirect(signInPath(next), 303)
  const address = totpAddress(secret, user.name)
  const main = html`<h1>Set up a second factor</h1>
<p>You must have one here: a password or single sign-on alone is not enough.</p>
${errorLine(error)}
${newSecondFactorForm({ secret, address, next, error })}`
  return show(c, status, 'Set up a second factor', main)
}
