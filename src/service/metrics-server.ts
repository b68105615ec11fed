/** The address of the metrics, and who may read them. @module */
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Log } from '../base/log.ts'
import { isLoopback } from '../contract/host-name.ts'
import { startHttpServer } from '../http/http-server.ts'
import type { RequestScope } from '../http/request-scope.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { type HealthDependencies, type MetricsRule, metricsRoute } from './health.ts'
import type { ServeOptions } from './serve-options.ts'

/** Metrics are open at the service's own address only if nobody but this machine can reach it. */
export function metricsRule({ metrics, readers, host, isBehindProxy }: ServeOptions): MetricsRule {
  if (metrics?.listen !== undefined) return 'closed'
  if (metrics?.token !== undefined) return { token: metrics.token }
  return readers !== 'users' && isLoopback(host) && !isBehindProxy ? 'open' : 'closed'
}

/** @throws {Error} When the address is taken. */
export async function startMetricsServer(
  options: ServeOptions,
  figures: Pick<HealthDependencies, 'metrics' | 'storeState' | 'gates'>,
  log: Log,
): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const { metrics: place, limits } = options
  if (place?.listen === undefined) return undefined
  const { listen, token } = place
  const app = new Hono<RequestScope>()
  app.use(securityHeaders(false))
  const rule = token === undefined ? 'open' : { token }
  app.route('/', metricsRoute({ ...figures, metricsRule: rule }))
  const address = {
    ...listen,
    tls: undefined,
    publicUrl: undefined,
    allowedHosts: options.allowedHosts,
    limits,
  }
  const { port, stop } = await startHttpServer(address, getRequestListener(app.fetch), log)
  return { url: `${listeningUrl(address, port)}/metrics`, stop }
}

export function listeningUrl(options: Pick<ServeOptions, 'host' | 'tls'>, port: number): string {
  const scheme = options.tls === undefined ? 'http' : 'https'
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return `${scheme}://${host}:${port}`
}
