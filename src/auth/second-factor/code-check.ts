/** Compares codes of a second factor, with bounds on guessing. @module */
import type { NoteFailedSignIn } from '../passwords/failed-sign-ins.ts'
import type { GuessLimit } from '../passwords/guess-limit.ts'
import type { KnownDevices } from '../passwords/known-devices.ts'
import type { RequestOrigin } from '../passwords/password-check.ts'
import type { SignedInUser } from '../sessions/signed-in-user.ts'
import { nameKey } from '../user-name.ts'
import { type SecondFactors, wrongCode } from './second-factors.ts'

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
