/** Signs in with a password or the OpenID provider. @module */
import { RequestError } from '../../contract/errors.ts'
import type { CheckIdentity, ProviderAnswer } from '../openid/identity-sign-in.ts'
import {
  type CheckPassword,
  type RequestOrigin,
  wrongPassword,
} from '../passwords/password-check.ts'
import type {
  NextStep,
  PassedSignIn,
  SecondFactorStage,
} from '../second-factor/second-factor-stage.ts'
import type { AwaitedUser, SessionStart, Sessions } from './sessions.ts'

export interface SignInOrigin extends RequestOrigin, Pick<SessionStart, 'device'> {}

export interface BegunSession {
  readonly sessionId: string
  readonly next: NextStep | undefined
}

export interface NewApp {
  readonly secret: string
  readonly code: string
}

export interface SignIn extends ReturnType<typeof signIn> {}

export interface SignInDependencies {
  readonly checkPassword: CheckPassword
  readonly checkIdentity: CheckIdentity | undefined
  readonly sessions: Pick<Sessions, 'create' | 'wait' | 'end' | 'findAwaiting'>
  readonly stage: SecondFactorStage
}

export function signIn(dependencies: SignInDependencies) {
  const { sessions, stage } = dependencies
  const beginSession = async (
    passed: PassedSignIn,
    { network, device }: SignInOrigin,
  ): Promise<BegunSession> => ({
    sessionId: await sessions.create(passed, { network, device }),
    next: undefined,
  })
  const enter = async (userId: number, origin: SignInOrigin): Promise<BegunSession> => {
    const next = await stage.enter(userId)
    if (typeof next !== 'string') return beginSession(next, origin)
    const { network, device } = origin
    return { sessionId: await sessions.wait(userId, next, { network, device }), next }
  }
  const findAwaiting = async (sessionId: string, step: NextStep): Promise<AwaitedUser> => {
    const user = await sessions.findAwaiting(sessionId, step)
    if (user === undefined) throw tooLate()
    return user
  }
  return {
    /** @throws {RequestError} As `CheckPassword` does. */
    async withPassword(
      typed: { readonly name: string; readonly password: string },
      origin: SignInOrigin,
    ): Promise<BegunSession> {
      const { id } = await dependencies.checkPassword(typed, origin)
      return disabledMeanwhile(enter(id, origin))
    },
    /** @throws {RequestError} As `CheckCode`, or `not-found` if it awaits nothing. */
    async withCode(sessionId: string, code: string, origin: SignInOrigin): Promise<BegunSession> {
      const user = await findAwaiting(sessionId, 'code')
      const passed = await stage.withCode(user, code, origin)
      await sessions.end(sessionId)
      return disabledMeanwhile(beginSession(passed, origin))
    },
    /** @throws {RequestError} As `SecondFactors.add`, or `not-found` if it awaits nothing. */
    async withNewSecondFactor(
      sessionId: string,
      app: NewApp,
      origin: SignInOrigin,
    ): Promise<BegunSession & { readonly recoveryCodes: readonly string[] }> {
      const user = await findAwaiting(sessionId, 'set-up')
      const actor = { name: user.name, address: origin.network }
      const { passed, recoveryCodes } = await stage.withNew(user, app, actor)
      await sessions.end(sessionId)
      return { ...(await beginSession(passed, origin)), recoveryCodes }
    },
    /** @throws {RequestError} As `CheckIdentity` does. */
    async withIdentity(answer: ProviderAnswer, origin: SignInOrigin): Promise<BegunSession> {
      const { checkIdentity } = dependencies
      if (checkIdentity === undefined) throw new TypeError('there is no OpenID provider')
      return enter((await checkIdentity(answer, origin.network)).userId, origin)
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
