/** The composition root of the service: knows which engine and which wiki run, and starts them. @module */

import { spaceAccess } from '../auth/access.ts'
import { apiTokens } from '../auth/api-tokens.ts'
import { initializeStore } from '../auth/initialize-store.ts'
import { oneTimeLinks } from '../auth/one-time-links.ts'
import { passwords } from '../auth/passwords.ts'
import { users } from '../auth/users.ts'
import type { Database } from '../database/database.ts'
import { idAllocator } from '../database/ids.ts'
import { storeStateOf } from '../database/store-state.ts'
import { mountEmbeddedWiki } from '../embedded-wiki/mounting.ts'
import { type HttpServer, startHttpServer } from '../http/http-server.ts'
import { keptAnswers } from '../http/kept-answers.ts'
import { logFailure } from '../http/log-failure.ts'
import { webtriggerPath } from '../importing/contract.ts'
import { importPlaces } from '../importing/import-places.ts'
import { importLedger } from '../importing/ledger/ledger.ts'
import { type MemoryPlan, planMemory, usualBudget } from '../isolation/memory-plan.ts'
import type { WorkerPool } from '../isolation/worker-pool.ts'
import { workersOf } from '../isolation/workers.ts'
import type { Log } from '../log.ts'
import { readersOfRequest } from '../web/reading-rule.ts'
import { choosePasswordPath } from '../web/sign-in/choose-password-routes.ts'
import { webPages } from '../web/web-pages.ts'
import { folderPlanner } from '../web/writer/folder-planner.ts'
import { createApp } from './app.ts'
import { connectedSpaces } from './connected-spaces.ts'
import { costlyWork, type Pools, startPools, timed } from './costly-work.ts'
import { firstWrites } from './first-writes.ts'
import { createGates } from './gates.ts'
import { type HousekeepingDependencies, startHousekeeping } from './housekeeping.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { listeningUrl, metricsRule, startMetricsServer } from './metrics-server.ts'
import { tellAnswered } from './observe.ts'
import { openReplica } from './open-replica.ts'
import { type OpenStoreDependencies, openStore } from './open-store.ts'
import { sendKept } from './send-kept.ts'
import type { ServeOptions } from './serve-options.ts'
import { signingIn } from './signing-in.ts'
import { type FrontDoor, frontDoor } from './wait-for-store.ts'

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

/**
 * Listen, open the store and serve it. A PostgreSQL that is not there is waited for, and requests
 * are told to come back.
 * @param options What to serve, where.
 * @param dependencies The log, the clock that decides what has expired, workers if there are some
 * already, what ends the wait for the store, who is told of a new one, and how chores wait.
 * @throws {Error} When the store cannot be opened or the address is taken, or the wait was ended.
 */
