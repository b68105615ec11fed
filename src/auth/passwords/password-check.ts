/** Compares a name and a password, with bounds on guessing. @module */
import { RequestError } from '../../base/errors.ts'
import type { Places } from '../../base/places/places.ts'
import { nameKey } from '../user-name.ts'
import type { User, Users } from '../users.ts'
import type { NoteFailedSignIn } from './failed-sign-ins.ts'
import type { Guess, GuessLimit, TakenTry } from './guess-limit.ts'
import type { KnownDevices } from './known-devices.ts'

/** Where a request comes from. */
export interface RequestOrigin {
  /** Tries are counted for each. */
  readonly network: string
  /** The id of the device, when anybody signed in on it before. */
  readonly deviceId: string | undefined
  /** Aborted when whoever asks has left. */
  readonly signal?: AbortSignal
}

/**
 * Find the enabled user whom a name and a password belong to.
 * @throws {RequestError} `bad-request` for a wrong name or password, `too-many-requests` with the
 * time to wait, `unavailable` when too many are compared at once.
 */
export type CheckPassword = (
  typed: { readonly name: string; readonly password: string },
  origin: RequestOrigin,
) => Promise<User>

export interface PasswordCheckDependencies {
  readonly users: Pick<Users, 'findByPassword'>
  readonly devices: Pick<KnownDevices, 'isKnown'>
  readonly guesses: GuessLimit
  /** Bounds how many passwords are compared at once. */
  readonly hashing: Places
  readonly noteFailed: NoteFailedSignIn
}

/** Make the function that compares passwords. */
export function passwordCheck(dependencies: PasswordCheckDependencies): CheckPassword {
  const { devices, guesses, hashing, noteFailed } = dependencies
  return async ({ name, password }, { network, deviceId, signal }) => {
    const key = nameKey(name.slice(0, 200))
    const isKnown = deviceId !== undefined && (await devices.isKnown(deviceId, key))
    const guess = { nameKey: key, network, deviceId: isKnown ? deviceId : undefined }
    await guesses.check(guess)
    // Counted when the turn has come: whoever finds the queue full costs no write.
    const caller = { isKnown, key: isKnown ? deviceId : network, signal }
    const { user, tries } = await hashing.hold(caller, () =>
      compare(dependencies, guess, { name, password }),
    )
    if (user !== undefined) return user
    await noteFailed({ name, network, tries, isKnownDevice: isKnown })
    throw wrongPassword()
  }
}

/** Count the try, compare the password, and take the try back unless it was wrong. */
async function compare(
  { users, guesses }: Pick<PasswordCheckDependencies, 'users' | 'guesses'>,
  guess: Guess,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<{ user: User | undefined; tries: number }> {
  const taken: TakenTry = await guesses.take(guess)
  let user: User | undefined
  try {
    user = await users.findByPassword(name, password)
  } catch (error) {
    await guesses.giveBack(taken)
    throw error
  }
  if (user !== undefined) await guesses.giveBack(taken)
  return { user, tries: taken.tries }
}

/** Make the refusal of a name and a password, which does not tell which of them is wrong. */
export function wrongPassword(): RequestError {
  return new RequestError('bad-request', 'The user name or the password is wrong.')
}
