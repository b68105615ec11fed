/** Logs and counts every request, once it has been answered. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { ImportScope } from '../api/import-scope.ts'
import { toRequestError } from '../errors.ts'
import { webtriggerRoute } from '../importing/contract.ts'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'

/**
 * Observe requests: the route's pattern is written, never the address, which may hold titles.
 * @param log Where the lines go.
 * @param metrics What is counted.
 */
export function observe(log: Log, metrics: Metrics): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    const start = performance.now()
    metrics.requestsInProgress.inc()
    try {
      await next()
    } finally {
      metrics.requestsInProgress.dec()
      const ms = performance.now() - start
      const route = routePath(c, -1)
      const { status } = c.res
      metrics.requests.inc({ route, method: c.req.method, status })
      const key = c.error === undefined ? undefined : toRequestError(c.error).key
      if (route === webtriggerRoute) {
        metrics.imports.inc({ key: key ?? 'ok' })
        metrics.importSeconds.observe(ms / 1000)
      }
      log.info(
        {
          requestId: c.get('requestId'),
          method: c.req.method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
          ...(key === undefined ? {} : { key }),
          apiTokenId: (c.get('holder') as { apiTokenId: string } | undefined)?.apiTokenId,
        },
        'request answered',
      )
    }
  })
}
