/** What the stages of a request pass on to each other. @module */
import type { HttpBindings } from '@hono/node-server'

export interface RequestScope {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    startedAt: Date
    arrivedAtMs: number
    /** The address of a caller without a token, as proxies that are trusted tell it. */
    network?: string
    body: Uint8Array
    /** Until when the answer stays valid if nothing in the store changes; see `keptAnswers`. */
    keptUntilMs: number | undefined
  }
}
