/** The life of the service: it listens, opens its store, serves, and stops. @module */
import { firstAdministrator, initializeStore, keepPublicAddress } from '../auth/initialize-store.ts'
import type { OneTimeLinks } from '../auth/passwords/one-time-links.ts'
import type { Users } from '../auth/users.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/database.ts'
import { idAllocator } from '../database/ids.ts'
import { type DatabaseOptions, openDatabase } from '../database/open-database.ts'
import { DiskFullError } from '../database/sqlite/disk-room.ts'
import { openOrRead } from '../database/sqlite/read-until-room.ts'
import { type HttpServer, startHttpServer } from '../http/http-server.ts'
import { type WebhookTools, webhookTeller } from '../importing/changes/webhooks/deliver-webhooks.ts'
import { webtriggerPath } from '../importing/contract.ts'
import { type MemoryPlan, planMemory, usualBudget } from '../isolation/memory-plan.ts'
import type { WorkerPool } from '../isolation/worker-pool.ts'
import { choosePasswordPath } from '../web/sign-in/choose-password.ts'
import { composeService } from './compose.ts'
import { type Pools, startPools } from './costly-work.ts'
import { type HousekeepingDependencies, repeat, startHousekeeping } from './housekeeping.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { listeningUrl, startMetricsServer } from './metrics-server.ts'
import { isSecure, type ServeOptions } from './serve-options.ts'
import { type FrontDoor, frontDoor, waitForStore } from './wait-for-store.ts'

export interface RunningServer {
  readonly url: string
  readonly endpoint: string
  readonly appId: string
  readonly envId: string
  /** Where the first administrator chooses a password, until that is done. */
  readonly setupLink: string | undefined
  /** Why pages can only be read, at the start. */
  readonly problem: Error | undefined
  /** Where the figures are, when they have an address of their own. */
  readonly metricsUrl: string | undefined
  stop(): Promise<void>
}

/** A busy machine may take so long. */
const maxWorkerStartMs = 20_000
/** Whoever waits for a preview to be applied asks again within seconds. */
const applyingIntervalMs = 3_000

/**
 * Listen, open the store and serve it. A PostgreSQL that is not there is waited for, and requests
 * are told to come back.
 * @param dependencies The log, the clock that decides what has expired, workers if there are some
 * already, what ends the wait for the store, who is told of a new one, and how chores wait.
 * @throws {Error} When the store cannot be opened or the address is taken, or the wait was ended.
 */
export async function startServer(
  options: ServeOptions,
  dependencies: StartDependencies,
): Promise<RunningServer> {
  const metrics = createMetrics()
  const door = frontDoor(metrics, isSecure(options))
  const plan = planMemory(options.memoryBytes ?? usualBudget())
  const listening = { ...options, maxUnsentBytes: plan.maxBufferedBytes / 2 }
  const server = await startHttpServer(listening, door.listener, dependencies.log)
  let database: Database
  try {
    database = await openStore(options.database, dependencies)
  } catch (error) {
    await server.stop()
    throw error
  }
  const pools = startPools(plan, dependencies.workers)
  const closeAll = async (): Promise<void> => {
    pools.close()
    await database.close()
  }
  try {
    const parts = { database, plan, pools, closeAll, metrics, door, server }
    return await serve(options, { ...dependencies, ...parts })
  } catch (error) {
    await server.stop()
    await closeAll()
    throw error
  }
}

interface StartDependencies extends OpenStoreDependencies {
  readonly workers?: WorkerPool
  readonly waitForChores?: HousekeepingDependencies['wait']
}

interface ServeDependencies extends StartDependencies {
  readonly database: Database
  readonly plan: MemoryPlan
  readonly pools: Pools
  readonly metrics: Metrics
  readonly door: FrontDoor
  readonly server: HttpServer
  closeAll(): Promise<void>
}

