/** The requests of users for their own account. @module */
import type { Context } from 'hono'
import type { KnownDevices } from '../../auth/passwords/known-devices.ts'
import type { CheckPassword } from '../../auth/passwords/password-check.ts'
import type { SecondFactors } from '../../auth/second-factor/second-factors.ts'
import type { Sessions } from '../../auth/sessions/sessions.ts'
import { credentialHash } from '../../auth/tokens/authorization.ts'
import type { User, Users } from '../../auth/users.ts'
import { fieldText, formRefusal } from '../components/form-fields.ts'
import type { Show } from '../frame/show.ts'
import { csrfField } from '../session/csrf.ts'
import { actorOf, viewerOf } from '../session/viewer.ts'
import type { DeviceCookie } from '../sign-in/begin-session.ts'
import type { SignInWays } from '../sign-in/sign-in-page.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { accountPage } from './account-page.ts'
import { confirmPassword } from './confirm-password.ts'
import { type SecondFactorDependencies, secondFactorRoutes } from './second-factor-routes.ts'

export interface AccountDependencies extends SecondFactorDependencies {
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

/** What the page says after a change. */
const notices: Readonly<Record<string, string>> = {
  password: 'Your password is changed, and you are signed out everywhere else.',
  session: 'That device is signed out.',
  sessions: 'You are signed out everywhere else.',
  'second-factor': 'Your second factor is off.',
}

/** Make the handlers. */
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
        // Whoever knew the old one may have made other devices known.
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
