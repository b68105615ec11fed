/** How many places there are of something, and how they are waited for. @module */

/**
 * Tell what one caller may have at once, however many they are behind it: others always find room.
 * @param most What all may have.
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
