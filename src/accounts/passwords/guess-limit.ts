/** Limits guesses of passwords and codes by leaky buckets in the store. @module */
import { createHash } from 'node:crypto'
import { counted } from '../../contract/base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import { type Database, query, queryAll, type Transaction } from '../../store/database.ts'
import { isAnyOf, type Statement, sql } from '../../store/sql.ts'
import type { Clock } from '../clock.ts'

export interface Guess {
  readonly nameKey: string
  readonly network: string
  /** Set when the user has signed in on this device before; then it has its own limit. */
  readonly deviceId: string | undefined
  readonly isOfCode?: boolean
}

export interface GuessLimit {
  /**
   * Each try is counted before comparing, so that simultaneous tries count too. It is taken back if
   * it was right or could not be compared.
   * @returns What `compare` returned, and the number of wrong tries.
   * @throws {RequestError} `too-many-requests` with the time to wait; then nothing was counted.
   */
  attempt<Right>(
    guess: Guess,
    compare: () => Promise<Right | undefined>,
  ): Promise<{ readonly right: Right | undefined; readonly tries: number }>
}

/** Wrong guesses until one must wait. A guess is forgotten after `spanMs` divided by its limit. */
export const guessBounds = {
  spanMs: 900_000,
  perDevice: 10,
  perNameAndNetwork: 10,
  /** Hundreds of people can share an address and mistype now and then. */
  perNetwork: 200,
  /** Above this a name counts as under attack. Refusing it would let anybody lock it. */
  perName: 100,
  /** Each network has this many tries for a name under attack. */
  perNameAndNetworkUnderAttack: 3,
} as const

const { spanMs } = guessBounds

interface Bucket {
  readonly key: string
  readonly most: number
  /** The subject of the refusal; undefined for a bucket that refuses nobody. */
  readonly what: string | undefined
}

interface Level {
  readonly key: string
  readonly tries: number
  /** When the bucket will be empty, which tells how full it is. */
  readonly empty_at: number
}

export function guessLimit(database: Database, clock: Clock): GuessLimit {
  const prepare = async (guess: Guess, nowMs: number): Promise<Bucket[]> => {
    const [primary, ...otherBuckets] = bucketsOf(guess)
    const keys = [primary, ...otherBuckets].map(({ key }) => key)
    const levels = await database.read<Level>(sql`
      select key, tries, empty_at from password_tries
      where ${isAnyOf(sql`key`, keys)} and not ${isOver(nowMs)}`)
    const isFull = ({ key, most }: Bucket): boolean =>
      levelOf(levels, key, nowMs) + spanMs / most > spanMs
    const name = otherBuckets.find(({ what }) => what === undefined)
    const isUnderAttack = name !== undefined && isFull(name)
    // The count of a name stops at its limit, so that an attack is forgotten soon after it ends.
    const buckets = isUnderAttack
      ? [
          { ...primary, most: guessBounds.perNameAndNetworkUnderAttack },
          ...otherBuckets.filter((bucket) => bucket !== name),
        ]
      : [primary, ...otherBuckets]
    for (const bucket of buckets)
      refuseAbove(bucket, levelOf(levels, bucket.key, nowMs) + spanMs / bucket.most)
    return buckets
  }
  return {
    async attempt(guess, compare) {
      const nowMs = clock().getTime()
      const buckets = await prepare(guess, nowMs)
      const levels = await database.write(countTries, { buckets, nowMs })
      for (const bucket of buckets) refuseAbove(bucket, levelOf(levels, bucket.key, nowMs))
      const giveBack = (): Promise<void> => database.write(giveTriesBack, { buckets })
      const match = await compare().catch(async (error: unknown) => {
        await giveBack()
        throw error
      })
      if (match !== undefined) await giveBack()
      return { right: match, tries: levels.find(({ key }) => key === buckets[0]?.key)?.tries ?? 1 }
    },
  }
}

