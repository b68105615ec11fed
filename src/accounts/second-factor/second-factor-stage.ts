/** The step of each sign-in that asks for a second factor, or sets one up. @module */
import type { Database } from '../../store/database.ts'
import { type Statement, sql } from '../../store/sql.ts'
import type { Actor } from '../audit.ts'
import type { Guess, GuessLimit } from '../passwords/guess-limit.ts'
import type { NoteFailedSignIn, RequestOrigin } from '../passwords/password-check.ts'
import type { AwaitedUser, SignedInUser } from '../sessions/sessions.ts'
import { nameKey } from '../user-name.ts'
import type { SecondFactors } from './second-factors.ts'
import { isAppCode, wrongCode } from './second-factors.ts'

export type NextStep = 'code' | 'set-up'

/** Private to this file, so only this step can let a session sign in. */
class Passage {
  readonly #userId: number

  constructor(userId: number) {
    this.#userId = userId
  }

  get userId(): number {
    return this.#userId
  }
}

export type PassedSignIn = Passage

export interface SecondFactorStage {
  enter(userId: number): Promise<PassedSignIn | NextStep>
  /** @throws {RequestError} As `CheckCode` does. */
  withCode(user: AwaitedUser, code: string, origin: RequestOrigin): Promise<PassedSignIn>
  /** @throws {RequestError} As `SecondFactors.add` does. */
  withNew(
    user: AwaitedUser,
    app: { readonly secret: string; readonly code: string },
    addedBy: Actor,
  ): Promise<{ readonly passed: PassedSignIn; readonly recoveryCodes: readonly string[] }>
}

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

/** @throws {RequestError} `bad-request` for a wrong code, or `too-many-requests`. */
export type CheckCode = (
  user: Pick<SignedInUser, 'userId' | 'name'>,
  code: string,
  origin: RequestOrigin,
) => Promise<void>

export function codeCheck({
  secondFactors,
  guesses,
  noteFailed,
}: {
  readonly secondFactors: Pick<SecondFactors, 'take'>
  readonly guesses: GuessLimit
  readonly noteFailed: NoteFailedSignIn
}): CheckCode {
  return async ({ userId, name }, code, { network }) => {
    const kind = isAppCode(code) ? 'app' : 'recovery'
    const guess: Guess = { nameKey: nameKey(name), code: kind, network }
    const isRight = await guesses.attempt(guess, async () =>
      (await secondFactors.take(userId, code, { name, address: network })) ? true : undefined,
    )
    if (isRight) return
    await noteFailed(name, network)
    throw wrongCode()
  }
}

/** Who must have a second factor, however they sign in. */
export type SecondFactorRule = 'nobody' | 'administrators' | 'all'

function mustHaveSecondFactor(rule: SecondFactorRule): Statement {
  switch (rule) {
    case 'nobody':
      return sql`1 = 0`
    case 'administrators':
      return sql`u.is_administrator = 1`
    case 'all':
      return sql`1 = 1`
  }
}

/** Checked at each use, so that a new administrator must set up a second factor. */
export function hasRequiredFactor(rule: SecondFactorRule): Statement {
  if (rule === 'nobody') return sql`1 = 1`
  return sql`(not ${mustHaveSecondFactor(rule)}
    or exists (select 1 from second_factors f where f.user_id = u.id))`
}
