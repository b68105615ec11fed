/** The route table: the flow of every request. @module */
import { randomUUID } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { DiscoveryAnswer } from '../../contract/answers.ts'
import type { Log } from '../../contract/base/log.ts'
import type { Places } from '../../contract/base/places/places.ts'
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
import { type BodyLimits, dropBodies, limitBody } from '../http/limit-body.ts'
import { securityHeaders } from '../http/security-headers.ts'
import {
  type ApiTokenCheck,
  authenticate,
  type ImportScope,
  mayImport,
} from '../operation/authenticate.ts'
import { importRoute, recordRefusals, reservationRoute } from '../operation/import-route.ts'
import {
  intoPreview,
  type PreviewRouteDependencies,
  previewActionRoute,
} from '../operation/previews.ts'
import { sourceClosingRoute, sourceEditsRoute, sourceRoute } from '../operation/source-routes.ts'
import type { hostApi } from '../rest/host-api.ts'
import type { WebScope } from '../web/web-scope.ts'
import { type HealthDependencies, healthRoutes } from './health.ts'
import type { Metrics } from './metrics.ts'

export interface AppDependencies extends PreviewRouteDependencies, HealthDependencies {
  readonly appId: string
  readonly envId: string
  readonly apiTokens: ApiTokenCheck
  readonly hostApi: ReturnType<typeof hostApi>
  readonly agents: ReturnType<typeof agentRoute> | undefined
  readonly hooks?: ReturnType<typeof hookRoutes>
  readonly webPages: Hono<WebScope>
  readonly isSecure: boolean
  readonly gate: Places
  readonly limits: BodyLimits & { readonly maxMarkdownBytes: number }
  readonly clock: () => Date
  readonly log: Log
  readonly metrics: Metrics
}

export function createApp(dependencies: AppDependencies): Hono<ImportScope> {
  const { log, metrics, limits } = dependencies
  const app = new Hono<ImportScope>()

  app.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.set('startedAt', dependencies.clock())
    c.set('arrivedAtMs', performance.now())
    c.env.outgoing.setHeader('X-Request-Id', c.get('requestId'))
    await next()
  })
  app.use(observe(log, metrics))
  app.use(securityHeaders(dependencies.isSecure))
  app.use(dropBodies(2 * limits.maxBodyBytes))

  app.route('/', healthRoutes(dependencies))
  app.route('/wiki/api/v2', dependencies.hostApi)
  if (dependencies.agents) app.route('/mcp', dependencies.agents)
  if (dependencies.hooks) app.route('/', dependencies.hooks)
  const onlyPost = onlyMethod(dependencies, 'POST')
  const caller = authenticate(dependencies.apiTokens)
  const admitted = admit<ImportScope>(dependencies.gate, (c) => ({
    key: `token ${c.get('holder').apiTokenId}`,
    isKnown: true,
  }))
  const limitedBody = limitBody<ImportScope>(limits)
  app.on(
    'ALL',
    webtriggerRoutes,
    onlyPost, // 404 405
    caller, // 401 403 402
    mayImport, // 403
    recordRefusals(dependencies.ledger, log),
    limitedBody, // 413 400 503
    admitted, // 503
    importRoute(dependencies), // 400 404 · 200 201 · 500
  )
  app.on(
    'ALL',
    reservationsRoutes,
    onlyPost,
    caller,
    mayImport,
    limitedBody,
    admitted,
    reservationRoute(dependencies), // 400 404 · 200 · 500
  )
  const onlyGet = onlyMethod(dependencies, 'GET')
  app.on('ALL', sourcePaths.list, onlyGet, caller, admitted, sourceRoute(dependencies))
  app.on('ALL', sourcePaths.edits, onlyGet, caller, admitted, sourceEditsRoute(dependencies))
  app.on(
    'ALL',
    sourcePaths.close,
    onlyPost,
    caller,
    limitedBody,
    admitted,
    sourceClosingRoute(dependencies), // 400 403 404 · 200 · 500
  )
  for (const [paths, route] of [
    [previewPaths.webtrigger, intoPreview(importRoute)],
    [previewPaths.reservations, intoPreview(reservationRoute)],
    [previewPaths.action, previewActionRoute],
  ] as const) {
    app.on('ALL', paths, onlyPost, caller, limitedBody, admitted, route(dependencies))
  }
  app.get(discoveryPath, discoveryRoute(dependencies))
  // Not for the API above, whose clients are usually near.
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
  installation: { readonly appId: string; readonly envId: string },
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

function observe(log: Log, metrics: Metrics): MiddlewareHandler<ImportScope> {
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

const webtriggerRoutes: string[] = withSlash(webtriggerPath(':appId', ':envId'))

const reservationsRoutes: string[] = withSlash(reservationsPath(':appId', ':envId'))

const sourcePaths: Readonly<Record<'list' | 'edits' | 'close', string[]>> = {
  list: withSlash(sourcesPath(':appId', ':envId')),
  edits: withSlash(`${sourcesPath(':appId', ':envId')}/edits`),
  close: withSlash(`${sourcesPath(':appId', ':envId')}/close`),
}

const previewPaths: Readonly<Record<'webtrigger' | 'reservations' | 'action', string[]>> = {
  webtrigger: withSlash(`${previewsPath(':appId', ':envId')}/:name/webtrigger`),
  reservations: withSlash(`${previewsPath(':appId', ':envId')}/:name/reservations`),
  action: withSlash(`${previewsPath(':appId', ':envId')}/:name/:action{begin|show|end}`),
}

function withSlash(path: string): string[] {
  return [path, `${path}/`]
}

/** A client notices within this time that the address serves another store. */
const maxAgeSeconds = 300

/** Public, because nothing can be done with it without a token. */
function discoveryRoute({
  publicUrl,
  appId,
  envId,
}: {
  readonly publicUrl: () => string
  readonly appId: string
  readonly envId: string
}) {
  return (c: Context<ImportScope>): Response => {
    const answer: DiscoveryAnswer = {
      endpoint: publicUrl() + webtriggerPath(appId, envId),
      reservations: publicUrl() + reservationsPath(appId, envId),
      sources: publicUrl() + sourcesPath(appId, envId),
      appId,
      envId,
    }
    return c.json(answer, 200, { 'Cache-Control': `public, max-age=${maxAgeSeconds}` })
  }
}
