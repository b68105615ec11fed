/** Asks a site no faster than it allows, together with all processes on the store. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../auth/clock.ts'
import { ConfluenceError } from '../../confluence/confluence-error.ts'
import type { Pace } from '../../confluence/site.ts'
import type { Database } from '../../database/database.ts'
import { maxBlockMs, slowSite, takeAllowance } from './site-pace-changes.ts'

/** Half of the burst that Atlassian documents for API tokens; a PUT costs two, as only half are allowed. */
const perSecond = 50
const burst = 50
/** Taken at once, so that not every request writes to the store. */
const maxTaken = 10
/** What was taken and not used lapses: others may need it. */
const keepMs = 1_000
/** Nobody is kept waiting longer; deliveries come again later. */
const maxWaitMs = 15_000
const slowMs = 60_000

export interface PaceDependencies {
  readonly database: Database
  readonly clock: Clock
}

/** Make the pace of a site. */
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
      // In turn: what one waits for, the next need not ask for.
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
