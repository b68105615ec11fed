/** Checks a name and a password, with limits on guessing. @module */
import type { Log } from '../../contract/base/log.ts'
import type { Places } from '../../contract/base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
import { nameKey } from '../user-name.ts'
import type { User, Users } from '../users.ts'
import type { GuessLimit } from './guess-limit.ts'

export interface RequestOrigin {
  readonly network: string
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

export function passwordCheck({
  users,
  guesses,
  hashing,
  noteFailed,
}: {
  readonly users: Pick<Users, 'findByPassword'>
  readonly guesses: GuessLimit
  readonly hashing: Places
  readonly noteFailed: NoteFailedSignIn
}): CheckPassword {
  return async ({ name, password }, { network, signal }) => {
    const guess = { nameKey: nameKey(name.slice(0, 200)), network }
    const user = await guesses.attempt(guess, () =>
      hashing.hold({ key: network, signal }, () => users.findByPassword(name, password)),
    )
    if (user !== undefined) return user
    await noteFailed(name, network)
    throw wrongPassword()
  }
}

/** The message does not reveal which of the two is wrong. */
export function wrongPassword(): RequestError {
  return new RequestError('bad-request', 'The user name or the password is wrong.')
}

/** Never rejects. */
export type NoteFailedSignIn = (name: string, network: string) => Promise<void>

export function failedSignIns(
  log: Pick<Log, 'warn'>,
  users: Pick<Users, 'findByName'>,
): NoteFailedSignIn {
  return async (name, network) => {
    // Do not log unknown names: they may be passwords typed into the wrong field.
    const user = await users.findByName(name.slice(0, 200)).catch(() => undefined)
    log.warn({ user: user?.name ?? null, network }, 'sign-in failed')
  }
}
