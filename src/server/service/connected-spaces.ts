/** Composes the connected spaces: their wiki, and the background work on deliveries. @module */
import type { AuditedStore } from '../../accounts/audit.ts'
import { bodyPlanner } from '../../confluence/body/page-body.ts'
import { credentialReader } from '../../confluence/credential.ts'
import { connectedWiki, maxAnswerMs } from '../../confluence/delivery/connected-wiki.ts'
import { connectedSites } from '../../confluence/delivery/connections/connected-site.ts'
import { connectionsSnapshot } from '../../confluence/delivery/connections/connections-snapshot.ts'
import {
  findConnection,
  type SpaceConnection,
} from '../../confluence/delivery/connections/space-connections.ts'
import { sweepOrders } from '../../confluence/delivery/order/remote-orders.ts'
import { countDeliveries } from '../../confluence/delivery/queue/deliveries.ts'
import type { JobTools } from '../../confluence/delivery/queue/delivery-job.ts'
import { DeliveryRunner, maxOfSite } from '../../confluence/delivery/queue/delivery-runner.ts'
import { dropLapsedReservations } from '../../confluence/delivery/reservations/reservations.ts'
import { connectedSources } from '../../confluence/delivery/sources/connected-sources.ts'
import { openSite } from '../../confluence/open-site.ts'
import type { ConfluenceSite } from '../../confluence/site.ts'
import { type Pace, sitePace } from '../../confluence/wire/site-client.ts'
import type { Log } from '../../contract/base/log.ts'
import type { Workers } from '../../contract/base/message.ts'
import { type PlaceBounds, type Places, places } from '../../contract/base/places/places.ts'
import type { TargetWiki } from '../../wiki/import/target-wiki.ts'
import type { Metrics } from './health.ts'
import { repeat } from './housekeeping.ts'

export interface ConnectedSpacesParts extends AuditedStore {
  readonly log: Log
  readonly workers: Workers
  readonly metrics: Pick<Metrics, 'deliveries' | 'openDeliveries' | 'confluenceRequests'>
  readonly publicUrl: () => string
  readonly installation: string
  /** The limit of simultaneous imports: half of them may wait for Confluence. */
  readonly maxAtWork: number
  readonly env: Readonly<Record<string, string | undefined>>
}

export function connectedSpaces(parts: ConnectedSpacesParts) {
  const { database, ids, clock, metrics, installation, log } = parts
  const connections = connectionsSnapshot(database)
  // Abort open requests at the end, because they would keep the process alive.
  const abort = new AbortController()
  const siteTools = { database, clock, installation, planBody: bodyPlanner(parts.workers) }
  const sites = connectedSites(siteTools, siteOpener(parts, abort.signal))
  const tools: JobTools = {
    ...siteTools,
    log,
    openSite: sites,
    onEnded: (outcome) => metrics.deliveries.inc({ outcome }),
  }
  const browsing = sitePlaces('browsing', {
    maxTaken: 32,
    maxTakenOfCaller: 4,
    deadlineMs: maxBrowseMs,
  })
  const deliveries = sitePlaces('deliveries', {
    maxTaken: Math.max(1, Math.floor(parts.maxAtWork / 4)),
    maxTakenOfCaller: maxOfSite,
    deadlineMs: maxDeliveryMs,
  })
  const runner = new DeliveryRunner(tools, deliveries)
  const sweepAbort = new AbortController()
  let working: Promise<unknown> | undefined
  let ordering: Promise<unknown> | undefined
  // Only one service uses a SQLite store, so deliveries of other owners are orphaned.
  let hasInherited = database.engine !== 'sqlite'
  const sweep = async (): Promise<void> => {
    if (!(await connections.hasAny())) return
    if (!hasInherited) await runner.inherit()
    hasInherited = true
    await runner.sweep()
    metrics.openDeliveries.set(await countDeliveries(database))
  }
  const keepOrders = async (): Promise<void> => {
    if (await connections.hasAny()) await sweepOrders(tools)
  }
  const target: TargetWiki = {
    ...connectedWiki({ ...tools, connections, runner, publicUrl: parts.publicUrl }),
    ...connectedSources({
      database,
      clock,
      openSite: sites,
      ids,
      connections,
      workers: parts.workers,
      places: browsing,
    }),
  }
  return {
    target,
    async findConnection(idOrKey: string): Promise<SpaceConnection | undefined> {
      const connection = await connections.find(idOrKey, true)
      // Another process may have changed the policies.
      return connection && findConnection(database, connection.spaceId)
    },
    start() {
      const { signal } = sweepAbort
      // A separate loop, so that a slow site delays no other.
      ordering = repeat(keepOrders, { everyMs: sweepIntervalMs, signal }, (error) =>
        log.error({ error }, 'order of pages not gone on with'),
      )
      working = Promise.all([
        repeat(sweep, { everyMs: sweepIntervalMs, signal }, (error) =>
          log.error({ error }, 'deliveries not gone on with'),
        ),
        repeat(
          () => dropLapsedReservations(tools, sites),
          { everyMs: removalIntervalMs, signal },
          (error) => log.error({ error }, 'lapsed reservations not removed'),
        ),
      ])
    },
    async stop(): Promise<void> {
      sweepAbort.abort()
      await Promise.all([working, runner.stop()])
      abort.abort()
      await ordering
    },
  }
}

const maxDeliveryMs = 60 * 60_000
const maxBrowseMs = 2 * 60_000

/** Sites take turns, so that a slow one leaves room for others. */
export function sitePlaces(
  name: string,
  bounds: Pick<PlaceBounds, 'maxTaken' | 'maxTakenOfCaller' | 'deadlineMs'>,
): Places {
  return places({
    name,
    ...bounds,
    // At most half of all imports may wait for sites.
    maxWaiting: bounds.maxTaken,
    crowdingKey: 'unavailable',
    maxWaitMs: maxAnswerMs,
    fullText:
      'As many requests are on their way to Confluence as it may be sent at once. Try again in a few seconds.',
    retryAfterSeconds: 3,
  })
}

const sweepIntervalMs = 3_000
const removalIntervalMs = 60_000

/** Spaces of one site share its pace. */
function siteOpener({ clock, env, metrics }: ConnectedSpacesParts, signal: AbortSignal) {
  const paces = new Map<string, Pace>()
  return (connection: SpaceConnection): ConfluenceSite => {
    const { kind, baseUrl, cloudId, account } = connection
    const pace = paces.get(baseUrl) ?? sitePace(clock)
    paces.set(baseUrl, pace)
    return openSite({
      kind,
      address: { baseUrl, cloudId },
      accounts: [account],
      readCredential: credentialReader(connection, env),
      pace,
      signal,
      onAnswer: (method, status) =>
        metrics.confluenceRequests.inc({ method, status: String(status) }),
    })
  }
}
