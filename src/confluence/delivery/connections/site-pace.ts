/** Limits the request rate to a site across all processes. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../accounts/clock.ts'
import type { Database } from '../../../store/database.ts'
import { ConfluenceError } from '../../confluence-error.ts'
import type { Pace } from '../../site.ts'
import { maxBlockMs, slowSite, takeAllowance } from './site-pace-changes.ts'

/**
 * Half of Atlassian's documented limit for API tokens; a PUT counts as two, because its limit is
 * half.
 */
const perSecond = 50
const burst = 50
/** Taken in advance, so that not every request writes to the store. */
const maxTaken = 10
/** Milliseconds until unused requests lapse, because other processes may need them. */
const keepMs = 1_000
/** Milliseconds; after this, deliveries try again later. */
const maxWaitMs = 15_000
const slowMs = 60_000

export interface PaceDependencies {
  readonly database: Database
  readonly clock: Clock
}

export function sitePace({ database, clock }: PaceDependencies, baseUrl: string): Pace {
  let left = 0
  let leftUntil = 0
  let waiting: Promise<void> = Promise.resolve()
  const refill = async (deadline: number): Promise<void> => {
    for (;;) {
      const now = clock().getTime()
      const asked = { baseUrl, now, wanted: maxTaken, perSecond, burst }
      const { granted, waitMs } = await database.write(takeAllowance, asked, {
        isLossHarmless: true,
      })
      if (granted > 0) {
        left += granted
        leftUntil = performance.now() + keepMs
        return
      }
      if (performance.now() + waitMs > deadline) throw tooFast(waitMs)
      await sleep(waitMs)
    }
  }
  const take = async (method: string, deadline: number): Promise<void> => {
    const cost = method === 'PUT' || method === 'DELETE' ? 2 : 1
    if (performance.now() > leftUntil) left = 0
    while (left < cost) await refill(deadline)
    left -= cost
  }
  return {
    take(method) {
      const deadline = performance.now() + maxWaitMs
      // One after the other, so that the next one can use what is left.
      const taking = waiting.then(() => take(method, deadline)).catch(asConfluenceError)
      waiting = taking.catch(() => {})
      return taking
    },
    async slowDown(retryAfterMs) {
      left = 0
      const now = clock().getTime()
      const blockedUntil = now + Math.min(maxBlockMs, Math.max(0, retryAfterMs))
      const slowed = { baseUrl, now, blockedUntil, slowUntil: blockedUntil + slowMs }
      await database.write(slowSite, slowed, { isLossHarmless: true }).catch(asConfluenceError)
    },
  }
}

function tooFast(waitMs: number): ConfluenceError {
  return new ConfluenceError('unavailable', 'the site is to be asked later', {
    retryAfterMs: waitMs,
  })
}

function asConfluenceError(error: unknown): never {
  if (error instanceof ConfluenceError) throw error
  throw new ConfluenceError(
    'unavailable',
    'the store does not tell how fast the site may be asked',
    {
      cause: error,
    },
  )
}
