/** Logs and counts every answered request. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Log } from '../../contract/base/log.ts'
import { toRequestError } from '../../contract/errors.ts'
import type { ImportScope } from '../operation/authenticate.ts'
import { webtriggerRoutes } from '../operation/operation-routes.ts'
import type { Metrics } from './metrics.ts'

export interface AnsweredRequest {
  readonly requestId: string
  readonly method: string
  /** The route's pattern, because addresses may contain titles. */
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly key?: string | undefined
  readonly apiTokenId?: string | undefined
}

export type RequestObserver = (request: AnsweredRequest) => void

export function tellAnswered(log: Log, metrics: Metrics): RequestObserver {
  return ({ ms, ...answered }) => {
    const { route, method, status } = answered
    metrics.requests.inc({ route, method, status })
    log.info({ ...answered, ms: Math.round(ms * 10) / 10 }, 'request answered')
  }
}

export function observe(
  onAnswered: RequestObserver,
  metrics: Metrics,
): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    const start = performance.now()
    metrics.requestsInProgress.inc()
    try {
      await next()
    } finally {
      metrics.requestsInProgress.dec()
      const ms = performance.now() - start
      const route = routePath(c)
      const { status } = c.res
      const key = c.error && keyOf(c.error)
      if (webtriggerRoutes.includes(route)) {
        metrics.imports.inc({ key: key ?? 'ok' })
        metrics.importSeconds.observe(ms / 1000)
      }
      onAnswered({
        requestId: c.get('requestId'),
        method: c.req.method,
        route,
        status,
        ms,
        ...(key === undefined ? {} : { key }),
        apiTokenId: (c.get('holder') as { apiTokenId: string } | undefined)?.apiTokenId,
      })
    }
  })
}

function keyOf(error: Error): string {
  return 'key' in error && typeof error.key === 'string' ? error.key : toRequestError(error).key
}