export async function startServer(
  options: ServeOptions,
  dependencies: StartDependencies,
): Promise<RunningServer> {
  const metrics = createMetrics()
  const door = frontDoor(metrics)
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
  const readingDatabase = await openReplica(database, options.readDatabaseUrl, {
    registry: metrics.registry,
    log: dependencies.log,
  })
  const pools = startPools(plan, dependencies.workers)
  const closeAll = async (): Promise<void> => {
    pools.close()
    if (readingDatabase !== database) await readingDatabase.close()
    await database.close()
  }
  try {
    const parts = { database, readingDatabase, plan, pools, closeAll, metrics, door, server }
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

interface ServeDependencies {
  readonly log: Log
  readonly clock: () => Date
  readonly database: Database
  readonly readingDatabase: Database
  readonly plan: MemoryPlan
  readonly pools: Pools
  readonly metrics: Metrics
  readonly door: FrontDoor
  readonly server: HttpServer
  readonly onNewStore?: () => void
  readonly waitForChores?: HousekeepingDependencies['wait']
  closeAll(): Promise<void>
}

async function serve(
  options: ServeOptions,
  {
    log,
    clock,
    database,
    readingDatabase,
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
  const isStopping = (): boolean => stopping.signal.aborted
  let url = options.publicUrl ?? ''
  const publicUrl = (): string => url
  const endpoint = (): string => url + webtriggerPath(appId, envId)
  const tokens = apiTokens(database, ids, clock, { maxLiveTokens: options.maxLiveTokens })
  const { limits } = options
  const { conversionTimeoutMs } = limits
  const gates = createGates({ plan, pools, limits })
  const allGates = [...Object.values(gates), ...pools.pool.gates]
  const hasher = passwords(gates.passwords)
  const keeper = users(database, ids, clock, hasher)
  const links = oneTimeLinks(database, ids, clock, hasher)
  const signing = await signingIn(options.openId, {
    database,
    ids,
    clock,
    log,
    users: keeper,
    gates,
    oneTimeLinks: links,
    secondFactorRule: options.secondFactorRule ?? 'nobody',
  })
  const maxAgeMs = options.openId?.groupsMaxAgeMs ?? Number.POSITIVE_INFINITY
  const endLapsedGroups = Number.isFinite(maxAgeMs)
    ? () => signing.groupRights.endLapsed(maxAgeMs)
    : undefined
  const { engine } = database
  const workers = timed(costlyWork(pools.pool, { limits, conversionTimeoutMs, engine }), metrics)
  const { readers, docsSpace } = options
  const parts = { database, ids, clock, log, workers, gates, publicUrl }
  const connected = connectedSpaces({
    database,
    ids,
    clock,
    log,
    metrics,
    gates,
    env: process.env,
    workers: workersOf(pools.pool, conversionTimeoutMs),
    installation: envId,
  })
  const { browse } = connected
  const embedded = mountEmbeddedWiki({ ...parts, readingDatabase, readers, browse })
  const importing = {
    workers,
    gate: gates.importing,
    compressions: gates.compressions,
    // One row for each wiki; a space is in one of them, and the last leaves nothing of a document.
    wikis: [connected.target, embedded.target],
    ledger: importLedger(database, ids, clock),
    limits: { ...limits, bodyBytes: gates.bodyBytes },
  }
  const storeState = storeStateOf(database)
  const tell = tellAnswered(log, metrics)
  const kept =
    database.version &&
    keptAnswers({
      storeVersion: database.version,
      variantOf: (request) => readersOfRequest(request, readers),
      clock,
    })
  const app = createApp({
    ...importing,
    tellAnswered: tell,
    keptAnswers: kept,
    appId,
    envId,
    apiTokens: tokens,
    hostApi: embedded.restApi,
    webPages: webPages({
      database,
      ids,
      clock,
      access: spaceAccess(database, ids, clock),
      apiTokens: tokens,
      ...signing,
      createSpace: embedded.createSpace,
      publicUrl,
      endpoint,
      readers,
      docsSpace,
      isSecure: isSecure(options),
      isBehindProxy: options.isBehindProxy,
      log,
      formBytes: gates.formBytes,
      reader: embedded.reader,
      writer: {
        ...importing,
        formGates: gates,
        folders: folderPlanner(workersOf(pools.planners, conversionTimeoutMs), gates.plans, {
          limits,
          engine,
          conversionTimeoutMs,
        }),
        places: importPlaces(database, importing.wikis),
        endpoint,
        onFailure: (error, requestId) => logFailure(log, requestId, error),
      },
    }),
    publicUrl,
    metrics,
    metricsRule: metricsRule(options),
    isStopping,
    storeState,
    gates: allGates,
    clock,
    log,
  })
  // What was too old while no service ran must not count for the first requests.
  await endLapsedGroups?.()
  const figures = await startMetricsServer(options, { metrics, storeState, gates: allGates }, log)
  url ||= listeningUrl(options, server.port)
  const { setupCode, problem, done } = await firstWrites(url, {
    database,
    users: keeper,
    oneTimeLinks: links,
    log,
    signal: stopping.signal,
  })
  // Whoever is told that it serves need not wait for workers to start.
  await pools.pool.whenReady(maxWorkerStartMs)
  door.open(app, sendKept(kept, tell))
  const catchingUp = done
    .then(() => embedded.catchUp(isStopping))
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
  return {
    url,
    endpoint: endpoint(),
    appId,
    envId,
    problem,
    setupLink: setupCode && url + choosePasswordPath(setupCode),
    metricsUrl: figures?.url,
    async stop() {
      stopping.abort()
      await Promise.all([connected.stop(), server.stop(), figures?.stop()])
      await catchingUp
      await housekeeping.stop()
      await closeAll()
    },
  }
}

/** Whether browsers come over HTTPS: to this process, or to the proxy in front of it. */
function isSecure({ publicUrl, tls, isBehindProxy }: ServeOptions): boolean {
  if (publicUrl !== undefined) return publicUrl.startsWith('https:')
  return tls !== undefined || isBehindProxy
}
