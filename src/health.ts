/** Addresses for supervisors: is the process alive, may it get requests, what has it counted? @module */
import { Hono } from 'hono'
import type { RequestScope } from './api/request-scope.ts'
import type { StoreState } from './database/database.ts'
import type { Metrics } from './metrics.ts'

export interface HealthDependencies {
  readonly metrics: Metrics
  /** True from the moment a stop was asked for. */
  readonly isStopping: () => boolean
  /** Tells within two seconds whether the store takes writes. */
  readonly storeState: () => Promise<StoreState>
}

/**
 * Make the routes.
 * @param dependencies What they report on.
 */
export function healthRoutes(dependencies: HealthDependencies): Hono<RequestScope> {
  const app = new Hono<RequestScope>()
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (dependencies.isStopping()) return c.json({ status: 'stopping' }, 503)
    const { problem } = await dependencies.storeState()
    if (problem !== undefined) {
      return c.json({ status: 'store unavailable' }, 503, { 'Retry-After': '2' })
    }
    return c.json({ status: 'ready' })
  })
  app.get('/metrics', async (c) => {
    const { registry, storeReady, synchronousStandbys } = dependencies.metrics
    const state = await dependencies.storeState()
    storeReady.set(state.problem === undefined ? 1 : 0)
    synchronousStandbys.reset()
    if (state.synchronousStandbys !== undefined) synchronousStandbys.set(state.synchronousStandbys)
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
  return app
}
