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
const maxTaken = 10
/** Milliseconds until unused requests lapse, because other processes may need them. */
const keepMs = 1_000
/** After this, deliveries try again later. */
const maxWaitMs = 15_000
const slowMs = 60_000

export interface PaceDependencies {
  readonly database: Database
  readonly clock: Clock
}

export function sitePace({ database, clock }: PaceDependencies, baseUrl: string): Pace {
  let allowance = 0
  let allowanceUntil = 0
  let queue: Promise<void> = Promise.resolve()
  const refill = async (deadline: number): Promise<void> => {
    for (;;) {
      const now = clock().getTime()
      const input = { baseUrl, now, requests: maxTaken, perSecond, burst }
      const { granted, waitMs } = await database.write(takeAllowance, input, {
        isLossHarmless: true,
      })
      if (granted > 0) {
        allowance += granted
        allowanceUntil = performance.now() + keepMs
        return
      }
      if (performance.now() + waitMs > deadline) throw tooFast(waitMs)
      await sleep(waitMs)
    }
  }
  const take = async (method: string, deadline: number): Promise<void> => {
    const cost = method === 'PUT' || method === 'DELETE' ? 2 : 1
    if (performance.now() > allowanceUntil) allowance = 0
    while (allowance < cost) await refill(deadline)
    allowance -= cost
  }
  return {
    take(method) {
      const deadline = performance.now() + maxWaitMs
      // One after the other, so that the next one can use what is left.
      const turn = queue.then(() => take(method, deadline)).catch(asConfluenceError)
      queue = turn.catch(() => {})
      return turn
    },
    async slowDown(retryAfterMs) {
      allowance = 0
      const now = clock().getTime()
      const blockedUntil = now + Math.min(maxBlockMs, Math.max(0, retryAfterMs))
      const input = { baseUrl, now, blockedUntil, slowUntil: blockedUntil + slowMs }
      await database.write(slowSite, input, { isLossHarmless: true }).catch(asConfluenceError)
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
