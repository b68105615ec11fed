/**
 * Bounds how often passwords are guessed, in the store, so that all processes count together and a
 * restart forgets nothing. Each bound is a bucket that tries fill and time empties.
 * @module
 */
import { createHash } from 'node:crypto'
import { RequestError } from '../../base/errors.ts'
import { counted } from '../../base/visible-text.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Clock } from '../clock.ts'
import {
  countTries,
  giveTriesBack,
  isOver,
  type TryCount,
  type TryRow,
} from './guess-limit-changes.ts'

export interface Guess {
  readonly nameKey: string
  /** The network that it comes from. */
  readonly network: string
  /** The device, when this user signed in on it before; it has a bound of its own. */
  readonly deviceId: string | undefined
  /** Whether a code is guessed, which only those can who know the password. */
  readonly isOfCode?: boolean
}

export interface TakenTry {
  /** Tries since the bound of this name and network, or device, was last empty; this one counts. */
  readonly tries: number
  readonly counts: readonly TryCount[]
}

export interface GuessLimit {
  /**
   * Find out without a write whether a try may be made.
   * @throws {RequestError} `too-many-requests` with the time to wait.
   */
  check(guess: Guess): Promise<void>
  /**
   * Count a try, before it is made, so that tries at the same time count as well.
   * @throws {RequestError} `too-many-requests` with the time to wait; then nothing was counted.
   */
  take(guess: Guess): Promise<TakenTry>
  /** Take a try back that was no wrong guess. */
  giveBack(taken: TakenTry): Promise<void>
}

/** Wrong guesses until one must wait, each of which is forgotten after its part of the span. */
export const guessBounds = {
  spanMs: 900_000,
  perDevice: 10,
  perNameAndNetwork: 10,
  /** Hundreds of people can share one address, and all of them mistype now and then. */
  perNetwork: 200,
  /** From here on a name is under attack. It is never refused for that, since anybody could cause it… */
  perName: 100,
  /** … but each network has only this many tries then. */
  perNameAndNetworkUnderAttack: 3,
} as const

/** Make the limit. */
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
  /** Which tries it bounds, in words. */
  readonly what: string
  readonly isOfCode: boolean
}

/** What a try counts for, the narrowest bound first. */
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
    // Not counted beyond its bound, or an attack would be remembered for as long as it lasted.
    ...(isUnderAttack ? [] : [name]),
  ]
}

/** Hashes: rows of one size, and nothing that was typed, which may be a password in the wrong field. */
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

/**
 * Refuse a try that would make a bucket too full.
 * @throws {RequestError} `too-many-requests` with the time until there is room for one.
 */
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
