/** Checks names and passwords, and limits guesses of them and of codes by leaky buckets in the store. @module */
import { createHash } from 'node:crypto'
import type { Log } from '../../contract/base/log.ts'
import type { Places } from '../../contract/base/places/places.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import { type Database, query, queryAll, type Transaction } from '../../store/database.ts'
import { isAnyOf, sql } from '../../store/sql.ts'
import type { Clock } from '../audit.ts'
import { nameKey } from '../user-name.ts'
import type { User, Users } from '../users.ts'

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

export interface Guess {
  readonly nameKey: string
  readonly network: string
  /** Six digits of an app, or a recovery code; a password without it. */
  readonly code?: 'app' | 'recovery'
}

export interface GuessLimit extends ReturnType<typeof guessLimit> {}

/** Wrong guesses until one must wait. A guess is forgotten after `spanMs` divided by its limit. */
export const guessBounds = {
  spanMs: 900_000,
  perNameAndNetwork: 10,
  codesPerName: 10,
  recoveryCodesPerNetwork: 10,
  /** Hundreds of people can share an address and mistype now and then. */
  perNetwork: 200,
} as const

const { spanMs } = guessBounds

interface Bucket {
  readonly key: string
  readonly most: number
  /** Of what there were too many, in the words of a refusal. */
  readonly what: string
  /** What else one may do than wait, in the words of a refusal. */
  readonly wayOut: string
}

const askForHelp = 'or ask an administrator for help'
const askForLink = 'or ask an administrator for a link to choose a new password'

export function guessLimit(database: Database, clock: Clock) {
  return {
    /**
     * Each try is counted before comparing, so that simultaneous tries count too. It is taken back
     * if it was right or could not be compared.
     * @returns What `compare` returned; undefined for a wrong try.
     * @throws {RequestError} `too-many-requests` with the time to wait; then nothing was counted.
     */
    async attempt<Right>(
      guess: Guess,
      compare: () => Promise<Right | undefined>,
    ): Promise<Right | undefined> {
      const buckets = bucketsOf(guess)
      const nowMs = clock().getTime()
      await refuseFull(database, buckets, nowMs)
      await database.write(countTries, { buckets, nowMs })
      let isWrong = false
      try {
        const match = await compare()
        isWrong = match === undefined
        return match
      } finally {
        if (!isWrong) await database.write(giveTriesBack, { buckets })
      }
    },
  }
}

/** Refuses without writing, so that imports need not wait behind a flood of guesses. */
async function refuseFull(
  database: Database,
  buckets: readonly Bucket[],
  nowMs: number,
): Promise<void> {
  const keys = buckets.map(({ key }) => key)
  const levels = await database.read<{ key: string; empty_at: number }>(sql`
    select key, empty_at from password_tries
    where ${isAnyOf(sql`key`, keys)} and empty_at <= ${nowMs + 2 * spanMs}`)
  for (const bucket of buckets) {
    const emptyAt = levels.find(({ key }) => key === bucket.key)?.empty_at ?? nowMs
    refuseAbove(bucket, emptyAt - nowMs + spanMs / bucket.most)
  }
}

function bucketsOf({ nameKey, network, code }: Guess): Bucket[] {
  const { perNameAndNetwork, perNetwork, codesPerName, recoveryCodesPerNetwork } = guessBounds
  // Six digits can be guessed from many networks, so all of them share a limit. A recovery code
  // cannot be guessed: with one, a user gets in while somebody who knows the password tries codes.
  if (code === 'app') {
    const wayOut = `take a recovery code, ${askForHelp}`
    return [bucket(codesPerName, ['code', nameKey], 'codes for this user name', wayOut)]
  }
  if (code === 'recovery') {
    const key = ['recovery', nameKey, network]
    return [bucket(recoveryCodesPerNetwork, key, 'codes from your network', askForHelp)]
  }
  const what = 'passwords for this user name from your network'
  return [
    bucket(perNameAndNetwork, ['pair', nameKey, network], what, askForLink),
    bucket(perNetwork, ['network', network], 'passwords from your network', askForLink),
  ]
}

function bucket(most: number, key: readonly string[], what: string, wayOut: string): Bucket {
  return { key: keyOf(...key), most, what, wayOut }
}

export function passwordTriesKey(nameKey: string, network: string): string {
  return keyOf('pair', nameKey, network)
}

/** Hashed, because a name may be a password typed into the wrong field. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function refuseAbove({ what, wayOut }: Bucket, level: number): void {
  if (level <= spanMs) return
  const seconds = Math.ceil((level - spanMs) / 1000)
  const wait =
    seconds <= 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  throw new RequestError(
    'too-many-requests',
    `Too many wrong ${what}. Try again in ${wait}, ${wayOut}.`,
    { retryAfterSeconds: seconds },
  )
}

/** Each try adds at most two rows, and deletes up to this many expired ones. */
const purgedRows = 10

/** The time at which a bucket will be empty tells how full it is. A refusal undoes the count. */
export const countTries: Transaction<{ buckets: readonly Bucket[]; nowMs: number }, void> =
  function* ({ buckets, nowMs }, dialect) {
    // Empty, or so full that the clock must have been wrong.
    const isOver = sql`(password_tries.empty_at <= ${nowMs}
      or password_tries.empty_at > ${nowMs + 2 * spanMs})`
    // Always the name before the network, so that concurrent tries cannot deadlock.
    for (const bucket of buckets) {
      const [level] = yield* query<{ empty_at: number }>(sql`
        insert into password_tries (key, empty_at)
        values (${bucket.key}, ${nowMs + spanMs / bucket.most})
        on conflict (key) do update set empty_at = case when ${isOver} then excluded.empty_at
          else password_tries.empty_at + excluded.empty_at - ${nowMs} end
        returning empty_at`)
      refuseAbove(bucket, (level?.empty_at ?? nowMs) - nowMs)
    }
    yield* query(sql`
      delete from password_tries where key in (
        select key from password_tries where empty_at <= ${nowMs}
        order by empty_at limit ${purgedRows} ${dialect.forUpdateSkipLocked})`)
  }

export const giveTriesBack: Transaction<{ buckets: readonly Bucket[] }, void> = function* ({
  buckets,
}) {
  yield* queryAll(
    buckets.map(
      ({ key, most }) => sql`
        update password_tries set empty_at = empty_at - ${spanMs / most} where key = ${key}`,
    ),
  )
}
