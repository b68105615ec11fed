/** The requests behind a one-time link. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { KnownDevices } from '../../auth/passwords/known-devices.ts'
import type { LinkedUser, OneTimeLinks } from '../../auth/passwords/one-time-links.ts'
import { RequestError } from '../../contract/errors.ts'
import { errorAttributes, errorLine } from '../components/form-fields.ts'
import type { Markup } from '../frame/markup.ts'
import { messagePage } from '../frame/message-page.ts'
import type { Show } from '../frame/show.ts'
import { csrfField } from '../session/csrf.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import {
  type BeginSession,
  type DeviceCookie,
  goOnPage,
  goOnTo,
  pathAfter,
  signInRefusal,
} from './begin-session.ts'
import type { BeginAtProvider } from './provider-routes.ts'
import type { SignInWays } from './sign-in-page.ts'
import { afterPasswordPath } from './sign-in-routes.ts'

const gone = 'This link was used, has expired or never existed. Ask an administrator for another.'

export interface ChoosePasswordDependencies {
  readonly links: Pick<OneTimeLinks, 'findUser' | 'use'>
  readonly devices: Pick<KnownDevices, 'remember'>
  readonly ways: SignInWays
  readonly beginSession: BeginSession
  readonly beginAtProvider: BeginAtProvider | undefined
  readonly cookie: SessionCookie
  readonly device: DeviceCookie
  readonly show: Show
}

export function choosePasswordPath(code: string): string {
  return `/choose-password/${code}`
}

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
        // Wrong guesses of others may have locked this user out, so remember the device.
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

interface ChoosePasswordModel {
  readonly user: LinkedUser
  readonly ways: SignInWays
  readonly path: string
  readonly isDeletingTokens: boolean
  readonly error: string | undefined
  readonly csrfField: Markup
}

function choosePasswordPage(model: ChoosePasswordModel): Markup {
  const { ways, error } = model
  if (ways.hasPasswords) {
    return html`<h1>Choose a password</h1>${passwordForm(model)}${providerForm(model)}`
  }
  return html`<h1>A link for ${model.user.name}</h1>
${errorLine(error)}
${providerForm(model)}${sessionForm(model)}`
}

function passwordForm(model: ChoosePasswordModel): Markup {
  const { user, error, csrfField } = model
  const described = errorAttributes(error)
  return html`
<p>For the user <strong>${user.name}</strong>: 12 to 128 characters, and none that is easily guessed. Four words that have nothing to do with each other will do. This link works once.</p>
${errorLine(error)}
<form method="post">${csrfField}
<input type="hidden" name="username" value="${user.name}" autocomplete="username">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="128"${described}>
<label for="repeated">The same again</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required minlength="12" maxlength="128"${described}>
${tokensChoice(model)}
<button type="submit">Save the password</button>
</form>`
}

/** Somebody else may have known the old password, so offer to end the tokens too. */
function tokensChoice({ user: { liveTokens }, isDeletingTokens }: ChoosePasswordModel): Markup {
  if (liveTokens === 0) return html``
  return html`<div class="choice"><input type="checkbox" id="deleteTokens" name="deleteTokens" value="yes"${isDeletingTokens ? html` checked` : ''} aria-describedby="tokens-hint"><label for="deleteTokens">Also delete my API tokens and host tokens (${liveTokens})</label>
<p class="hint" id="tokens-hint">If somebody else may have known the password. Programs that use the tokens need new ones then.</p></div>`
}

function providerForm({ ways, user, path, csrfField }: ChoosePasswordModel): Markup {
  const { providerName, hasPasswords } = ways
  if (providerName === undefined) return html``
  return html`<h2>${hasPasswords ? 'Or sign in' : 'Sign in'} with ${providerName}</h2>
<p>From then on your sign-in at ${providerName} belongs to the user <strong>${user.name}</strong>. The link is used up by it.</p>
<form class="row" method="post" action="${path}/provider">${csrfField}<button type="submit">Sign in with ${providerName}</button></form>`
}

/** Lets administrators in when the provider is down or misconfigured. */
function sessionForm({ user, path, csrfField }: ChoosePasswordModel): Markup {
  if (!user.isAdministrator) return html``
  return html`<h2>Or sign in with this link</h2>
<p>Once, as the administrator <strong>${user.name}</strong>. The link is used up by it.</p>
<form class="row" method="post" action="${path}/session">${csrfField}<button type="submit">Sign in as ${user.name}</button></form>`
}
