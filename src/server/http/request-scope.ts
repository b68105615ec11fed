import type { HttpBindings } from '@hono/node-server'

/**
 * Values that one handler of a request sets and later ones read. `Added` are those that only some
 * routes have.
 */
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
