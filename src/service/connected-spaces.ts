/** Composes what the service has of connected spaces: their wiki, and what goes on with deliveries. @module */
import type { Clock } from '../auth/clock.ts'
import type { Log } from '../base/log.ts'
import { bodyWork } from '../confluence/body/body-work.ts'
import { credentialReader } from '../confluence/credential.ts'
import { openSite } from '../confluence/open-site.ts'
import type { ConfluenceSite } from '../confluence/site.ts'
import type { Database } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { type BrowseSpace, browseConnected } from '../delivery/browse/browse-space.ts'
import { connectedWiki } from '../delivery/connected-wiki.ts'
import { connectedSites, type OpenConnectedSite } from '../delivery/connections/connected-site.ts'
import { connectionsSnapshot } from '../delivery/connections/connections-snapshot.ts'
import { runVersions } from '../delivery/connections/run-versions.ts'
import { sitePace } from '../delivery/connections/site-pace.ts'
import type { SpaceConnection } from '../delivery/connections/space-connection.ts'
import { spaceConnections } from '../delivery/connections/space-connections.ts'
import { remoteOrders } from '../delivery/order/remote-orders.ts'
import { pullWork } from '../delivery/pull/pull-work.ts'
import { countOpenDeliveries } from '../delivery/queue/deliveries.ts'
import type { JobTools } from '../delivery/queue/delivery-job.ts'
import { deliveryRunner } from '../delivery/queue/delivery-runner.ts'
import { listRecordedIds } from '../delivery/records/recorded-pages.ts'
import { remoteReservations } from '../delivery/reservations/reservations.ts'
import type { TargetWiki } from '../importing/target-wiki.ts'
import type { Workers } from '../isolation/workers.ts'
import type { Gates } from './gates.ts'
import { repeat } from './housekeeping.ts'
import type { Metrics } from './metrics.ts'

export interface ConnectedSpaces {
  readonly target: TargetWiki
  /** For programs that look at them. */
  readonly browse: BrowseSpace
  /** Find the connection that a space stands for, whatever it is called. */
  findConnection(idOrKey: string): Promise<SpaceConnection | undefined>
  /** Tell whether any space is connected. */
  hasAny(): Promise<boolean>
  readonly openSite: OpenConnectedSite
  /** Begin to go on with deliveries that nobody is at work on. */
  start(): void
  /** Let what is under way end if it does soon. */
  stop(): Promise<void>
}

export interface ConnectedSpacesParts {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly log: Log
  readonly workers: Workers
  readonly metrics: Pick<Metrics, 'deliveries' | 'openDeliveries' | 'confluenceRequests'>
  readonly publicUrl: () => string
  /** Names this Markport. */
  readonly installation: string
  readonly gates: Pick<Gates, 'deliveries' | 'browsing'>
  /** Where tokens are that no file holds. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Compose connected spaces over a store. */
export function connectedSpaces(parts: ConnectedSpacesParts): ConnectedSpaces {
  const { database, ids, clock, metrics, installation, log } = parts
  const connections = connectionsSnapshot(database, spaceConnections(database, ids, clock))
  // What is still asked of a site then would keep the process alive.
  const ended = new AbortController()
  const sites = connectedSites(siteOpener(parts, ended.signal), clock, installation)
  const orders = remoteOrders({ database, clock, log, openSite: sites })
  const tools: JobTools = {
    database,
    clock,
    log,
    installation,
    bodies: bodyWork(parts.workers),
    versions: runVersions((near) => listRecordedIds(database, near)),
    reservations: remoteReservations(database, clock),
    openSite: sites,
    orders,
    onEnded: (outcome) => metrics.deliveries.inc({ outcome }),
  }
  const runner = deliveryRunner(tools, parts.gates.deliveries)
  const stopping = new AbortController()
  let working: Promise<unknown> | undefined
  let ordering: Promise<unknown> | undefined
  // A store of SQLite is for one service: whoever was at work on it before has gone.
  let hasInherited = database.engine !== 'sqlite'
  const sweep = async (): Promise<void> => {
    if (!(await connections.hasAny())) return
    if (!hasInherited) await runner.inherit()
    hasInherited = true
    await runner.sweep()
    metrics.openDeliveries.set(await countOpenDeliveries(database))
  }
  const sweepOrders = async (): Promise<void> => {
    if (await connections.hasAny()) await orders.sweep()
  }
  return {
    target: connectedWiki({ ...tools, connections, runner, publicUrl: parts.publicUrl }),
    browse: browseConnected({
      database,
      ids,
      clock,
      connections,
      openSite: tools.openSite,
      work: pullWork(parts.workers),
      places: parts.gates.browsing,
    }),
    hasAny: connections.hasAny,
    async findConnection(idOrKey) {
      const found = await connections.find(idOrKey)
      if (found === undefined) await connections.refresh()
      return found ?? connections.find(idOrKey)
    },
    openSite: sites,
    start() {
      const { signal } = stopping
      // By itself: a site that is slow keeps no delivery to another one waiting.
      ordering = repeat(sweepOrders, { everyMs: sweepIntervalMs, signal }, (error) =>
        log.error({ error }, 'order of pages not gone on with'),
      )
      working = Promise.all([
        repeat(sweep, { everyMs: sweepIntervalMs, signal }, (error) =>
          log.error({ error }, 'deliveries not gone on with'),
        ),
        repeat(
          async () => {
            await tools.reservations.noteLoose(sites)
            await tools.reservations.dropLapsed(sites)
          },
          { everyMs: removalIntervalMs, signal },
          (error) => log.error({ error }, 'drafts not removed'),
        ),
      ])
    },
    async stop() {
      stopping.abort()
      await Promise.all([working, runner.stop()])
      ended.abort()
      await ordering
    },
  }
}

/** Whoever waits for a delivery asks again within seconds. */
const sweepIntervalMs = 3_000
const removalIntervalMs = 60 * 60 * 1000

/** Opens the site of a connection, at the pace that all processes on a store share; nothing is sent yet. */
function siteOpener({ database, clock, env, metrics }: ConnectedSpacesParts, signal: AbortSignal) {
  return (connection: SpaceConnection): ConfluenceSite => {
    const { kind, baseUrl, cloudId, account } = connection
    return openSite({
      kind,
      address: { baseUrl, cloudId },
      accounts: [account],
      readCredential: credentialReader(connection, env),
      pace: sitePace({ database, clock }, baseUrl),
      signal,
      onAnswer: (method, status) =>
        metrics.confluenceRequests.inc({ method, status: String(status) }),
    })
  }
}
