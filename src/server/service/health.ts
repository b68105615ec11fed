/** The health of the service, and its metrics. @module */

import { type Context, Hono } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isSameCredential } from '../../accounts/tokens/authorization.ts'
import { isLoopback } from '../../contract/base/hosts.ts'
import { DiskFullError } from '../../store/sqlite/store-folder.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { ServiceParts } from './compose.ts'
import type { ServeOptions } from './serve-options.ts'

type HealthParts = Pick<
  ServiceParts,
  'metrics' | 'metricsRule' | 'isStopping' | 'storeState' | 'gates'
>

/** `{ token }` requires the token, `closed` refuses everybody. */
type MetricsRule = 'open' | 'closed' | { readonly token: string }

export function healthRoutes(dependencies: HealthParts): Hono<RequestScope> {
  const app = new Hono<RequestScope>()
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (dependencies.isStopping()) return c.json({ status: 'stopping' }, 503)
    // Only a bug makes work last this long; a restart helps.
    const stuck = dependencies.gates.filter(({ isStuck }) => isStuck).map(({ name }) => name)
    if (stuck.length > 0) return c.json({ status: 'stuck', gates: stuck }, 503)
    const { problem, isWorkerAway = false } = await dependencies.storeState()
    if (problem !== undefined) {
      // Other messages may name servers.
      const reason = problem instanceof DiskFullError ? { reason: problem.message } : {}
      return c.json({ status: 'store unavailable', ...reason }, 503, { 'Retry-After': '2' })
    }
    // Embedded spaces still work; only operators see which server is away.
    return c.json({ status: 'ready', ...(isWorkerAway && { workers: 'away' }) })
  })
  metricsRoute(app, dependencies)
  return app
}

function metricsRoute(
  app: Hono<RequestScope>,
  { metrics, metricsRule, storeState, gates }: HealthParts,
): void {
  if (metricsRule === 'closed') return
  app.get('/metrics', async (c) => {
    if (metricsRule !== 'open' && !hasToken(c, metricsRule.token)) {
      return c.text('Send "Authorization: Bearer TOKEN" with the token of the metrics.\n', 401, {
        'WWW-Authenticate': 'Bearer realm="metrics"',
      })
    }
    const { registry, storeReady, synchronousStandbys } = metrics
    const state = await storeState()
    storeReady.set(state.problem === undefined ? 1 : 0)
    synchronousStandbys.reset()
    if (state.synchronousStandbys !== undefined) synchronousStandbys.set(state.synchronousStandbys)
    for (const { name, taken, waiting, overdue } of gates) {
      metrics.placesTaken.set({ gate: name }, taken)
      metrics.placesWaiting.set({ gate: name }, waiting)
      metrics.placesOverdue.set({ gate: name }, overdue)
    }
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
}

function hasToken(c: Context, token: string): boolean {
  const sentToken = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  return isSameCredential(sentToken, token)
}

/** Metrics need no token if only this machine can reach the service. */
export function metricsRule(options: ServeOptions): MetricsRule {
  const { metricsToken, readers, host, isBehindProxy } = options
  if (metricsToken !== undefined) return { token: metricsToken }
  return readers !== 'users' && isLoopback(host) && !isBehindProxy ? 'open' : 'closed'
}

export function listeningUrl(options: Pick<ServeOptions, 'host' | 'tls'>, port: number): string {
  const scheme = options.tls === undefined ? 'http' : 'https'
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return `${scheme}://${host}:${port}`
}

export interface Metrics extends ReturnType<typeof createMetrics> {}

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counter = (name: string, help: string, ...labelNames: string[]): Counter =>
    new Counter({ name: `markport_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string, ...labelNames: string[]): Gauge =>
    new Gauge({ name: `markport_${name}`, help, labelNames, registers })
  const histogram = (name: string, help: string): Histogram =>
    new Histogram({ name: `markport_${name}`, help, buckets, registers })
  return {
    registry,
    requests: counter(
      'http_requests_total',
      'Answered requests by route, method and status.',
      'route',
      'method',
      'status',
    ),
    imports: counter('imports_total', 'Import requests by the key of their answer.', 'key'),
    importSeconds: histogram('import_seconds', 'Seconds from an import request to its answer.'),
    conversionSeconds: histogram(
      'conversion_seconds',
      'Seconds to convert one document, waiting included.',
    ),
    requestsInProgress: gauge(
      'http_requests_in_progress',
      'Requests that have not been answered yet.',
    ),
    placesTaken: gauge('places_taken', 'Places, or bytes, that are taken at each gate.', 'gate'),
    placesWaiting: gauge('places_waiting', 'Those who wait for a place at each gate.', 'gate'),
    placesOverdue: gauge(
      'places_overdue',
      'Works, since the start, that had not ended when their place was taken back.',
      'gate',
    ),
    storeReady: gauge('store_ready', 'Whether the store confirms writes: 1 or 0.'),
    synchronousStandbys: gauge(
      'store_synchronous_standbys',
      'Standbys that confirm commits at present, as PostgreSQL reports them.',
    ),
    deliveries: counter(
      'deliveries_total',
      'Tries to deliver a page to Confluence, by what came of them.',
      'outcome',
    ),
    openDeliveries: gauge('open_deliveries', 'Pages that are on their way to Confluence.'),
    confluenceRequests: counter(
      'confluence_requests_total',
      'Requests to Confluence by method and status; 0 where no answer came.',
      'method',
      'status',
    ),
    followRuns: counter(
      'follow_runs_total',
      'Runs of followed repositories, by what came of them: imported or failed.',
      'outcome',
    ),
  }
}
