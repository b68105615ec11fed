/** What the stages of a request pass on to each other. @module */
import type { HttpBindings } from '@hono/node-server'
import type { TakenPlace } from '../base/places/places.ts'

export interface RequestScope {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    startedAt: Date
    arrivedAtMs: number
    place?: TakenPlace
    body: Uint8Array
    /** Until when the answer stays valid if nothing in the store changes; see `keptAnswers`. */
    keptUntilMs: number | undefined
  }
}
