/** Composes everything for signing in. @module */
import type { AuditedStore } from '../../accounts/audit.ts'
import { identityCheck } from '../../accounts/openid/identity-sign-in.ts'
import { guessLimit } from '../../accounts/passwords/guess-limit.ts'
import {
  type CheckPassword,
  failedSignIns,
  passwordCheck,
} from '../../accounts/passwords/password-check.ts'
import { codeCheck, secondFactors } from '../../accounts/second-factor/second-factors.ts'
import { type SecondFactorRule, type Sessions, sessions } from '../../accounts/sessions/sessions.ts'
import { signIn } from '../../accounts/sessions/sign-in.ts'
import type { Users } from '../../accounts/users.ts'
import type { Log } from '../../contract/base/log.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Gates } from './gates.ts'
import type { OpenIdOptions } from './serve-options.ts'

interface SigningInParts extends AuditedStore {
  readonly log: Log
  readonly users: Users
  readonly gates: Pick<Gates, 'passwords' | 'requests'>
}

export async function signingIn(
  openId: OpenIdOptions | undefined,
  rule: SecondFactorRule,
  { database, ids, clock, log, users, gates }: SigningInParts,
) {
  const guesses = guessLimit(database, clock)
  const noteFailed = failedSignIns(log, users)
  const factors = secondFactors(database, ids, clock)
  const sessionStore: Sessions = sessions(database, ids, clock, rule)
  const hasPasswords = openId?.isBesidePasswords ?? true
  // Loaded on demand: most services have no provider.
  const provider =
    openId &&
    (await import('../../accounts/openid/openid-provider.ts')).openIdProvider(openId.client, clock)
  const gate = gates.requests
  const rules = openId?.groups
  const parts = {
    sessions: sessionStore,
    secondFactors: factors,
    checkCode: codeCheck(factors, guesses, noteFailed),
    checkPassword: hasPasswords
      ? passwordCheck({ users, guesses, hashing: gates.passwords, noteFailed })
      : refusePasswords,
    checkIdentity:
      provider &&
      rules &&
      identityCheck({ provider, rules, database, ids, clock, noteFailed, gate }),
  }
  return {
    ...parts,
    signIn: signIn(parts),
    ways: { hasPasswords, providerName: provider?.name },
    provider,
  }
}

const refusePasswords: CheckPassword = async () => {
  throw new RequestError('bad-request', 'Passwords are not used here.')
}
