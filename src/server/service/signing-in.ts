/** Composes everything for signing in. @module */
import type { Clock } from '../../accounts/clock.ts'
import { identityCheck } from '../../accounts/openid/identity-sign-in.ts'
import type { OpenIdProvider } from '../../accounts/openid/openid-provider.ts'
import { guessLimit } from '../../accounts/passwords/guess-limit.ts'
import type { OneTimeLinks } from '../../accounts/passwords/one-time-links.ts'
import {
  type CheckPassword,
  failedSignIns,
  passwordCheck,
} from '../../accounts/passwords/password-check.ts'
import {
  type CheckCode,
  codeCheck,
  type SecondFactorRule,
  secondFactorStage,
} from '../../accounts/second-factor/second-factor-stage.ts'
import { type SecondFactors, secondFactors } from '../../accounts/second-factor/second-factors.ts'
import { type Sessions, sessions } from '../../accounts/sessions/sessions.ts'
import { type SignIn, signIn } from '../../accounts/sessions/sign-in.ts'
import type { Users } from '../../accounts/users.ts'
import type { Log } from '../../contract/base/log.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import type { SignInWays } from '../web/sign-in/sign-in-page.ts'
import type { Gates } from './gates.ts'
import type { OpenIdOptions } from './serve-options.ts'

export interface SigningIn {
  readonly users: Users
  readonly oneTimeLinks: OneTimeLinks
  readonly sessions: Sessions
  readonly secondFactors: SecondFactors
  readonly signIn: SignIn
  readonly checkPassword: CheckPassword
  readonly checkCode: CheckCode
  readonly ways: SignInWays
  readonly provider: OpenIdProvider | undefined
}

export interface SigningInDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly log: Log
  readonly users: Users
  readonly oneTimeLinks: OneTimeLinks
  readonly secondFactorRule: SecondFactorRule
  readonly gates: Pick<Gates, 'passwords' | 'requests'>
}

export async function signingIn(
  openId: OpenIdOptions | undefined,
  dependencies: SigningInDependencies,
): Promise<SigningIn> {
  const {
    database,
    ids,
    clock,
    log,
    users,
    oneTimeLinks,
    gates,
    secondFactorRule: rule,
  } = dependencies
  const guesses = guessLimit(database, clock)
  const noteFailed = failedSignIns(log, users)
  const factors = secondFactors(database, ids, clock)
  const sessionStore = sessions(database, ids, clock, rule)
  const hasPasswords = openId?.isBesidePasswords ?? true
  const checkPassword = hasPasswords
    ? passwordCheck({ users, guesses, hashing: gates.passwords, noteFailed })
    : refusePasswords
  const checkCode = codeCheck({ secondFactors: factors, guesses, noteFailed })
  const provider = openId && (await openProvider(openId, clock))
  const checkIdentity =
    provider &&
    identityCheck({
      provider,
      rules: openId.groups,
      database,
      ids,
      clock,
      noteFailed,
      gate: gates.requests,
    })
  const stage = secondFactorStage({ database, secondFactors: factors, checkCode, rule })
  const parts = {
    sessions: sessionStore,
    secondFactors: factors,
    checkPassword,
    checkCode,
  }
  return {
    ...parts,
    users,
    oneTimeLinks,
    signIn: signIn({ ...parts, stage, checkIdentity }),
    ways: { hasPasswords, providerName: provider?.name },
    provider,
  }
}

/** Loaded on demand: most services have no provider. */
async function openProvider({ client }: OpenIdOptions, clock: Clock): Promise<OpenIdProvider> {
  const { openIdProvider } = await import('../../accounts/openid/openid-provider.ts')
  return openIdProvider(client, clock)
}

const refusePasswords: CheckPassword = async () => {
  throw new RequestError('bad-request', 'Passwords are not used here.')
}
