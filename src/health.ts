/** Addresses for supervisors: is the process alive, may it get requests, what has it counted? @module */
import { Hono } from 'hono'
import type { RequestScope } from './api/request-scope.ts'
import type { Metrics } from './metrics.ts'

export interface HealthDependencies {
  readonly metrics: Metrics
  /** True from the moment a stop was asked for. */
  readonly isStopping: () => boolean
  /** Rejects when the store does not answer. */
  readonly checkStore: () => Promise<void>
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
    try {
      await dependencies.checkStore()
    } catch {
      return c.json({ status: 'store unavailable' }, 503)
    }
    return c.json({ status: 'ready' })
  })
  app.get('/metrics', async (c) => {
    const { registry } = dependencies.metrics
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
  return app
}
