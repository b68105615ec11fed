/** What the stages of every request hand on to each other. @module */
import type { HttpBindings } from '@hono/node-server'
import type { TakenPlace } from '../base/places/places.ts'

export interface RequestScope {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    startedAt: Date
    /** The same moment on the monotonic clock. */
    arrivedAtMs: number
    /** Where it passed a gate; see `admit`. */
    place?: TakenPlace
    /** Once it has been read; see `limitBody`. */
    body: Uint8Array
    /** Until when the answer stays right while nothing in the store changes; see `keptAnswers`. */
    keptUntilMs: number | undefined
  }
}
