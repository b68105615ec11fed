/** The paths of the operation, and the route with which clients find it. @module */

import type { Context } from 'hono'
import type { DiscoveryAnswer } from '../../contract/answers.ts'
import {
  previewsPath,
  reservationsPath,
  sourcesPath,
  webtriggerPath,
} from '../../contract/paths.ts'
import type { ImportScope } from './authenticate.ts'

export const webtriggerRoutes: string[] = withSlash(webtriggerPath(':appId', ':envId'))

export const reservationsRoutes: string[] = withSlash(reservationsPath(':appId', ':envId'))

export const sourcePaths: Readonly<Record<'list' | 'edits' | 'close', string[]>> = {
  list: withSlash(sourcesPath(':appId', ':envId')),
  edits: withSlash(`${sourcesPath(':appId', ':envId')}/edits`),
  close: withSlash(`${sourcesPath(':appId', ':envId')}/close`),
}

export const previewPaths: Readonly<Record<'webtrigger' | 'reservations' | 'action', string[]>> = {
  webtrigger: withSlash(`${previewsPath(':appId', ':envId')}/:name/webtrigger`),
  reservations: withSlash(`${previewsPath(':appId', ':envId')}/:name/reservations`),
  action: withSlash(`${previewsPath(':appId', ':envId')}/:name/:action{begin|show|apply|end}`),
}

/** A slash at the end makes no difference. */
function withSlash(path: string): string[] {
  return [path, `${path}/`]
}

/** How soon clients notice another store at the same address. */
const maxAgeSeconds = 300

/** The answer is public: without a token nothing can be done with it. */
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
      sources: publicUrl() + sourcesPath(appId, envId),
      appId,
      envId,
    }
    return c.json(answer, 200, { 'Cache-Control': `public, max-age=${maxAgeSeconds}` })
  }
}
