/**
 * How many places a gate has, what is said to those who get none, and how many are taken for whom.
 * @module
 */
import { RequestError } from '../errors.ts'

/**
 * Tell what one caller may have at once, however many they are behind it: others always find room.
 */
export function shareOfCaller(most: number): number {
  return Math.max(1, Math.floor(most / 2))
}

export interface PlaceBounds {
  /** What the figures and the log call them. */
  readonly name: string
  /** Places that are taken at once. */
  readonly maxTaken: number
  /** What one caller may have of them; all, if it is not given. */
  readonly maxTakenOfCaller?: number
  /** Those who wait: known callers and others, each. */
  readonly maxWaiting: number
  /** Those who wait and those who have a place, together; without a bound if it is not given. */
  readonly maxPresent?: number
  /** The same, of one caller. */
  readonly maxPresentOfCaller?: number
  /** What one with more is told; `too-many-requests` unless the caller is nobody who could hear it. */
  readonly excessOfCaller?: 'too-many-requests' | 'unavailable'
  readonly maxWaitMs: number
  /**
   * Works that may go on after their caller has left and the place is given back, so that nobody
   * has more of them by leaving again and again. Without, a place is as long taken as its work lasts.
   */
  readonly maxLingering?: number
  /** A place is given back then, whatever becomes of the work: longer than any work takes. */
  readonly deadlineMs: number
  /** Whether memory is short, so that nothing more should be begun. */
  readonly isShort?: () => boolean
  /** What a place takes from the start; the work may take more. */
  readonly amount?: number
  /** What is said when there is no room. */
  readonly fullText?: string
  readonly retryAfterSeconds?: number
}

const usualFullText = 'As much is in progress as this server takes at once. Try again in a second.'

/**
 * There is no room, or there was none for too long.
 * @param bounds What may say it in its own words.
 */
export function full({
  fullText = usualFullText,
  retryAfterSeconds = 1,
}: Pick<PlaceBounds, 'fullText' | 'retryAfterSeconds'>): RequestError {
  return new RequestError('unavailable', fullText, { retryAfterSeconds })
}

/**
 * One caller has as much as one may have.
 * @param bounds How much that is, and what may say it in its own words.
 */
export function tooManyOfCaller({
  maxPresentOfCaller: most,
  excessOfCaller = 'too-many-requests',
  fullText = `${most} requests of this caller are in progress, as many as one may have. Try again in a second.`,
  retryAfterSeconds = 1,
}: Pick<
  PlaceBounds,
  'maxPresentOfCaller' | 'excessOfCaller' | 'fullText' | 'retryAfterSeconds'
>): RequestError {
  return new RequestError(excessOfCaller, fullText, { retryAfterSeconds })
}

/** Nobody is there to read it; the log and the ledger are. */
export function callerLeft(): RequestError {
  return new RequestError('bad-request', 'The client has left before it was answered.')
}

export interface Tally {
  readonly all: number
  of(key: string): number
  add(key: string, amount: number): void
}

/** Make one at nothing. */
export function tally(): Tally {
  const byKey = new Map<string, number>()
  let all = 0
  return {
    get all() {
      return all
    },
    of: (key) => byKey.get(key) ?? 0,
    add(key, amount) {
      all += amount
      const left = (byKey.get(key) ?? 0) + amount
      if (left === 0) byKey.delete(key)
      else byKey.set(key, left)
    },
  }
}