async function serve(
  options: ServeOptions,
  {
    log,
    clock,
    database,
    plan,
    pools,
    closeAll,
    metrics,
    door,
    server,
    onNewStore,
    waitForChores,
  }: ServeDependencies,
): Promise<RunningServer> {
  const ids = idAllocator(database, clock)
  const { appId, envId, isNew } = await initializeStore(database, ids, clock)
  if (isNew) onNewStore?.()
  const stopping = new AbortController()
  let url = options.publicUrl ?? ''
  const composed = await composeService(options, {
    ...{ log, clock, database, ids, plan, pools, metrics, appId, envId },
    isStopping: () => stopping.signal.aborted,
    publicUrl: () => url,
  })
  const { embedded, connected, gates, storeState, endLapsedGroups } = composed
  // What was too old while no service ran must not count for the first requests.
  await endLapsedGroups?.()
  const figures = await startMetricsServer(options, { metrics, storeState, gates }, log)
  url ||= listeningUrl(options, server.port)
  const { setupCode, problem, done } = await firstWrites(url, {
    database,
    ...composed,
    log,
    signal: stopping.signal,
  })
  // Whoever is told that it serves need not wait for workers to start.
  await pools.pool.whenReady(maxWorkerStartMs)
  door.open(composed.app, composed.answersAtOnce)
  const catchingUp = done
    .then(() => embedded.catchUp(() => stopping.signal.aborted))
    .catch((error) => log.error({ error }, 'pages not all indexed'))
  const housekeeping = startHousekeeping(options.keep, {
    database,
    clock,
    log,
    packVersions: embedded.packVersions,
    finishPurges: embedded.finishPurges,
    endLapsedGroups,
    wait: waitForChores,
  })
  connected.start()
  // A store of SQLite is for one service: whoever was at work on it before has gone.
  let inherits = database.engine === 'sqlite'
  const applying = repeat(
    async () => {
      if (!(await connected.hasAny())) return
      await embedded.applying.goOn(inherits)
      inherits = false
    },
    { everyMs: applyingIntervalMs, signal: stopping.signal },
    (error) => log.error({ error }, 'previews not gone on with'),
  )
  const webhooks = startWebhooks({ database, ids, clock, log, publicUrl: () => url })
  return {
    url,
    endpoint: url + webtriggerPath(appId, envId),
    appId,
    envId,
    problem,
    setupLink: setupCode && url + choosePasswordPath(setupCode),
    metricsUrl: figures?.url,
    async stop() {
      stopping.abort()
      await embedded.applying.stop()
      await Promise.all([
        applying,
        connected.stop(),
        webhooks.stop(),
        server.stop(),
        figures?.stop(),
      ])
      await catchingUp
      await housekeeping.stop()
      await closeAll()
    },
  }
}

interface OpenStoreDependencies {
  readonly log: Log
  readonly clock: () => Date
  /** Ends the wait for the store. */
  readonly signal?: AbortSignal
  /** Told when there was no store, and one was made. */
  readonly onNewStore?: () => void
}

/**
 * Open a store; wait for a PostgreSQL until it takes writes, and read from a SQLite store that has
 * no room for any.
 * @param dependencies The log, the clock, what ends the wait, and who is told of a new store.
 */
function openStore(
  place: DatabaseOptions,
  { log, clock, onNewStore, signal = new AbortController().signal }: OpenStoreDependencies,
): Promise<Database> {
  if (!('databaseUrl' in place)) return openOrRead(place)
  const open = async (): Promise<Database> => {
    const database = await openDatabase({ ...place, signal }, 'upgrade')
    try {
      const { isNew } = await initializeStore(database, idAllocator(database, clock), clock)
      if (isNew) onNewStore?.()
      const { problem } = await database.probe()
      if (problem !== undefined) throw problem
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }
  return waitForStore(open, { log, signal })
}

/** A change is told of within that time. */
const sweepIntervalMs = 2_000

/** Begin to tell webhooks. Several processes may do so on one store. */
function startWebhooks(tools: Omit<WebhookTools, 'signal'>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const teller = webhookTeller({ ...tools, signal })
  const sweeping = repeat(teller.sweep, { everyMs: sweepIntervalMs, signal }, (error) =>
    tools.log.error({ error }, 'webhooks not told'),
  )
  return {
    async stop() {
      stopping.abort()
      await sweeping
      await teller.ended()
    },
  }
}

interface FirstWrites {
  /** What opens the way for the first administrator; a start without room makes none. */
  readonly setupCode?: string | undefined
  /** Why they were put off. */
  readonly problem?: DiskFullError
  /** When the store takes writes, or the service stops. */
  readonly done: Promise<void>
}

interface FirstWritesDependencies {
  readonly database: Database
  readonly users: Users
  readonly oneTimeLinks: OneTimeLinks
  readonly log: Log
  /** Ends the wait for room. */
  readonly signal: AbortSignal
}

/** Write what a start writes, or wait in the background until the disk has room for it. */
async function firstWrites(
  url: string,
  { database, users, oneTimeLinks, log, signal }: FirstWritesDependencies,
): Promise<FirstWrites> {
  const keepAddress = (): Promise<void> => database.write(keepPublicAddress, url)
  try {
    const setupCode = await createSetupCode(users, oneTimeLinks)
    await keepAddress()
    return { setupCode, done: Promise.resolve() }
  } catch (problem) {
    if (!(problem instanceof DiskFullError)) throw problem
    const done = waitForStore(keepAddress, { log, signal }).then(
      () => log.info({}, 'the store takes writes'),
      (error) => {
        if (!signal.aborted) log.error({ error }, 'the address of the service was not kept')
      },
    )
    return { problem, done }
  }
}

/** The first administrator cannot ask anybody for a link, so each start makes one until it is used. */
async function createSetupCode(keeper: Users, links: OneTimeLinks): Promise<string | undefined> {
  const administrator = await keeper.findByName(firstAdministrator)
  if (administrator === undefined || administrator.hasPassword) return undefined
  if (administrator.hasIdentity) return undefined
  if (administrator.disabledAt !== null) return undefined
  return (await links.create(administrator.id, 'serve')).code
}
