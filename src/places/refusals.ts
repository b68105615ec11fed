/** What is said to those who get no place. @module */
import { RequestError } from '../base/errors.ts'
import type { PlaceBounds } from './place-bounds.ts'

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