function bucketsOf({ nameKey, network, deviceId, isOfCode }: Guess): [Bucket, ...Bucket[]] {
  const { perDevice, perNameAndNetwork, perNetwork, perName } = guessBounds
  const [tries, kind] = isOfCode ? ['codes', ['code']] : ['passwords', []]
  if (deviceId !== undefined) {
    const key = keyOf('device', ...kind, nameKey, deviceId)
    return [{ key, most: perDevice, what: `${tries} for this user name on this device` }]
  }
  const pair = keyOf('pair', ...kind, nameKey, network)
  if (isOfCode) return [{ key: pair, most: perDevice, what: 'codes for this user name' }]
  return [
    { key: pair, most: perNameAndNetwork, what: 'passwords for this user name from your network' },
    { key: keyOf('network', network), most: perNetwork, what: 'passwords from your network' },
    { key: keyOf('name', nameKey), most: perName, what: undefined },
  ]
}

/** Hashed, because a name may be a password typed into the wrong field. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function levelOf(levels: readonly Level[], key: string, nowMs: number): number {
  return (levels.find((row) => row.key === key)?.empty_at ?? nowMs) - nowMs
}

function refuseAbove({ what }: Bucket, level: number): void {
  if (what === undefined || level <= spanMs) return
  const seconds = Math.ceil((level - spanMs) / 1000)
  const wait =
    seconds <= 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  const help = what.startsWith('codes') ? 'help' : 'a link to choose a new password'
  throw new RequestError(
    'too-many-requests',
    `Too many wrong ${what}. Try again in ${wait}, or ask an administrator for ${help}.`,
    { retryAfterSeconds: seconds },
  )
}

/** True when the bucket is empty, or so full that the clock must have been wrong. */
function isOver(nowMs: number): Statement {
  return sql`(password_tries.empty_at <= ${nowMs}
    or password_tries.empty_at > ${nowMs + 2 * spanMs})`
}

/** Each try adds at most three rows, and deletes up to this many expired ones. */
const purgedRows = 10

/** Count a try in its buckets, and undo that if one of them overflows. */
export const countTries: Transaction<
  { buckets: readonly Bucket[]; nowMs: number },
  readonly Level[]
> = function* ({ buckets, nowMs }, dialect) {
  // Sorted by key, so that concurrent tries cannot deadlock.
  const rows = inOrder(buckets)
    .map(({ key, most }) => sql`(${key}, 1, ${nowMs + spanMs / most})`)
    .reduce((list, row) => sql`${list}, ${row}`)
  const levels = yield* query<Level>(sql`
    insert into password_tries (key, tries, empty_at) values ${rows}
    on conflict (key) do update set
      tries = case when ${isOver(nowMs)} then 1 else password_tries.tries + 1 end,
      empty_at = case when ${isOver(nowMs)} then excluded.empty_at
        else password_tries.empty_at + excluded.empty_at - ${nowMs} end
    returning key, tries, empty_at`)
  // Concurrent tries may have been added since the check.
  const overflows = buckets.some(
    ({ key, what }) => what !== undefined && levelOf(levels, key, nowMs) > spanMs,
  )
  if (overflows) yield* giveTriesBack({ buckets }, dialect)
  yield* query(sql`
    delete from password_tries where key in (
      select key from password_tries where empty_at <= ${nowMs}
      order by empty_at limit ${purgedRows} ${dialect.forUpdateSkipLocked})`)
  return levels
}

export const giveTriesBack: Transaction<{ buckets: readonly Bucket[] }, void> = function* ({
  buckets,
}) {
  yield* queryAll(
    inOrder(buckets).map(
      ({ key, most }) => sql`
        update password_tries set tries = tries - 1, empty_at = empty_at - ${spanMs / most}
        where key = ${key} and tries > 0`,
    ),
  )
}

function inOrder(buckets: readonly Bucket[]): Bucket[] {
  return [...buckets].sort((left, right) => (left.key < right.key ? -1 : 1))
}
