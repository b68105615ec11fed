/** Checks a name and a password, with limits on guessing. @module */

import type { Places } from '../../contract/base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
import { nameKey } from '../user-name.ts'
import type { User, Users } from '../users.ts'
import type { NoteFailedSignIn } from './failed-sign-ins.ts'
import type { GuessLimit } from './guess-limit.ts'
import type { KnownDevices } from './known-devices.ts'

export interface RequestOrigin {
  readonly network: string
  /** The id of a device on which anybody has signed in before. */
  readonly deviceId: string | undefined
  readonly signal?: AbortSignal
}

/**
 * @throws {RequestError} `bad-request` for a wrong name or password, `too-many-requests` with the
 * time to wait, or `unavailable`.
 */
export type CheckPassword = (
  typed: { readonly name: string; readonly password: string },
  origin: RequestOrigin,
) => Promise<User>

export interface PasswordCheckDependencies {
  readonly users: Pick<Users, 'findByPassword'>
  readonly devices: Pick<KnownDevices, 'isKnown'>
  readonly guesses: GuessLimit
  readonly hashing: Places
  readonly noteFailed: NoteFailedSignIn
}

export function passwordCheck(dependencies: PasswordCheckDependencies): CheckPassword {
  const { users, devices, guesses, hashing, noteFailed } = dependencies
  return async ({ name, password }, { network, deviceId, signal }) => {
    const key = nameKey(name.slice(0, 200))
    const isKnown = deviceId !== undefined && (await devices.isKnown(deviceId, key))
    const guess = { nameKey: key, network, deviceId: isKnown ? deviceId : undefined }
    const caller = { isKnown, key: isKnown ? deviceId : network, signal }
    const { right, tries } = await guesses.attempt(guess, () =>
      hashing.hold(caller, () => users.findByPassword(name, password)),
    )
    if (right !== undefined) return right
    await noteFailed({ name, network, tries, isKnownDevice: isKnown })
    throw wrongPassword()
  }
}

/** The message does not reveal which of the two is wrong. */
export function wrongPassword(): RequestError {
  return new RequestError('bad-request', 'The user name or the password is wrong.')
}
