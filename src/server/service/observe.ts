/** Logs and counts every answered request. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Log } from '../../contract/base/log.ts'
import { toRequestError } from '../../contract/errors.ts'
import type { ImportScope } from '../operation/authenticate.ts'
import { webtriggerRoutes } from '../operation/operation-routes.ts'
import type { Metrics } from './metrics.ts'

export function observe(log: Log, metrics: Metrics): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    const start = performance.now()
    metrics.requestsInProgress.inc()
    try {
      await next()
    } finally {
      metrics.requestsInProgress.dec()
      const ms = performance.now() - start
      // The route's pattern, because addresses may contain titles.
      const route = routePath(c)
      const { method } = c.req
      const { status } = c.res
      const key = c.error && keyOf(c.error)
      if (webtriggerRoutes.includes(route)) {
        metrics.imports.inc({ key: key ?? 'ok' })
        metrics.importSeconds.observe(ms / 1000)
      }
      metrics.requests.inc({ route, method, status })
      log.info(
        {
          requestId: c.get('requestId'),
          method,
          route,
          status,
          ...(key === undefined ? {} : { key }),
          apiTokenId: (c.get('holder') as { apiTokenId: string } | undefined)?.apiTokenId,
          ms: Math.round(ms * 10) / 10,
        },
        'request answered',
      )
    }
  })
}

function keyOf(error: Error): string {
  return 'key' in error && typeof error.key === 'string' ? error.key : toRequestError(error).key
}
