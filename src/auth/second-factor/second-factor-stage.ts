/**
 * The stage that every way in passes before it signs anybody in: a code of those who have a second
 * factor, and a second factor for those who must have one.
 * @module
 */
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Actor } from '../audit.ts'
import type { RequestOrigin } from '../passwords/password-check.ts'
import type { AwaitedUser } from '../sessions/signed-in-user.ts'
import type { CheckCode } from './code-check.ts'
import type { SecondFactorRule } from './second-factor-rule.ts'
import { mustHaveSecondFactor } from './second-factor-rule.ts'
import type { SecondFactors } from './second-factors.ts'

/** What must follow before somebody is signed in. */
export type NextStep = 'code' | 'set-up'

/** Only this file makes one, so a session that signs somebody in has been here. */
class Passage {
  readonly #userId: number

  constructor(userId: number) {
    this.#userId = userId
  }

  get userId(): number {
    return this.#userId
  }
}

/** The proof that a user has done all that a sign-in asks of them. */
export type PassedSignIn = Passage

export interface SecondFactorStage {
  /** Let a user in who has shown who they are, or say what must follow. */
  enter(userId: number): Promise<PassedSignIn | NextStep>
  /** @throws {RequestError} As `CheckCode` does. */
  withCode(user: AwaitedUser, code: string, origin: RequestOrigin): Promise<PassedSignIn>
  /** Give a user their second factor. @throws {RequestError} As `SecondFactors.add` does. */
  withNew(
    user: AwaitedUser,
    app: { readonly secret: string; readonly code: string },
    addedBy: Actor,
  ): Promise<{ readonly passed: PassedSignIn; readonly recoveryCodes: readonly string[] }>
}

/**
 * Make the stage.
 * @param dependencies The second factors there are, and who must have one.
 */
export function secondFactorStage({
  database,
  secondFactors,
  checkCode,
  rule,
}: {
  readonly database: Pick<Database, 'read'>
  readonly secondFactors: Pick<SecondFactors, 'find' | 'add'>
  readonly checkCode: CheckCode
  readonly rule: SecondFactorRule
}): SecondFactorStage {
  return {
    async enter(userId) {
      if ((await secondFactors.find(userId)) !== undefined) return 'code'
      const lacking = await database.read(sql`
        select u.id from users u where u.id = ${userId} and ${mustHaveSecondFactor(rule)}`)
      return lacking.length > 0 ? 'set-up' : new Passage(userId)
    },
    async withCode(user, code, origin) {
      await checkCode(user, code, origin)
      return new Passage(user.userId)
    },
    async withNew({ userId }, app, addedBy) {
      const recoveryCodes = await secondFactors.add(userId, app, addedBy)
      return { passed: new Passage(userId), recoveryCodes }
    },
  }
}
