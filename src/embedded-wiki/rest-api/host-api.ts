/** The embedded wiki's own REST API: a subset of Confluence's v2, in its shapes. @module */
import { Hono } from 'hono'
import { spaceAccess } from '../../auth/access.ts'
import { hostTokenChallenge } from '../../auth/tokens/host-tokens.ts'
import { toRequestError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { admitHostToken, type HostTokenGate } from '../../http/admit-host-token.ts'
import { tagAnswers } from '../../http/entity-tag.ts'
import { logFailure } from '../../http/log-failure.ts'
import { apiDocument } from './api-document.ts'
import type { ApiParts } from './api-route.ts'
import { fromRequestError, HostApiError, notFound } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'
import { type ApiGates, mountRoutes } from './mount-routes.ts'
import { wikiApiRoutes } from './wiki-api-routes.ts'

export interface HostApiDependencies
  extends Omit<ApiParts, 'access' | 'baseUrl'>,
    ApiGates,
    HostTokenGate {
  readonly publicUrl: () => string
  readonly log: Log
}

/**
 * Make the API, to be mounted at `/wiki/api/v2`.
 * @param dependencies Store, ids, clock, host tokens and the public address.
 */
export function hostApi(dependencies: HostApiDependencies): Hono<HostScope> {
  const { database, ids, clock, publicUrl, log } = dependencies
  const baseUrl = (): string => `${publicUrl()}/wiki`
  const app = new Hono<HostScope>()
  // What it says is no secret: without a token nothing can be done with it.
  app.get('/openapi.json', (c) => c.json(apiDocument(baseUrl())))
  app.use(async (c, next) => {
    const isReading = ['GET', 'HEAD'].includes(c.req.method) || readingPosts.has(pathOf(c.req.path))
    const holder = await admitHostToken(c.env, dependencies, isReading ? 'reading' : 'writing')
    c.set('holder', holder)
    if (!holder.canWrite && !isReading) {
      throw new HostApiError(
        403,
        'FORBIDDEN',
        'This host token reads only. Make one with "markport token create NAME --host --scope read,write".',
      )
    }
    await next()
  })
  app.use(tagAnswers)
  const parts: ApiParts = {
    ...dependencies,
    access: spaceAccess(database, ids, clock),
    baseUrl,
  }
  app.route('/', mountRoutes(wikiApiRoutes, parts, dependencies))
  app.all('*', (c) => {
    const methods = methodsOf(c.req.path)
    if (methods.length === 0) throw notFound()
    c.header('Allow', methods.join(', '))
    const title = `This address takes ${methods.join(' and ')}, not ${c.req.method}.`
    throw new HostApiError(405, 'METHOD_NOT_ALLOWED', title)
  })
  app.onError((error, c) => {
    const cause = error instanceof HostApiError ? undefined : toRequestError(error)
    const refusal = cause === undefined ? (error as HostApiError) : fromRequestError(cause)
    if (refusal !== error) logFailure(log, c.get('requestId'), error)
    if (refusal.status === 401) c.header('WWW-Authenticate', hostTokenChallenge)
    if (refusal.status === 429 || refusal.status === 503) {
      c.header('Retry-After', String(cause?.retryAfterSeconds ?? 2))
    }
    const { status, code, message } = refusal
    return c.json({ errors: [{ status, code, title: message, detail: null }] }, status)
  })
  return app
}

/** The addresses of questions that are too long for an address. */
const readingPosts: ReadonlySet<string> = new Set(
  wikiApiRoutes.filter(({ readsOnly }) => readsOnly).map(({ path }) => path),
)

/** The path as routes have it. */
function pathOf(address: string): string {
  return address.replace(/^\/wiki\/api\/v2|\/$/g, '')
}

/** List the methods that an address takes. */
function methodsOf(address: string): string[] {
  const path = pathOf(address)
  const there = wikiApiRoutes.filter((route) =>
    new RegExp(`^${route.path.replace(/\{.+?\}/g, '[^/]+')}$`).test(path),
  )
  const methods = there.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : method))
  return [...new Set<string>(methods)]
}
