/** Limits password guesses by leaky buckets in the store, which all processes share. @module */
import { createHash } from 'node:crypto'
import { counted } from '../../base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import { type Database, query, queryAll, type Transaction } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import type { Clock } from '../clock.ts'

export interface Guess {
  readonly nameKey: string
  readonly network: string
  /** Set when this user has signed in on this device before; then it has its own limit. */
  readonly deviceId: string | undefined
  readonly isOfCode?: boolean
}

export interface TakenTry {
  readonly tries: number
  readonly counts: readonly TryCount[]
}

export interface GuessLimit {
  /**
   * Check the limits without a write.
   * @throws {RequestError} `too-many-requests` with the time to wait.
   */
  check(guess: Guess): Promise<void>
  /**
   * Count a try before it is made, so that simultaneous tries count too.
   * @throws {RequestError} `too-many-requests` with the time to wait; then nothing was counted.
   */
  take(guess: Guess): Promise<TakenTry>
  giveBack(taken: TakenTry): Promise<void>
}

/** Wrong guesses before one must wait; a guess is forgotten after `spanMs` divided by its limit. */
export const guessBounds = {
  spanMs: 900_000,
  perDevice: 10,
  perNameAndNetwork: 10,
  /** Hundreds of people can share one address and mistype now and then. */
  perNetwork: 200,
  /**
   * From here on a name counts as under attack. It is never refused for that, because anybody could
   * lock a user out…
   */
  perName: 100,
  /** … but each network has only this many tries then. */
  perNameAndNetworkUnderAttack: 3,
} as const

export function guessLimit(database: Database, clock: Clock): GuessLimit {
  const prepare = async (guess: Guess, nowMs: number): Promise<NamedCount[]> => {
    const keys = keysOf(guess)
    const rows = await database.read<TryRow>(sql`
      select key, tries, empty_at from password_tries
      where key in (${keys.device}, ${keys.pair}, ${keys.network}, ${keys.name})
        and not ${isOver(nowMs, guessBounds.spanMs)}`)
    const fullMs = (key: string): number =>
      (rows.find((row) => row.key === key)?.empty_at ?? nowMs) - nowMs
    const counts = toCounts(guess, fullMs(keys.name))
    for (const one of counts) refuseAbove(one, fullMs(one.key) + one.costMs)
    return counts
  }
  return {
    async check(guess) {
      await prepare(guess, clock().getTime())
    },
    async take(guess) {
      const nowMs = clock().getTime()
      const counts = await prepare(guess, nowMs)
      const rows = await database.write(countTries, { counts, nowMs })
      const rowOf = ({ key }: TryCount): TryRow | undefined => rows.find((row) => row.key === key)
      for (const one of counts) refuseAbove(one, (rowOf(one)?.empty_at ?? nowMs) - nowMs)
      return { tries: (counts[0] && rowOf(counts[0])?.tries) ?? 1, counts }
    },
    async giveBack({ counts }) {
      await database.write(giveTriesBack, { counts })
    },
  }
}

interface NamedCount extends TryCount {
  readonly what: string
  readonly isOfCode: boolean
}

function toCounts(guess: Guess, nameFullMs: number): NamedCount[] {
  const keys = keysOf(guess)
  const { isOfCode = false } = guess
  const bound = (key: string, most: number, what: string): NamedCount => ({
    key,
    costMs: guessBounds.spanMs / most,
    spanMs: guessBounds.spanMs,
    what,
    isOfCode,
    isNeverRefused: false,
  })
  const tries = isOfCode ? 'codes' : 'passwords'
  if (guess.deviceId !== undefined) {
    const what = `${tries} for this user name on this device`
    return [bound(keys.device, guessBounds.perDevice, what)]
  }
  if (isOfCode) return [bound(keys.pair, guessBounds.perDevice, 'codes for this user name')]
  const name = { ...bound(keys.name, guessBounds.perName, ''), isNeverRefused: true }
  const isUnderAttack = nameFullMs + name.costMs > guessBounds.spanMs
  const perPair = isUnderAttack
    ? guessBounds.perNameAndNetworkUnderAttack
    : guessBounds.perNameAndNetwork
  return [
    bound(keys.pair, perPair, 'passwords for this user name from your network'),
    bound(keys.network, guessBounds.perNetwork, 'passwords from your network'),
    // The count stops at its limit, so that an attack is forgotten soon after it ends.
    ...(isUnderAttack ? [] : [name]),
  ]
}

