/** Tells clients that know the service's address only where to send imports. @module */
import type { Context } from 'hono'
import { type DiscoveryAnswer, reservationsPath, webtriggerPath } from '../importing/contract.ts'
import type { ImportScope } from './import-scope.ts'

/** Another store behind the same address is noticed that soon. */
const maxAgeSeconds = 300

/**
 * Make the route. What it says is no secret: without a token nothing can be done with it.
 * @param installation The service's address, and the ids of its store.
 */
export function discoveryRoute({
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
      appId,
      envId,
    }
    return c.json(answer, 200, { 'Cache-Control': `public, max-age=${maxAgeSeconds}` })
  }
}
