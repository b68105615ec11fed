/** The wiki's REST API, the reading part of Confluence's v2. @module */
import { Hono } from 'hono'
import { hostTokenChallenge } from '../../accounts/tokens/host-tokens.ts'
import { RequestError, toRequestError } from '../../contract/errors.ts'
import { admit, admitHostToken } from '../http/admit.ts'
import { tagAnswers } from '../http/entity-tag.ts'
import { logFailure } from '../http/error-answer.ts'
import type { ServiceParts } from '../service/compose.ts'
import { type HostScope, notFound } from './api-route.ts'
import { wikiApiRoutes } from './wiki-api-routes.ts'

export function hostApi(parts: ServiceParts): Hono<HostScope> {
  const { log, gate } = parts
  const app = new Hono<HostScope>()
  app.use(async (c, next) => {
    c.set('holder', await admitHostToken(c.env, parts, 'reading'))
    await next()
  })
  app.use(tagAnswers)
  const reading = admit<HostScope>(gate, (c) => ({
    key: `user ${c.get('holder').userId}`,
    isKnown: true,
  }))
  for (const { path: pattern, answer } of wikiApiRoutes) {
    const path = pattern.replace('{id}', ':id')
    for (const address of [path, `${path}/`]) {
      app.get(address, reading, (c) => answer(c, parts))
      app.all(address, (c) => {
        c.header('Allow', 'GET, HEAD')
        const title = `This address takes GET and HEAD, not ${c.req.method}.`
        throw new RequestError('method-not-allowed', title)
      })
    }
  }
  app.all('*', () => {
    throw notFound()
  })
  app.onError((error, c) => {
    const refusal = toRequestError(error)
    logFailure(log, c.get('requestId'), error)
    const status = (refusal.status in codes ? refusal.status : 500) as keyof typeof codes
    if (status === 401) c.header('WWW-Authenticate', hostTokenChallenge)
    if (status === 429 || status === 503) {
      c.header('Retry-After', String(refusal.retryAfterSeconds ?? 2))
    }
    // Closed and missing pages get the same answer, so it reveals nothing.
    const title = status === 404 ? notFound().message : refusal.message
    const code = refusal.field === undefined ? codes[status] : 'INVALID_REQUEST_PARAMETER'
    return c.json({ errors: [{ status, code, title, detail: null }] }, status)
  })
  return app
}

/** The codes that Confluence's API gives for these statuses. */
const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const