/** Hashes, because a name may be a password typed into the wrong field. */
function keysOf({ nameKey, network, deviceId = '', isOfCode = false }: Guess) {
  const kind = isOfCode ? ['code'] : []
  return {
    device: keyOf('device', ...kind, nameKey, deviceId),
    pair: keyOf('pair', ...kind, nameKey, network),
    network: keyOf('network', network),
    name: keyOf('name', nameKey),
  }
}

function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function refuseAbove({ spanMs, what, isNeverRefused, isOfCode }: NamedCount, fullMs: number): void {
  if (isNeverRefused || fullMs <= spanMs) return
  const seconds = Math.ceil((fullMs - spanMs) / 1000)
  const wait =
    seconds <= 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  throw new RequestError(
    'too-many-requests',
    `Too many wrong ${what}. Try again in ${wait}, or ask an administrator for ${isOfCode ? 'help' : 'a link to choose a new password'}.`,
    { retryAfterSeconds: seconds },
  )
}

interface TryCount {
  readonly key: string
  readonly costMs: number
  readonly spanMs: number
  readonly isNeverRefused: boolean
}

interface TryRow {
  readonly key: string
  readonly tries: number
  readonly empty_at: number
}

/**
 * A row no longer counts if its bucket is empty, or so full that the clock must have been wrong.
 */
function isOver(nowMs: number, spanMs: number): Statement {
  return sql`(password_tries.empty_at <= ${nowMs}
    or password_tries.empty_at > ${nowMs + 2 * spanMs})`
}

/** Each try adds three rows at most and deletes up to this many expired ones. */
const purgedRows = 10

/** Add a try to its buckets, and take it back if one of them overflows. */
export const countTries: Transaction<
  { counts: readonly TryCount[]; nowMs: number },
  readonly TryRow[]
> = function* ({ counts, nowMs }, dialect) {
  const rows = yield* query<TryRow>(upsert(counts, nowMs))
  // Concurrent tries may have been added since the check.
  const isTooMany = counts.some(({ key, spanMs, isNeverRefused }) => {
    const row = rows.find((one) => one.key === key)
    return row !== undefined && !isNeverRefused && row.empty_at - nowMs > spanMs
  })
  if (isTooMany) yield* giveTriesBack({ counts }, dialect)
  yield* query(sql`
    delete from password_tries where key in (
      select key from password_tries where empty_at <= ${nowMs}
      order by empty_at limit ${purgedRows} ${dialect.forUpdateSkipLocked})`)
  return rows
}

/** One statement in the order of keys, so that concurrent tries cannot deadlock. */
function upsert(counts: readonly TryCount[], nowMs: number): Statement {
  const ordered = [...counts].sort((one, other) => (one.key < other.key ? -1 : 1))
  const [first = sql``, ...others] = ordered.map(
    ({ key, costMs }) => sql`(${key}, 1, ${nowMs + costMs})`,
  )
  const over = isOver(nowMs, counts[0]?.spanMs ?? 0)
  const rows = others.reduce((list, row) => sql`${list}, ${row}`, first)
  return sql`
    insert into password_tries (key, tries, empty_at) values ${rows}
    on conflict (key) do update set
      tries = case when ${over} then 1 else password_tries.tries + 1 end,
      empty_at = case when ${over} then excluded.empty_at
        else password_tries.empty_at + excluded.empty_at - ${nowMs} end
    returning key, tries, empty_at`
}

export const giveTriesBack: Transaction<{ counts: readonly TryCount[] }, void> = function* ({
  counts,
}) {
  const ordered = [...counts].sort((one, other) => (one.key < other.key ? -1 : 1))
  yield* queryAll(
    ordered.map(
      ({ key, costMs }) => sql`
        update password_tries set tries = tries - 1, empty_at = empty_at - ${costMs}
        where key = ${key} and tries > 0`,
    ),
  )
}
