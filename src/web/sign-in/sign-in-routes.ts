/** The requests to sign in with a password and a code, and to sign out. @module */
import type { Context } from 'hono'
import type { OpenIdProvider } from '../../auth/openid/openid-provider.ts'
import {
  isTotpSecret,
  newTotpSecret,
  totpAddress,
} from '../../auth/second-factor/second-factors.ts'
import type { Sessions } from '../../auth/sessions/sessions.ts'
import { newSecondFactorPage, recoveryCodesPage } from '../account/second-factor.ts'
import { fieldText } from '../components/form-fields.ts'
import type { Show } from '../frame/show.ts'
import { csrfField } from '../session/csrf.ts'
import { nextPath, signInPath } from '../session/next-path.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { type BeginSession, goOnPage, goOnTo, pathAfter, signInRefusal } from './begin-session.ts'
import { codePage, type SignInWays, signInPage } from './sign-in-page.ts'

interface SignInRoutesDependencies {
  readonly sessions: Pick<Sessions, 'end' | 'findAwaiting'>
  readonly beginSession: BeginSession
  readonly ways: SignInWays
  readonly provider: OpenIdProvider | undefined
  readonly publicUrl: () => string
  readonly cookie: SessionCookie
  readonly show: Show
}

export function afterPasswordPath(name: string): string {
  return `/sign-in?${new URLSearchParams({ password: 'chosen', name })}`
}

interface SignInFields {
  readonly next: string
  readonly name?: string
  readonly error?: string
  readonly notice?: string
}

export type ShowSignIn = (
  c: Context<WebScope>,
  status: 200 | 400 | 429 | 503,
  fields: SignInFields,
) => Promise<Response>

export function signInForm({
  ways,
  cookie,
  show,
}: Pick<SignInRoutesDependencies, 'ways' | 'cookie' | 'show'>): ShowSignIn {
  return (c, status, { next, name = '', error, notice }) => {
    cookie.ensure(c)
    const model = { ways, next, name, error, notice, csrfField: csrfField(c) }
    return show(c, status, 'Sign in', signInPage(model))
  }
}

export function signInRoutes(dependencies: SignInRoutesDependencies): WebHandlers {
  const { sessions, beginSession, provider, publicUrl, cookie, show } = dependencies
  const showForm = signInForm(dependencies)
  const showCode = async (
    c: Context<WebScope>,
    status: 200 | 400 | 429 | 503,
    next: string,
    error?: string,
  ): Promise<Response> => {
    const id = cookie.read(c)
    const user = id === undefined ? undefined : await sessions.findAwaiting(id, 'code')
    if (user === undefined) return c.redirect(signInPath(next), 303)
    return show(c, status, 'Enter your code', codePage({ next, error, csrfField: csrfField(c) }))
  }
  return {
    ...setUpRoutes(dependencies),
    'GET /sign-in': async (c) => {
      const next = nextPath(c.req.query('next'))
      const isChosen = c.req.query('password') === 'chosen'
      if (c.get('viewer') !== undefined && !isChosen) return c.redirect(next, 303)
      const notice = 'Your password is saved. Sign in with it.'
      return showForm(
        c,
        200,
        isChosen ? { next, notice, name: c.req.query('name') ?? '' } : { next },
      )
    },
    'POST /sign-in': async (c) => {
      const form = c.get('form')
      const path = nextPath(fieldText(form, 'next'))
      const [name, password] = [fieldText(form, 'name'), fieldText(form, 'password')]
      try {
        const begun = await beginSession.withPassword(c, { name, password })
        return c.redirect(pathAfter(begun, path), 303)
      } catch (error) {
        const { status, message } = signInRefusal(c, error)
        return showForm(c, status, { next: path, name, error: message })
      }
    },
    'GET /sign-in/code': (c) => showCode(c, 200, nextPath(c.req.query('next'))),
    'POST /sign-in/code': async (c) => {
      const path = nextPath(fieldText(c.get('form'), 'next'))
      try {
        await beginSession.withCode(c, fieldText(c.get('form'), 'code'))
        return c.redirect(path, 303)
      } catch (error) {
        const { status, message } = signInRefusal(c, error)
        return showCode(c, status, path, message)
      }
    },
    'POST /sign-out': async (c) => {
      const id = cookie.read(c)
      const isByProvider = id !== undefined && (await sessions.end(id))
      cookie.clear(c)
      // Clear the cache, or the browser's back button would still show kept pages.
      c.header('Clear-Site-Data', '"cache"')
      const end = isByProvider ? await provider?.endAddress(`${publicUrl()}/sign-in`) : undefined
      if (end === undefined) return c.redirect('/sign-in', 303)
      c.set('viewer', undefined)
      const name = provider?.name ?? ''
      goOnTo(c, end)
      const page = goOnPage('You are signed out', `Sign out of ${name} as well`, end)
      return show(c, 200, 'Signed out', page)
    },
  }
}

interface SetUpDependencies {
  readonly sessions: Pick<Sessions, 'findAwaiting'>
  readonly beginSession: Pick<BeginSession, 'withNewSecondFactor'>
  readonly cookie: SessionCookie
  readonly show: Show
}

/** Make the handlers for visitors who must set up a second factor before they are signed in. */
function setUpRoutes(dependencies: SetUpDependencies): WebHandlers {
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
