/** Limits costly requests; others wait shortly with their bodies unread. @module */
import type { Context, Env, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Places, TakenPlace } from '../base/places/places.ts'
import type { RequestScope } from './request-scope.ts'

interface GatedScope extends Env {
  Variables: { place?: TakenPlace }
}

/** @param callerOf The caller of a request: requests of one caller wait for each other. */
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
