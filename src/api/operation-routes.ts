/** Where the operation and its reservations are mounted, and what tells clients of it. @module */

import type { Context } from 'hono'
import {
  type DiscoveryAnswer,
  previewsPath,
  reservationsPath,
  webtriggerPath,
} from '../importing/contract.ts'
import type { ImportScope } from './authenticate.ts'

export const webtriggerRoutes: string[] = withSlash(webtriggerPath(':appId', ':envId'))

export const reservationsRoutes: string[] = withSlash(reservationsPath(':appId', ':envId'))

/** The same two, into a preview, and what else is asked of it. */
export const previewPaths: Readonly<Record<'webtrigger' | 'reservations' | 'action', string[]>> = {
  webtrigger: withSlash(`${previewsPath(':appId', ':envId')}/:name/webtrigger`),
  reservations: withSlash(`${previewsPath(':appId', ':envId')}/:name/reservations`),
  action: withSlash(`${previewsPath(':appId', ':envId')}/:name/:action{begin|show|apply|end}`),
}

/** A slash at the end makes no difference. */
function withSlash(path: string): string[] {
  return [path, `${path}/`]
}

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
