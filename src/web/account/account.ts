/** The page of one's own account: password, sessions, and a link to the second factor. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { KnownDevices } from '../../auth/passwords/known-devices.ts'
import type { CheckPassword } from '../../auth/passwords/password-check.ts'
import type { SecondFactor, SecondFactors } from '../../auth/second-factor/second-factors.ts'
import type { ListedSession, Sessions } from '../../auth/sessions/sessions.ts'
import { credentialHash } from '../../auth/tokens/authorization.ts'
import type { User, Users } from '../../auth/users.ts'
import { errorAttributes, errorLine, fieldText, formRefusal } from '../components/form-fields.ts'
import { dataTable, noticeLine } from '../components/parts.ts'
import { dayOf, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { Show } from '../frame/show.ts'
import { csrfField } from '../session/csrf.ts'
import type { DeviceCookie } from '../sign-in/begin-session.ts'
import type { SignInWays } from '../sign-in/sign-in-page.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, viewerOf, type WebScope } from '../web-scope.ts'
import {
  confirmPassword,
  type SecondFactorDependencies,
  secondFactorRoutes,
} from './second-factor.ts'

interface AccountDependencies extends SecondFactorDependencies {
  readonly users: Pick<Users, 'findById' | 'setPassword'>
  readonly sessions: Pick<Sessions, 'list' | 'endSome'>
  readonly devices: Pick<KnownDevices, 'remember'>
  readonly secondFactors: SecondFactors
  readonly checkPassword: CheckPassword
  readonly ways: SignInWays
  readonly device: DeviceCookie
  readonly show: Show
  readonly clock: () => Date
}

const notices: Readonly<Record<string, string>> = {
  password: 'Your password is changed, and you are signed out everywhere else.',
  session: 'That device is signed out.',
  sessions: 'You are signed out everywhere else.',
  'second-factor': 'Your second factor is off.',
}

export function accountRoutes(dependencies: AccountDependencies): WebHandlers {
  const { users, sessions, devices, ways, device, show } = dependencies
  const showAccount = async (c: Context<WebScope>, error?: string): Promise<Response> => {
    const { userId } = viewerOf(c)
    const user = (await users.findById(userId)) as User
    const main = accountPage({
      user,
      ways,
      secondFactor: await dependencies.secondFactors.find(userId),
      sessions: await sessions.list(userId),
      ownHash: credentialHash(c.get('sessionId') ?? ''),
      now: dependencies.clock(),
      error,
      notice: error === undefined ? notices[c.req.query('done') ?? ''] : undefined,
      csrfField: csrfField(c),
    })
    return show(c, error === undefined ? 200 : 400, 'Your account', main)
  }
  return {
    ...secondFactorRoutes(dependencies),
    'GET /account': (c) => showAccount(c),
    'POST /account/password': async (c) => {
      const form = c.get('form')
      const [password, repeated] = [fieldText(form, 'password'), fieldText(form, 'repeated')]
      if (password !== repeated) return showAccount(c, 'The two new passwords differ.')
      try {
        await confirmPassword(c, dependencies)
        const { userId } = viewerOf(c)
        await users.setPassword(userId, password, actorOf(c), c.get('sessionId'))
        // A new password makes all devices unknown, so this one is remembered again.
        device.set(c, await devices.remember(device.read(c), userId))
      } catch (error) {
        return showAccount(c, formRefusal(error).message)
      }
      return c.redirect('/account?done=password', 303)
    },
    'POST /account/sessions/end': async (c) => {
      const idHash = fieldText(c.get('form'), 'session')
      await sessions.endSome({ userId: viewerOf(c).userId, endedBy: actorOf(c), idHash })
      return c.redirect('/account?done=session', 303)
    },
    'POST /account/sessions/end-others': async (c) => {
      const exceptId = c.get('sessionId')
      await sessions.endSome({ userId: viewerOf(c).userId, endedBy: actorOf(c), exceptId })
      return c.redirect('/account?done=sessions', 303)
    },
  }
}

interface AccountModel {
  readonly user: User
  readonly ways: SignInWays
  readonly secondFactor: SecondFactor | undefined
  readonly sessions: readonly ListedSession[]
  readonly ownHash: string
  readonly now: Date
  readonly error: string | undefined
  readonly notice: string | undefined
  readonly csrfField: Markup
}

function accountPage(model: AccountModel): Markup {
  const { user, ways } = model
  return html`<h1>Your account</h1>
${noticeLine(model.notice)}
${errorLine(model.error)}
<dl class="facts"><dt>Name</dt><dd>${user.name}</dd>
<dt>E-mail</dt><dd>${user.email}</dd>
<dt>Role</dt><dd>${user.isAdministrator ? 'Administrator' : 'User'}</dd>
<dt>Added</dt><dd>${dayOf(user.createdAt)}</dd></dl>
${ways.hasPasswords && user.hasPassword ? passwordPart(model) : providerPart(ways)}
${secondFactorPart(model)}
${sessionsPart(model)}`
}

function providerPart({ providerName }: SignInWays): Markup {
  if (providerName === undefined) return html``
  return html`<p>You sign in with ${providerName}. Your password is kept there.</p>`
}

function passwordPart({ error, csrfField }: AccountModel): Markup {
  const described = errorAttributes(error)
  const field = (name: string, label: string, autocomplete: string, bounds: Markup): Markup =>
    html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" required${bounds}${described}>`
  const newBounds = html` minlength="12" maxlength="128"`
  return html`<h2>Password</h2>
<p>A new password signs you out everywhere else.</p>
<form method="post" action="/account/password">${csrfField}
${field('present', 'Present password', 'current-password', html` maxlength="1024"`)}
${field('password', 'New password', 'new-password', newBounds)}
${field('repeated', 'The same again', 'new-password', newBounds)}
<button type="submit">Change the password</button>
</form>`
}

/** People who sign in only with the provider use a second factor here only where it is required. */
function secondFactorPart({ user, ways, secondFactor }: AccountModel): Markup {
  if (secondFactor === undefined && !(ways.hasPasswords && user.hasPassword)) return html``
  return html`<h2>Second factor</h2>
${
  secondFactor === undefined
    ? html`<p>Off. With it you are also asked for a code of an app on your phone, so that your password alone lets nobody in.</p>
<p><a class="button" href="/account/second-factor">Set up a second factor</a></p>`
    : html`<p>On since ${dayOf(secondFactor.createdAt)}. ${codesLeft(secondFactor)}</p>
<p class="ways"><a href="/account/second-factor">Recovery codes, and switching it off</a></p>`
}`
}

