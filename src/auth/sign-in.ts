/** Signing in: a password and the code that may follow, the OpenID provider, or a link for a session. @module */
import { RequestError } from '../errors.ts'
import type { KnownDevices } from './known-devices.ts'
import type { OneTimeLinks } from './one-time-links.ts'
import type { CheckIdentity, ProviderAnswer } from './openid/identity-sign-in.ts'
import { type CheckPassword, type RequestOrigin, wrongPassword } from './password-check.ts'
import type { CheckCode } from './second-factor/code-check.ts'
import type { SecondFactors } from './second-factor/second-factors.ts'
import type { SessionStart } from './session-changes.ts'
import type { Sessions } from './sessions.ts'

/** Where somebody signs in. */
export interface SignInOrigin extends RequestOrigin, Pick<SessionStart, 'device'> {}

export interface BegunSession {
  readonly sessionId: string
  /** Whether it signs nobody in until a code follows. */
  readonly isAwaitingCode: boolean
  /** What the device is known by from now on; undefined where it is not. */
  readonly deviceId?: string
}

/** The ways to begin a session. */
export interface SignIn {
  /** @throws {RequestError} As `CheckPassword` does. */
  withPassword(
    typed: { readonly name: string; readonly password: string },
    origin: SignInOrigin,
  ): Promise<BegunSession>
  /**
   * Go on with a session that waits for a code, under a new id.
   * @throws {RequestError} As `CheckCode` does; `not-found` for a session that does not wait.
   */
  withCode(sessionId: string, code: string, origin: SignInOrigin): Promise<BegunSession>
  /** @throws {RequestError} As `CheckIdentity` does. */
  withIdentity(answer: ProviderAnswer, origin: SignInOrigin): Promise<BegunSession>
  /** @throws {RequestError} `not-found` for a link that is none of an administrator. */
  withLink(code: string, origin: SignInOrigin): Promise<BegunSession>
}

export interface SignInDependencies {
  readonly checkPassword: CheckPassword
  readonly checkCode: CheckCode
  /** Undefined where there is no OpenID provider. */
  readonly checkIdentity: CheckIdentity | undefined
  readonly links: Pick<OneTimeLinks, 'useToSignIn'>
  readonly sessions: Pick<Sessions, 'create' | 'end' | 'findAwaiting'>
  readonly devices: Pick<KnownDevices, 'remember'>
  readonly secondFactors: Pick<SecondFactors, 'find'>
}

/**
 * Make the ways to sign in.
 * @param dependencies What they work with.
 */
export function signIn(dependencies: SignInDependencies): SignIn {
  const { sessions, devices, secondFactors, links } = dependencies
  const begin = async (
    userId: number,
    { network, device, deviceId }: SignInOrigin,
  ): Promise<BegunSession> => {
    const sessionId = await sessions.create(userId, { network, device })
    const known = await devices.remember(deviceId, userId)
    return { sessionId, isAwaitingCode: false, deviceId: known }
  }
  const beginOrAskForCode = async (userId: number, origin: SignInOrigin): Promise<BegunSession> => {
    if ((await secondFactors.find(userId)) === undefined) return begin(userId, origin)
    const { network, device } = origin
    const sessionId = await sessions.create(userId, { network, device, isAwaitingCode: true })
    return { sessionId, isAwaitingCode: true }
  }
  return {
    async withPassword(typed, origin) {
      const { id } = await dependencies.checkPassword(typed, origin)
      return disabledMeanwhile(beginOrAskForCode(id, origin))
    },
    async withCode(sessionId, code, origin) {
      const user = await sessions.findAwaiting(sessionId)
      if (user === undefined) throw tooLate()
      await dependencies.checkCode(user, code, origin)
      await sessions.end(sessionId)
      return disabledMeanwhile(begin(user.userId, origin))
    },
    async withIdentity(answer, origin) {
      const { checkIdentity } = dependencies
      if (checkIdentity === undefined) throw new TypeError('there is no OpenID provider')
      const { network, device } = origin
      const { userId } = await checkIdentity(answer, network)
      const start = { network, device, isByProvider: true }
      return { sessionId: await sessions.create(userId, start), isAwaitingCode: false }
    },
    async withLink(code, origin) {
      const { userId } = await links.useToSignIn(code, origin.network)
      return beginOrAskForCode(userId, origin)
    },
  }
}

/** A user who was disabled since the password was compared is as unknown as any other. */
async function disabledMeanwhile(begun: Promise<BegunSession>): Promise<BegunSession> {
  try {
    return await begun
  } catch (error) {
    throw error instanceof RequestError && error.key === 'not-found' ? wrongPassword() : error
  }
}

function tooLate(): RequestError {
  return new RequestError('not-found', 'You took too long. Sign in once more.')
}
