/** Limits the rate of requests to a site, and waits as long as the site asks. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../accounts/clock.ts'
import { ConfluenceError } from '../confluence-error.ts'

export interface Pace {
  /** @throws {ConfluenceError} When the wait would be too long. */
  take(method: string): Promise<void>
  slowDown(retryAfterMs: number): void
}

/** Milliseconds for each request: half of Atlassian's documented limit for API tokens. */
const betweenMs = 20
/** Requests of so long a pause are sent at once. */
const burstMs = 1_000
/** After this, deliveries try again later. */
const maxWaitMs = 15_000
/** Sites may ask for days, but are tried again after this. */
const maxBlockMs = 15 * 60_000

/** The pace of one process; others have their own. */
export function sitePace(clock: Clock): Pace {
  let nextAt = 0
  return {
    async take(method) {
      const now = clock().getTime()
      // A later time comes from a clock that was set back.
      if (nextAt > now + maxBlockMs) nextAt = now
      const startAt = Math.max(nextAt, now - burstMs)
      const waitMs = startAt - now
      if (waitMs > maxWaitMs) {
        const message = 'the site is to be asked later'
        throw new ConfluenceError('unavailable', message, { retryAfterMs: waitMs })
      }
      // Atlassian allows half as many PUT and DELETE as others.
      nextAt = startAt + betweenMs * (method === 'PUT' || method === 'DELETE' ? 2 : 1)
      if (waitMs > 0) await sleep(waitMs)
    },
    slowDown(retryAfterMs) {
      const until = clock().getTime() + Math.min(maxBlockMs, Math.max(0, retryAfterMs))
      nextAt = Math.max(nextAt, until)
    },
  }
}
