/** The requests behind a one-time link. @module */
import type { Context } from 'hono'
import type { KnownDevices } from '../../auth/passwords/known-devices.ts'
import type { OneTimeLinks } from '../../auth/passwords/one-time-links.ts'
import { RequestError } from '../../base/errors.ts'
import { messagePage } from '../frame/message-page.ts'
import type { Show } from '../frame/show.ts'
import { csrfField } from '../session/csrf.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { type BeginSession, type DeviceCookie, signInRefusal } from './begin-session.ts'
import { choosePasswordPage } from './choose-password-page.ts'
import { goOnPage, goOnTo } from './go-on.ts'
import { pathAfter } from './next-step.ts'
import type { BeginAtProvider } from './provider-routes.ts'
import type { SignInWays } from './sign-in-page.ts'
import { afterPasswordPath } from './sign-in-routes.ts'

const gone = 'This link was used, has expired or never existed. Ask an administrator for another.'

export interface ChoosePasswordDependencies {
  readonly links: Pick<OneTimeLinks, 'findUser' | 'use'>
  readonly devices: Pick<KnownDevices, 'remember'>
  readonly ways: SignInWays
  readonly beginSession: BeginSession
  /** Undefined where there is no OpenID provider. */
  readonly beginAtProvider: BeginAtProvider | undefined
  readonly cookie: SessionCookie
  readonly device: DeviceCookie
  readonly show: Show
}

/**
 * Tell where a one-time link leads.
 * @param code The link's code.
 */
export function choosePasswordPath(code: string): string {
  return `/choose-password/${code}`
}

/**
 * Make the handlers.
 * @param dependencies Find the user, and let them in.
 */
export function choosePasswordRoutes(dependencies: ChoosePasswordDependencies): WebHandlers {
  const { links, devices, ways, beginSession, cookie, device, show } = dependencies
  const showForm = async (
    c: Context<WebScope>,
    error?: string,
    isDeletingTokens = false,
  ): Promise<Response> => {
    const code = c.req.param('code') ?? ''
    const user = await links.findUser(code)
    if (user === undefined) {
      return show(c, 404, 'Link not valid', messagePage('This link does not work', gone))
    }
    cookie.ensure(c)
    const status = error === undefined ? 200 : 400
    const path = choosePasswordPath(code)
    const model = { user, ways, path, isDeletingTokens, error, csrfField: csrfField(c) }
    const title = ways.hasPasswords ? 'Choose a password' : `A link for ${user.name}`
    return show(c, status, title, choosePasswordPage(model))
  }
  return {
    'GET /choose-password/:code': (c) => showForm(c),
    'POST /choose-password/:code': async (c) => {
      if (!ways.hasPasswords) return showForm(c, 'Passwords are not used here.')
      const form = c.get('form')
      const password = String(form.get('password') ?? '')
      const isDeletingTokens = form.get('deleteTokens') === 'yes'
      const refuse = (why: string): Promise<Response> => showForm(c, why, isDeletingTokens)
      if (password !== form.get('repeated')) return refuse('The two passwords differ.')
      try {
        const options = { address: c.get('network'), isDeletingTokens }
        const { userId, userName } = await links.use(c.req.param('code') ?? '', password, options)
        // Whoever was kept out by wrong guesses of others gets in by a link, on this device.
        device.set(c, await devices.remember(device.read(c), userId))
        return c.redirect(afterPasswordPath(userName), 303)
      } catch (error) {
        if (error instanceof RequestError && error.status < 500) return refuse(error.message)
        throw error
      }
    },
    'POST /choose-password/:code/provider': async (c) => {
      const linkCode = c.req.param('code')
      const user = await links.findUser(linkCode)
      const { beginAtProvider } = dependencies
      if (user === undefined || beginAtProvider === undefined) return showForm(c)
      try {
        const address = await beginAtProvider(c, { next: '/', linkCode })
        goOnTo(c, address)
        const page = goOnPage('On to the sign-in', `Sign in with ${ways.providerName}`, address)
        return await show(c, 200, 'On to the sign-in', page)
      } catch (error) {
        return showForm(c, signInRefusal(c, error).message)
      }
    },
    'POST /choose-password/:code/session': async (c) => {
      if (ways.hasPasswords) return showForm(c)
      try {
        const begun = await beginSession.withLink(c, c.req.param('code'))
        return c.redirect(pathAfter(begun, '/'), 303)
      } catch (error) {
        return showForm(c, signInRefusal(c, error).message)
      }
    },
  }
}
