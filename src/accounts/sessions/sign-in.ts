/** Signs in with a password or the OpenID provider, and then with a second factor. @module */
import { RequestError } from '../../contract/errors.ts'
import type { CheckIdentity, ProviderAnswer } from '../openid/identity-sign-in.ts'
import {
  type CheckPassword,
  type RequestOrigin,
  wrongPassword,
} from '../passwords/password-check.ts'
import type { CheckCode, SecondFactors } from '../second-factors.ts'
import type { BegunSession, SessionStart, Sessions } from './sessions.ts'

export interface SignInOrigin extends RequestOrigin, Pick<SessionStart, 'device'> {}

interface NewApp {
  readonly secret: string
  readonly code: string
}

export interface SignIn extends ReturnType<typeof signIn> {}

interface SignInDependencies {
  readonly checkPassword: CheckPassword
  readonly checkIdentity: CheckIdentity | undefined
  readonly checkCode: CheckCode
  readonly sessions: Pick<Sessions, 'enter' | 'complete' | 'findAwaiting'>
  readonly secondFactors: Pick<SecondFactors, 'add'>
}

export function signIn({ sessions, ...dependencies }: SignInDependencies) {
  return {
    /** @throws {RequestError} As `CheckPassword` does. */
    async withPassword(
      typed: { readonly name: string; readonly password: string },
      origin: SignInOrigin,
    ): Promise<BegunSession> {
      const { id } = await dependencies.checkPassword(typed, origin)
      return disabledMeanwhile(sessions.enter(id, origin))
    },
    /** @throws {RequestError} As `CheckCode`, or `not-found` if it awaits nothing. */
    async withCode(sessionId: string, code: string, origin: SignInOrigin): Promise<BegunSession> {
      const waiting = await sessions.findAwaiting(sessionId, 'code')
      if (waiting === undefined) throw tooLate()
      await dependencies.checkCode(waiting, code, origin.network)
      return disabledMeanwhile(sessions.complete(waiting, origin))
    },
    /** @throws {RequestError} As `SecondFactors.add`, or `not-found` if it awaits nothing. */
    async withNewSecondFactor(
      sessionId: string,
      app: NewApp,
      origin: SignInOrigin,
    ): Promise<BegunSession & { readonly recoveryCodes: readonly string[] }> {
      const waiting = await sessions.findAwaiting(sessionId, 'set-up')
      if (waiting === undefined) throw tooLate()
      const actor = { name: waiting.name, address: origin.network }
      const recoveryCodes = await dependencies.secondFactors.add(waiting.userId, app, actor)
      return { ...(await sessions.complete(waiting, origin)), recoveryCodes }
    },
    /** @throws {RequestError} As `CheckIdentity` does. */
    async withIdentity(answer: ProviderAnswer, origin: SignInOrigin): Promise<BegunSession> {
      const { checkIdentity } = dependencies
      if (checkIdentity === undefined) throw new TypeError('there is no OpenID provider')
      return sessions.enter((await checkIdentity(answer, origin.network)).userId, origin)
    },
  }
}

/** Reports a user who was disabled meanwhile as a wrong password, to reveal nothing. */
async function disabledMeanwhile(beginning: Promise<BegunSession>): Promise<BegunSession> {
  try {
    return await beginning
  } catch (error) {
    throw error instanceof RequestError && error.key === 'not-found' ? wrongPassword() : error
  }
}

function tooLate(): RequestError {
  return new RequestError('not-found', 'You took too long. Sign in once more.')
}
