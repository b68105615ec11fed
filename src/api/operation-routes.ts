/** Where the operation and its reservations are mounted. @module */
import { previewsPath, reservationsPath, webtriggerPath } from '../importing/contract.ts'

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
