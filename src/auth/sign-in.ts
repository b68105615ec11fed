/** Signing in: name and password for a session, with bounds on guessing. @module */
import { RequestError } from '../errors.ts'
import type { NoteFailedSignIn } from './failed-sign-ins.ts'
import type { Guess, GuessLimit, TakenTry } from './guess-limit.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Sessions, SignedInUser } from './sessions.ts'
import type { Turns } from './turns.ts'
import { nameKey } from './user-name.ts'
import type { User, Users } from './users.ts'

export interface SignInRequest {
  readonly name: string
  readonly password: string
  /** The network that the request comes from: tries are counted for each. */
  readonly network: string
  /** The id of the device, when anybody signed in on it before. */
  readonly deviceId: string | undefined
}

export interface NewSession {
  readonly sessionId: string
  /** What the device is known by from now on. */
  readonly deviceId: string
  readonly user: SignedInUser
}

/**
 * Begin a session for whoever knows a name and its password.
 * @throws {RequestError} `bad-request` for a wrong name or password, `too-many-requests` with the
 * time to wait, `unavailable` when too many sign in at once.
 */
export type SignIn = (request: SignInRequest) => Promise<NewSession>

export interface SignInDependencies {
  readonly users: Pick<Users, 'findByPassword'>
  readonly sessions: Pick<Sessions, 'create'>
  readonly devices: KnownDevices
  readonly guesses: GuessLimit
  /** Bounds how many passwords are compared at once. */
  readonly turns: Turns
  readonly noteFailed: NoteFailedSignIn
}

/**
 * Make the function that signs people in.
 * @param dependencies What it works with.
 */
export function signIn(dependencies: SignInDependencies): SignIn {
  const { sessions, devices, guesses, turns, noteFailed } = dependencies
  return async ({ name, password, network, deviceId }) => {
    const key = nameKey(name.slice(0, 200))
    const isKnown = deviceId !== undefined && (await devices.isKnown(deviceId, key))
    const guess = { nameKey: key, network, deviceId: isKnown ? deviceId : undefined }
    await guesses.check(guess)
    // Counted when the turn has come: whoever finds the queue full costs no write.
    const caller = { isKnown, key: isKnown ? deviceId : network }
    const { user, tries } = await turns.take(caller, () =>
      compare(dependencies, guess, { name, password }),
    )
    if (user === undefined) {
      await noteFailed({ name, network, tries, isKnownDevice: isKnown })
      throw wrong()
    }
    const { id: userId, name: userName, isAdministrator } = user
    const sessionId = await begin(sessions, userId, network)
    return {
      sessionId,
      deviceId: await devices.remember(deviceId, userId),
      user: { userId, name: userName, isAdministrator },
    }
  }
}

/** Count the try, compare the password, and take the try back unless it was wrong. */
async function compare(
  { users, guesses }: Pick<SignInDependencies, 'users' | 'guesses'>,
  guess: Guess,
  { name, password }: Pick<SignInRequest, 'name' | 'password'>,
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

/** A user who was disabled since the password was compared is as unknown as any other. */
async function begin(
  sessions: Pick<Sessions, 'create'>,
  userId: number,
  network: string,
): Promise<string> {
  try {
    return await sessions.create(userId, network)
  } catch (error) {
    throw error instanceof RequestError && error.key === 'not-found' ? wrong() : error
  }
}

function wrong(): RequestError {
  return new RequestError('bad-request', 'The user name or the password is wrong.')
}
