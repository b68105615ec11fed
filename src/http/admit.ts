/**
 * The gate of costly requests: few are worked on at once. Those beyond wait at the door with their
 * bodies unread, each caller's in turn, for a short time.
 * @module
 */
import type { Context, Env, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Places, TakenPlace } from '../base/places/places.ts'
import type { RequestScope } from './request-scope.ts'

/** What this stage adds to a request. */
interface GatedScope extends Env {
  Variables: { place?: TakenPlace }
}

/**
 * Let a request pass the gate before its body is read.
 * @param callerOf Tells whose request it is; those of one caller wait for each other.
 */
export function admit<Scope extends GatedScope = RequestScope>(
  gate: Places,
  callerOf: (c: Context<Scope>) => string,
): MiddlewareHandler<Scope> {
  return createMiddleware<Scope>((c, next) =>
    gate.hold({ key: callerOf(c), signal: c.req.raw.signal }, (place) => {
      c.set('place', place)
      return next()
    }),
  )
}
