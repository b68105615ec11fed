/** The service's Prometheus metrics. @module */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

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
