/** When a request is sent again, and how long to wait before. @module */

/** What came of one attempt, as far as trying again depends on it. */
export interface AttemptEnd {
  /** Absent when the connection failed or the time ran out. */
  readonly status?: number
  readonly retryAfter?: string | undefined
  /** Set where no repetition can help. */
  readonly isHopeless?: boolean
}

/** A service that asks for more than this is not coming back during the run. */
const longestDelayMs = 120_000

/**
 * Decide whether to try again.
 * @param end How the attempt ended.
 * @param usualMs The wait where the service does not ask for one.
 * @param now The time, for a `Retry-After` that is a date.
 * @returns Milliseconds to wait; `undefined` when trying again is of no use.
 */
export function retryDelayMs(end: AttemptEnd, usualMs: number, now: Date): number | undefined {
  if (end.isHopeless) return undefined
  switch (end.status) {
    case undefined:
    case 408:
    case 500:
    case 502:
    case 504:
      return usualMs
    case 429:
    case 503: {
      const asked = parseRetryAfterMs(end.retryAfter ?? '', now) ?? usualMs
      return asked > longestDelayMs ? undefined : asked
    }
    default:
      return undefined
  }
}

/** Seconds or a date: RFC 9110 §10.2.3. */
function parseRetryAfterMs(text: string, now: Date): number | undefined {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
