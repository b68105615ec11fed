/** Signing in: name and password for a session, with bounds on guessing. @module */
import { RequestError } from '../errors.ts'
import type { Clock } from './clock.ts'
import { guessLimit } from './guess-limit.ts'
import type { Sessions, SignedInUser } from './sessions.ts'
import { nameKey } from './user-name.ts'
import type { User, Users } from './users.ts'

export interface SignInRequest {
  readonly name: string
  readonly password: string
  /** Where the request comes from: tries are counted for each address. */
  readonly clientAddress: string
}

export interface NewSession {
  readonly sessionId: string
  readonly user: SignedInUser
}

/**
 * Begin a session for whoever knows a name and its password.
 * @throws {RequestError} `bad-request` for a wrong name or password, `too-many-requests` with the
 * time to wait, `unavailable` when too many sign in at once.
 */
export type SignIn = (request: SignInRequest) => Promise<NewSession>

const spanMs = 15 * 60 * 1000
/** Wrong guesses in a span, for each user name and for each address. */
export const guessBounds = { perName: 10, perAddress: 30 } as const

/**
 * Make the function that signs people in; it counts the guesses of one process.
 * @param users Finds the user.
 * @param sessions Keeps the session.
 * @param clock The time.
 */
export function signIn(
  users: Pick<Users, 'findByPassword'>,
  sessions: Pick<Sessions, 'create'>,
  clock: Clock,
): SignIn {
  const names = guessLimit(clock, { maxGuesses: guessBounds.perName, spanMs })
  const addresses = guessLimit(clock, { maxGuesses: guessBounds.perAddress, spanMs })
  return async ({ name, password, clientAddress }) => {
    const key = nameKey(name.slice(0, 200))
    refuseAfter(addresses.take(clientAddress), 'from this address')
    const wait = names.take(key)
    if (wait !== undefined) addresses.giveBack(clientAddress)
    refuseAfter(wait, 'for this user name')
    const giveBack = (): void => {
      addresses.giveBack(clientAddress)
      names.giveBack(key)
    }
    let user: User | undefined
    try {
      user = await users.findByPassword(name, password)
    } catch (error) {
      giveBack()
      throw error
    }
    if (user === undefined) throw wrong()
    giveBack()
    const { id: userId, name: userName, isAdministrator } = user
    const sessionId = await begin(sessions, user)
    return { sessionId, user: { userId, name: userName, isAdministrator } }
  }
}

function refuseAfter(seconds: number | undefined, where: string): void {
  if (seconds === undefined) return
  const minutes = Math.ceil(seconds / 60)
  throw new RequestError(
    'too-many-requests',
    `Too many wrong passwords ${where}. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or ask an administrator for a link to choose a new password.`,
    { retryAfterSeconds: seconds },
  )
}

/** A user who was disabled since the password was compared is as unknown as any other. */
async function begin(sessions: Pick<Sessions, 'create'>, user: User): Promise<string> {
  try {
    return await sessions.create(user.id)
  } catch (error) {
    throw error instanceof RequestError && error.key === 'not-found' ? wrong() : error
  }
}

function wrong(): RequestError {
  return new RequestError('bad-request', 'The user name or the password is wrong.')
}
