/** The route table: the flow of every request. @module */
import { randomUUID } from 'node:crypto'
import { type Handler, Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { DiscoveryAnswer } from '../../contract/answers.ts'
import { RequestError, toRequestError } from '../../contract/errors.ts'
import {
  discoveryPath,
  previewsPath,
  reservationsPath,
  sourcesPath,
  webtriggerPath,
} from '../../contract/paths.ts'
import type { agentRoute } from '../agents/agent-route.ts'
import type { hookRoutes } from '../following/hook-route.ts'
import { admit } from '../http/admit.ts'
import { compressAnswers } from '../http/content-coding.ts'
import { answerJson, errorAnswer, logFailure } from '../http/error-answer.ts'
import { dropBodies, limitBody } from '../http/limit-body.ts'
import { securityHeaders } from '../http/security-headers.ts'
import {
  authenticate,
  type ImportScope,
  importRoute,
  mayImport,
  recordRefusals,
  reservationRoute,
} from '../operation/import-route.ts'
import { intoPreview, previewActionRoute } from '../operation/previews.ts'
import { sourceClosingRoute, sourceEditsRoute, sourceRoute } from '../operation/source-routes.ts'
import type { hostApi } from '../rest/host-api.ts'
import type { WebScope } from '../web/pages.ts'
import type { ServiceParts } from './compose.ts'
import { healthRoutes } from './health.ts'

export interface AppParts extends ServiceParts {
  readonly hostApi: ReturnType<typeof hostApi>
  readonly agents: ReturnType<typeof agentRoute> | undefined
  readonly hooks?: ReturnType<typeof hookRoutes>
  readonly webPages: Hono<WebScope>
}

type Operation = readonly [
  method: 'GET' | 'POST',
  path: string,
  route: (dependencies: AppParts) => Handler<ImportScope>,
  ...stages: MiddlewareHandler<ImportScope>[],
]

const webtrigger = webtriggerPath(':appId', ':envId')

export function createApp(dependencies: AppParts): Hono<ImportScope> {
  const { log, limits } = dependencies
  const app = new Hono<ImportScope>()

  app.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.set('startedAt', dependencies.clock())
    c.set('arrivedAtMs', performance.now())
    c.env.outgoing.setHeader('X-Request-Id', c.get('requestId'))
    await next()
  })
  app.use(observe(dependencies))
  app.use(securityHeaders(dependencies.isSecure))
  app.use(dropBodies(2 * limits.maxBodyBytes))

  app.route('/', healthRoutes(dependencies))
  app.route('/wiki/api/v2', dependencies.hostApi)
  if (dependencies.agents) app.route('/mcp', dependencies.agents)
  if (dependencies.hooks) app.route('/', dependencies.hooks)
  const caller = authenticate(dependencies)
  const admitted = admit<ImportScope>(dependencies.gate, (c) => ({
    key: `token ${c.get('holder').apiTokenId}`,
    isKnown: true,
  }))
  const limitedBody = limitBody<ImportScope>(limits)
  const refusals = recordRefusals(dependencies)
  const sources = sourcesPath(':appId', ':envId')
  const preview = `${previewsPath(':appId', ':envId')}/:name`
  const operations: readonly Operation[] = [
    ['POST', webtrigger, importRoute, mayImport, refusals],
    ['POST', reservationsPath(':appId', ':envId'), reservationRoute, mayImport],
    ['GET', sources, sourceRoute],
    ['GET', `${sources}/edits`, sourceEditsRoute],
    ['POST', `${sources}/close`, sourceClosingRoute],
    ['POST', `${preview}/webtrigger`, intoPreview(importRoute)],
    ['POST', `${preview}/reservations`, intoPreview(reservationRoute)],
    ['POST', `${preview}/:action{begin|show|end}`, previewActionRoute],
  ]
  for (const [method, path, route, ...stages] of operations) {
    app.on(
      'ALL',
      withSlash(path),
      onlyMethod(dependencies, method), // 404 405
      caller, // 401 403 402
      ...stages, // 403
      ...(method === 'POST' ? [limitedBody] : []), // 413 400 503
      admitted, // 503
      route(dependencies), // 400 404 · 200 201 · 500
    )
  }
  // This answer is public, because it is useless without a token.
  app.get(discoveryPath, (c) => c.json(discoveryAnswer(dependencies), 200, discoveryCaching))
  // The API above is not compressed, because its clients are usually near.
  app.use(compressAnswers())
  app.get('/openapi.json', async (c) => {
    const { openApiDocument } = await import('../../contract/openapi.ts')
    const { publicUrl, appId, envId } = dependencies
    return c.json(openApiDocument({ publicUrl: publicUrl(), appId, envId, limits }))
  })
  app.route('/', dependencies.webPages)

  app.notFound((c) => {
    const { status, answer } = errorAnswer(
      new RequestError('not-found', 'There is nothing at this address.'),
      c.get('requestId'),
    )
    return answerJson(c, answer, status as 404)
  })
  app.onError((error, c) => {
    const requestId = c.get('requestId')
    logFailure(log, requestId, error)
    const { status, answer, headers } = errorAnswer(error, requestId)
    return answerJson(c, answer, status as 400, headers)
  })
  return app
}

function onlyMethod(
  installation: ServiceParts,
  method: 'GET' | 'POST',
): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    const { appId, envId } = c.req.param() as { appId: string; envId: string }
    const isOurs =
      appId.toLowerCase() === installation.appId && envId.toLowerCase() === installation.envId
    if (!isOurs) return c.notFound()
    if (c.req.method !== method) {
      c.header('Allow', method)
      throw new RequestError('method-not-allowed', `Use ${method} here, not ${c.req.method}.`)
    }
    return next()
  })
}

function observe({ log, metrics }: ServiceParts): MiddlewareHandler<ImportScope> {
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
      if (withSlash(webtrigger).includes(route)) {
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

function withSlash(path: string): string[] {
  return [path, `${path}/`]
}

/** A client notices within this time that the address serves another store. */
const maxAgeSeconds = 300
const discoveryCaching = { 'Cache-Control': `public, max-age=${maxAgeSeconds}` }

function discoveryAnswer({ publicUrl, appId, envId }: AppParts): DiscoveryAnswer {
  return {
    endpoint: publicUrl() + webtriggerPath(appId, envId),
    reservations: publicUrl() + reservationsPath(appId, envId),
    sources: publicUrl() + sourcesPath(appId, envId),
    appId,
    envId,
  }
}
