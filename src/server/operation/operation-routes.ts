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
  action: withSlash(`${previewsPath(':appId', ':envId')}/:name/:action{begin|show|end}`),
}

function withSlash(path: string): string[] {
  return [path, `${path}/`]
}

/** A client notices within this time that the address serves another store. */
const maxAgeSeconds = 300

/** Public, because nothing can be done with it without a token. */
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
