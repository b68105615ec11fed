import type { HttpBindings } from '@hono/node-server'

/** What the stages of a request share; `Added` is set by stages of some routes. */
export interface RequestScope<Added extends object = object> {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    startedAt: Date
    arrivedAtMs: number
    /** The caller's network address, behind trusted proxies; for callers without a token. */
    network?: string
    body: Uint8Array
  } & Added
}
