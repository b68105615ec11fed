/** The limits of a gate, the errors for those that it refuses, and counts by caller. @module */
import { RequestError } from '../../contract/errors.ts'

/** The share of one caller: at most half, so that others always find room. */
export function shareOfCaller(most: number): number {
  return Math.max(1, Math.floor(most / 2))
}

export interface PlaceBounds {
  readonly name: string
  readonly maxTaken: number
  readonly maxTakenOfCaller?: number
  readonly maxWaiting: number
  readonly maxPresent?: number
  readonly maxPresentOfCaller?: number
  readonly excessOfCaller?: 'too-many-requests' | 'unavailable'
  readonly maxWaitMs: number
  /**
   * How many works may continue after their caller has left and their place is free again. Without
   * it, a place is taken until its work ends, so that nobody gets more places by leaving.
   */
  readonly maxLingering?: number
  /** After this time the place is free again in any case; longer than any work takes. */
  readonly deadlineMs: number
  /** Whether memory is short, so that nothing new should start. */
  readonly isShort?: () => boolean
  readonly amount?: number
  readonly fullText?: string
  readonly retryAfterSeconds?: number
}

const usualFullText = 'As much is in progress as this server takes at once. Try again in a second.'

export function full({
  fullText = usualFullText,
  retryAfterSeconds = 1,
}: Pick<PlaceBounds, 'fullText' | 'retryAfterSeconds'>): RequestError {
  return new RequestError('unavailable', fullText, { retryAfterSeconds })
}

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

/** Only the log and the ledger see this message. */
export function callerLeft(): RequestError {
  return new RequestError('bad-request', 'The client has left before it was answered.')
}

export interface Tally {
  readonly all: number
  of(key: string): number
  add(key: string, amount: number): void
}

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
