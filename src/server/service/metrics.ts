/** The service's Prometheus metrics. @module */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics extends ReturnType<typeof createMetrics> {}

const latencyBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'markport_http_requests_total',
      help: 'Answered requests by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    imports: new Counter({
      name: 'markport_imports_total',
      help: 'Import requests by the key of their answer.',
      labelNames: ['key'],
      registers,
    }),
    importSeconds: new Histogram({
      name: 'markport_import_seconds',
      help: 'Seconds from an import request to its answer.',
      buckets: latencyBuckets,
      registers,
    }),
    conversionSeconds: new Histogram({
      name: 'markport_conversion_seconds',
      help: 'Seconds to convert one document, waiting included.',
      buckets: latencyBuckets,
      registers,
    }),
    requestsInProgress: new Gauge({
      name: 'markport_http_requests_in_progress',
      help: 'Requests that have not been answered yet.',
      registers,
    }),
    placesTaken: new Gauge({
      name: 'markport_places_taken',
      help: 'Places, or bytes, that are taken at each gate.',
      labelNames: ['gate'],
      registers,
    }),
    placesWaiting: new Gauge({
      name: 'markport_places_waiting',
      help: 'Those who wait for a place at each gate.',
      labelNames: ['gate'],
      registers,
    }),
    placesOverdue: new Gauge({
      name: 'markport_places_overdue',
      help: 'Works, since the start, that had not ended when their place was taken back.',
      labelNames: ['gate'],
      registers,
    }),
    storeReady: new Gauge({
      name: 'markport_store_ready',
      help: 'Whether the store confirms writes: 1 or 0.',
      registers,
    }),
    synchronousStandbys: new Gauge({
      name: 'markport_store_synchronous_standbys',
      help: 'Standbys that confirm commits at present, as PostgreSQL reports them.',
      registers,
    }),
    deliveries: new Counter({
      name: 'markport_deliveries_total',
      help: 'Tries to deliver a page to Confluence, by what came of them.',
      labelNames: ['outcome'],
      registers,
    }),
    openDeliveries: new Gauge({
      name: 'markport_open_deliveries',
      help: 'Pages that are on their way to Confluence.',
      registers,
    }),
    confluenceRequests: new Counter({
      name: 'markport_confluence_requests_total',
      help: 'Requests to Confluence by method and status; 0 where no answer came.',
      labelNames: ['method', 'status'],
      registers,
    }),
    followRuns: new Counter({
      name: 'markport_follow_runs_total',
      help: 'Runs of followed repositories, by what came of them: imported or failed.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}