function codesLeft({ recoveryCodes }: SecondFactor): string {
  return recoveryCodes === 1
    ? '1 recovery code is left.'
    : `${recoveryCodes} recovery codes are left.`
}

function sessionsPart({ sessions, ownHash, now, csrfField }: AccountModel): Markup {
  const rows = sessions.map((one) => {
    const device = one.device || 'Unknown device'
    const isOwn = one.idHash === ownHash
    return [
      html`${device}`,
      html`${one.network || 'unknown'}`,
      relativeTime(one.begunAt, now),
      isOwn ? html`now` : relativeTime(one.lastUsedAt, now),
      isOwn
        ? html`<span class="badge badge-good">This one</span>`
        : html`<form class="row" method="post" action="/account/sessions/end">${csrfField}<input type="hidden" name="session" value="${one.idHash}"><button class="quiet" type="submit">Sign out<span class="visually-hidden"> ${device}, ${one.network}</span></button></form>`,
    ]
  })
  return html`<h2>Where you are signed in</h2>
${dataTable('Where you are signed in', ['Device', 'Network', 'Since', 'Last used', 'Action'], rows)}
${
  sessions.length > 1
    ? html`<form class="row" method="post" action="/account/sessions/end-others">${csrfField}<button type="submit">Sign out everywhere else</button></form>`
    : ''
}`
}
