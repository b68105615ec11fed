/**
 * The stage that every way in passes before it signs anybody in: a code of those who have a second
 * factor, and a second factor for those who must have one.
 * @module
 */
import type { Database } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import type { Actor } from '../audit.ts'
import type { NoteFailedSignIn } from '../passwords/failed-sign-ins.ts'
import type { GuessLimit } from '../passwords/guess-limit.ts'
import type { KnownDevices } from '../passwords/known-devices.ts'
import type { RequestOrigin } from '../passwords/password-check.ts'
import type { AwaitedUser, SignedInUser } from '../sessions/sessions.ts'
import { nameKey } from '../user-name.ts'
import { type SecondFactors, wrongCode } from './second-factors.ts'

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

/** Make the stage. */
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

/**
 * Use a code of a user up.
 * @throws {RequestError} `bad-request` for a wrong code, `too-many-requests` with the time to wait.
 */
export type CheckCode = (
  user: Pick<SignedInUser, 'userId' | 'name'>,
  code: string,
  origin: RequestOrigin,
) => Promise<void>

/** Make the function that compares codes. */
export function codeCheck({
  secondFactors,
  devices,
  guesses,
  noteFailed,
}: {
  readonly secondFactors: Pick<SecondFactors, 'take'>
  readonly devices: Pick<KnownDevices, 'isKnown'>
  readonly guesses: GuessLimit
  readonly noteFailed: NoteFailedSignIn
}): CheckCode {
  return async ({ userId, name }, code, { network, deviceId }) => {
    const key = nameKey(name)
    const isKnown = deviceId !== undefined && (await devices.isKnown(deviceId, key))
    // Only those get here who know the password, so the bound may be on the user, from wherever.
    const guess = {
      nameKey: key,
      isOfCode: true,
      network: '',
      deviceId: isKnown ? deviceId : undefined,
    }
    const taken = await guesses.take(guess)
    const isRight = await secondFactors
      .take(userId, code, { name, address: network })
      .catch(async (error) => {
        await guesses.giveBack(taken)
        throw error
      })
    if (isRight) return guesses.giveBack(taken)
    await noteFailed({ name, network, tries: taken.tries, isKnownDevice: isKnown })
    throw wrongCode()
  }
}

/** `nobody` need have one; of the others each must, however they sign in. */
export type SecondFactorRule = 'nobody' | 'administrators' | 'all'

/** Make the condition that a user `u` must have a second factor. */
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

/**
 * Make the condition that a user `u` has the second factor that they must have. It is asked at each use
 * of a session, so whoever loses theirs, or becomes an administrator without one, signs in anew.
 */
export function hasWhatIsAsked(rule: SecondFactorRule): Statement {
  if (rule === 'nobody') return sql`1 = 1`
  return sql`(not ${mustHaveSecondFactor(rule)}
    or exists (select 1 from second_factors f where f.user_id = u.id))`
}
