/** Answers requests while the store is not available yet. @module */
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Log } from '../../contract/base/log.ts'
import { DatabaseUnavailableError, RequestError } from '../../contract/errors.ts'
import { DatabaseRefusedError } from '../../store/database.ts'
import { errorAnswer } from '../http/error-answer.ts'
import { dropBodies } from '../http/limit-body.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { assetRoutes } from '../web/assets.ts'
import { isForBrowser, messagePage } from '../web/frame/message-page.ts'
import { show } from '../web/frame/show.ts'
import type { WebScope } from '../web/web-scope.ts'
import { healthRoutes } from './health.ts'
import type { Metrics } from './metrics.ts'

export interface FrontDoor {
  readonly listener: RequestListener
  open(service: { readonly fetch: Parameters<typeof getRequestListener>[0] }): void
}

const retryAfterSeconds = 5
const firstPauseMs = 250
const longestPauseMs = 5_000

export function frontDoor(metrics: Metrics, bounds: WaitingBounds): FrontDoor {
  let answer: RequestListener = getRequestListener(waitingApp(metrics, bounds).fetch)
  return {
    listener: (request, response) => answer(request, response),
    open(service) {
      answer = getRequestListener(service.fetch)
    },
  }
}

interface WaitingBounds {
  readonly isSecure: boolean
  readonly maxBodyBytes: number
}

function waitingApp(metrics: Metrics, { isSecure, maxBodyBytes }: WaitingBounds): Hono<WebScope> {
  const app = new Hono<WebScope>()
  const problem = new DatabaseUnavailableError('the store is not there yet')
  app.use(securityHeaders(isSecure))
  app.use(dropBodies(2 * maxBodyBytes))
  app.route(
    '/',
    healthRoutes({
      metrics,
      metricsRule: 'closed',
      isStopping: () => false,
      storeState: async () => ({ problem }),
      gates: [],
    }),
  )
  app.route('/', assetRoutes())
  app.get('*', (c, next) => {
    if (!isForBrowser(c)) return next()
    c.header('Retry-After', String(retryAfterSeconds))
    c.header('Refresh', String(retryAfterSeconds))
    const text = 'The store is not there yet. This page tries again by itself.'
    return show(c, 503, 'One moment', messagePage('One moment', text))
  })
  app.all('*', (c) => {
    const message = 'The store is not there yet; nothing was written. Try again.'
    const error = new RequestError('unavailable', message, { retryAfterSeconds })
    const { status, answer, headers } = errorAnswer(error, randomUUID())
    return c.json(answer, status as 503, { ...headers, 'X-Request-Id': answer.requestId })
  })
  return app
}

/**
 * Opens the store, and retries while it is unreachable or read-only. A refused login is not retried:
 * somebody must fix the password or the database.
 * @throws {Error} When retrying does not help, or the signal aborted it.
 */
export async function waitForStore<Store>(
  open: () => Promise<Store>,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<Store> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await open()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof DatabaseUnavailableError)) throw error
      if (error instanceof DatabaseRefusedError) throw error
      log.warn({ reason: error.message }, 'store takes no writes yet')
    }
    await sleep(pauseMs, undefined, { signal })
  }
}
