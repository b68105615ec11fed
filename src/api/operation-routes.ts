/** Where the operation and its reservations are mounted. @module */
import { reservationsPath, webtriggerPath } from '../importing/contract.ts'

export const webtriggerRoutes: string[] = withSlash(webtriggerPath(':appId', ':envId'))

export const reservationsRoutes: string[] = withSlash(reservationsPath(':appId', ':envId'))

/** A slash at the end makes no difference. */
function withSlash(path: string): string[] {
  return [path, `${path}/`]
}
