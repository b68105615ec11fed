/** The viewer's account: password, second factor and sessions. @module */
import { html } from 'hono/html'
import type { SecondFactor } from '../../../accounts/second-factors.ts'
import type { ListedSession } from '../../../accounts/sessions/sessions.ts'
import { credentialHash } from '../../../accounts/tokens/authorization.ts'
import type { User } from '../../../accounts/users.ts'
import { counted } from '../../../contract/base/visible-text.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { errorAttributes, fieldText } from '../components/form-fields.ts'
import { actionForm, everyUser } from '../components/page-schemes.ts'
import { facts, stateBadge, tableOf } from '../components/parts.ts'
import { dayOf } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { actorOf, type PageContext, type Pages, viewerOf } from '../pages.ts'
import type { SignInWays } from '../sign-in/sign-in-page.ts'
import { confirmPassword, secondFactorPages } from './second-factor.ts'

const path = '/account'

export const accountPages: Pages = {
  ...everyUser.details<User>({
    path,
    settings: { group: 'You', label: 'Account', icon: 'user' },
    find: (c, { users }) => users.findById(viewerOf(c).userId),
    notices: {
      password: 'Your password is changed, and you are signed out everywhere else.',
      session: 'That device is signed out.',
      sessions: 'You are signed out everywhere else.',
      'second-factor': 'Your second factor is off.',
    },
    actions: {
      password: ['password', changePassword],
      'sessions/end': [
        'session',
        (c, { sessions }, { id: userId }) =>
          sessions.endSome({
            userId,
            endedBy: actorOf(c),
            idHash: fieldText(c.get('form'), 'session'),
          }),
      ],
      'sessions/end-others': [
        'sessions',
        (c, { sessions }, { id: userId }) =>
          sessions.endSome({ userId, endedBy: actorOf(c), exceptId: c.get('sessionId') }),
      ],
    },
    view: async (user, dependencies, c, refusal) => {
      const { secondFactors, sessions, ways } = dependencies
      const hasPassword = ways.hasPasswords && user.hasPassword
      return {
        title: 'Your account',
        ways: [],
        body: html`${facts([
          ['Name', user.name],
          ['E-mail', user.email],
          ['Role', user.isAdministrator ? 'Administrator' : 'User'],
          ['Added', dayOf(user.createdAt)],
        ])}
${hasPassword ? passwordPart(refusal?.message) : providerPart(ways)}
${secondFactorPart(await secondFactors.find(user.id), hasPassword)}
${sessionsPart(c, await sessions.list(user.id))}`,
      }
    },
  }),
  ...secondFactorPages,
}

async function changePassword(
  c: PageContext,
  dependencies: ServiceParts,
  { id }: User,
): Promise<void> {
  const form = c.get('form')
  const password = fieldText(form, 'password')
  if (password !== fieldText(form, 'repeated')) {
    throw new RequestError('bad-request', 'The two new passwords differ.')
  }
  await confirmPassword(c, dependencies)
  await dependencies.users.setPassword(id, password, actorOf(c), c.get('sessionId'))
}

function providerPart({ providerName }: SignInWays): Markup {
  if (providerName === undefined) return html``
  return html`<p>You sign in with ${providerName}. Your password is kept there.</p>`
}

function passwordPart(error: string | undefined): Markup {
  const attributes = errorAttributes(error)
  const field = (name: string, label: string, autocomplete: string, bounds: Markup): Markup =>
    html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" required${bounds}${attributes}>`
  const newBounds = html` minlength="12" maxlength="128"`
  return html`<h2>Password</h2>
<p>A new password signs you out everywhere else.</p>
<form method="post" action="${path}/password">
${field('present', 'Present password', 'current-password', html` maxlength="1024"`)}
${field('password', 'New password', 'new-password', newBounds)}
${field('repeated', 'The same again', 'new-password', newBounds)}
<button type="submit">Change the password</button>
</form>`
}

/** People who sign in only with the provider may need no second factor here. */
function secondFactorPart(secondFactor: SecondFactor | undefined, hasPassword: boolean): Markup {
  if (secondFactor === undefined && !hasPassword) return html``
  const off = html`<p>Off. With it you are also asked for a code of an app on your phone, so that your password alone lets nobody in.</p>
<p><a class="button" href="${path}/second-factor">Set up a second factor</a></p>`
  return html`<h2>Second factor</h2>
${secondFactor === undefined ? off : switchedOn(secondFactor)}`
}

function switchedOn({ createdAt, recoveryCodes }: SecondFactor): Markup {
  const remainingCodes = `${counted(recoveryCodes, 'recovery code')} ${recoveryCodes === 1 ? 'is' : 'are'} left.`
  return html`<p>On since ${dayOf(createdAt)}. ${remainingCodes}</p>
<p class="ways"><a href="${path}/second-factor">Recovery codes, and switching it off</a></p>`
}

function sessionsPart(c: PageContext, sessions: readonly ListedSession[]): Markup {
  const ownHash = credentialHash(c.get('sessionId') ?? '')
  const deviceOf = ({ device }: ListedSession): string => device || 'Unknown device'
  const end = (session: ListedSession): Markup => {
    const words = `${deviceOf(session)}, ${session.network}`
    const label = html`Sign out<span class="visually-hidden"> ${words}</span>`
    return actionForm(`${path}/sessions/end`, label, { fields: { session: session.idHash } })
  }
  const isOwn = ({ idHash }: ListedSession): boolean => idHash === ownHash
  const table = tableOf(
    'Where you are signed in',
    [
      ['Device', deviceOf],
      ['Network', ({ network }) => network || 'unknown'],
      ['Since', ({ begunAt }) => dayOf(begunAt)],
      ['Last used', (session) => (isOwn(session) ? 'now' : dayOf(session.lastUsedAt))],
      ['Action', (session) => (isOwn(session) ? stateBadge('good', 'This one') : end(session))],
    ],
    sessions,
  )
  const endOthers = actionForm(`${path}/sessions/end-others`, 'Sign out everywhere else', {
    look: '',
  })
  return html`<h2>Where you are signed in</h2>
${table}
${sessions.length > 1 ? endOthers : ''}`
}
