import type { HttpBindings } from '@hono/node-server'

export interface RequestScope {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    startedAt: Date
    arrivedAtMs: number
    /** The caller's network address, behind trusted proxies; for callers without a token. */
    network?: string
    body: Uint8Array
  }
}
