/** The embedded wiki's own REST API: a subset of Confluence's v2, in its shapes. @module */
import { Hono } from 'hono'
import { spaceAccess } from '../../auth/access.ts'
import type { HostTokens } from '../../auth/tokens/host-tokens.ts'
import { toRequestError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { Database } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import type { BrowseSpace } from '../../delivery/browse/browse-space.ts'
import { logFailure } from '../../http/log-failure.ts'
import type { Places } from '../../places/places.ts'
import type { EmbeddedWork } from '../embedded-work.ts'
import { connectedRoutes } from './connected-routes.ts'
import { fromRequestError, HostApiError, notFound } from './host-api-error.ts'
import type { HostScope } from './host-scope.ts'
import { readRoutes } from './read-routes.ts'
import { writeRoutes } from './write-routes.ts'

export interface HostApiDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: () => Date
  readonly hostTokens: Pick<HostTokens, 'authenticate' | 'touch'>
  readonly publicUrl: () => string
  readonly workers: EmbeddedWork
  /** Gives spaces whose pages are in another wiki. */
  readonly browse: BrowseSpace
  /** Where writers pass, and readers. */
  readonly gate: Places
  readonly readingGate: Places
  /** The bytes of all bodies that are being read or worked on. */
  readonly bodyBytes: Places
  readonly log: Log
}

/**
 * Make the API, to be mounted at `/wiki/api/v2`.
 * @param dependencies Store, ids, clock, host tokens and the public address.
 */
export function hostApi(dependencies: HostApiDependencies): Hono<HostScope> {
  const { database, ids, clock, hostTokens, publicUrl, workers, readingGate, browse, log } =
    dependencies
  const baseUrl = (): string => `${publicUrl()}/wiki`
  const app = new Hono<HostScope>()
  app.use(async (c, next) => {
    const { authorization } = c.env.incoming.headersDistinct
    const holder = await hostTokens.authenticate(authorization ?? [])
    c.set('holder', holder)
    void hostTokens.touch(holder.hostTokenId)
    if (!holder.canWrite && !['GET', 'HEAD'].includes(c.req.method)) {
      throw new HostApiError(
        403,
        'FORBIDDEN',
        'This host token reads only. Make one with "markport token create NAME --host --scope read,write".',
      )
    }
    await next()
  })
  const access = spaceAccess(database, ids, clock)
  app.route('/', connectedRoutes({ browse, access, baseUrl }))
  app.route('/', readRoutes({ database, baseUrl, workers, readingGate, browse }))
  app.route('/', writeRoutes({ ...dependencies, access, baseUrl }))
  app.all('*', () => {
    throw notFound()
  })
  app.onError((error, c) => {
    const refusal = error instanceof HostApiError ? error : fromRequestError(toRequestError(error))
    if (refusal !== error) logFailure(log, c.get('requestId'), error)
    if (refusal.status === 401) c.header('WWW-Authenticate', 'Basic realm="markport"')
    if (refusal.status === 503) c.header('Retry-After', '2')
    const { status, code, message } = refusal
    return c.json({ errors: [{ status, code, title: message, detail: null }] }, status)
  })
  return app
}
