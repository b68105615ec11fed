/** Composes the service: the wikis over the store, and the dependencies of every route. @module */
import { spaceAccess } from '../../accounts/access.ts'
import type { Clock } from '../../accounts/clock.ts'
import { userGroups } from '../../accounts/groups.ts'
import { findPublicAddress, initializeStore } from '../../accounts/initialize-store.ts'
import { oneTimeLinks } from '../../accounts/passwords/one-time-links.ts'
import { passwords } from '../../accounts/passwords/passwords.ts'
import { apiTokens } from '../../accounts/tokens/api-tokens.ts'
import { hostTokens } from '../../accounts/tokens/host-tokens.ts'
import { countRequests } from '../../accounts/tokens/token-rates.ts'
import { type Users, users } from '../../accounts/users.ts'
import type { Log } from '../../contract/base/log.ts'
import { webtriggerPath } from '../../contract/paths.ts'
import type { Database } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import { storeStateOf } from '../../store/store-state.ts'
import { type EmbeddedWork, embeddedWork } from '../../wiki/embedded-work.ts'
import { draftsOf } from '../../wiki/import/drafts.ts'
import { importPlaces } from '../../wiki/import/import-place.ts'
import {
  type ImportWork,
  type ImportWorkOptions,
  importWork,
} from '../../wiki/import/import-work.ts'
import { importLedger } from '../../wiki/import/ledger/ledger.ts'
import { storedFiles } from '../../wiki/pages/attachments.ts'
import { pageSources } from '../../wiki/pages/find-page.ts'
import { agentRoute } from '../agents/agent-route.ts'
import { openImports, runTokens } from '../folder-runs/run-access.ts'
import { type Following, following } from '../following/following.ts'
import { hookRoutes } from '../following/hook-route.ts'
import { logFailure } from '../http/error-answer.ts'
import { mountEmbeddedWiki } from '../reader/mounting.ts'
import { type DocumentViewWork, documentViewWork } from '../web/document/document-view-work.ts'
import { show } from '../web/frame/show.ts'
import { webPages } from '../web/web-pages.ts'
import { type FormWork, formWork } from '../web/writer/form-work.ts'
import { type WorkerPool, workerPool, workersOf } from '../workers/worker-pool.ts'
import { createApp } from './app.ts'
import { connectedSpaces } from './connected-spaces.ts'
import { bodyBudgets, createGates } from './gates.ts'
import { metricsRule } from './health.ts'
import { type MemoryPlan, memoryWatch, planMemory, usualBudget } from './memory-plan.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { isSecure, type ServeOptions, usualAddress } from './serve-options.ts'
import { signingIn } from './signing-in.ts'

interface ServiceParts {
  readonly log: Log
  readonly clock: Clock
  readonly database: Database
  readonly ids: IdAllocator
  readonly plan: MemoryPlan
  readonly pool: WorkerPool
  readonly metrics: Metrics
  readonly appId: string
  readonly envId: string
  readonly isStopping: () => boolean
  readonly publicUrl: () => string
}

export async function composeService(options: ServeOptions, parts: ServiceParts) {
  const { log, clock, database, ids, plan, pool, metrics } = parts
  const { appId, envId, isStopping, publicUrl } = parts
  const endpoint = (): string => publicUrl() + webtriggerPath(appId, envId)
  const tokens = apiTokens(database, ids, clock, { maxLiveTokens: options.maxLiveTokens })
  const { limits } = options
  const { conversionTimeoutMs } = limits
  const usedMemory = memoryWatch(plan.budgetBytes, pool)
  const gates = createGates({ plan, usedMemory, conversionTimeoutMs })
  const { bodyBytes, formBytes } = bodyBudgets(plan, limits.maxBodyBytes)
  const allGates = [...Object.values(gates), ...Object.values(pool.gates)]
  const hasher = passwords(gates.passwords)
  const userStore: Users = users(database, ids, clock, hasher)
  const links = oneTimeLinks(database, ids, clock, hasher)
  const signing = await signingIn(options.openId, options.secondFactorRule ?? 'nobody', {
    ...parts,
    users: userStore,
    gates,
  })
  const { engine } = database
  const ownHosts = (): string[] => [new URL(publicUrl()).host, ...options.allowedHosts]
  const preparing = { limits, conversionTimeoutMs, engine, ownHosts }
  const workers = timed(costlyWork(pool, preparing), metrics)
  const { readers, docsSpace } = options
  const connected = connectedSpaces({
    database,
    ids,
    clock,
    log,
    metrics,
    maxAtWork: plan.maxAtWork,
    env: process.env,
    workers: workersOf(pool, conversionTimeoutMs),
    publicUrl,
    installation: envId,
  })
  const programs = hostTokens(database, ids, clock)
  const countRequest = countRequests()
  const ledger = importLedger(database, ids, clock)
  const embedded = mountEmbeddedWiki({
    ...parts,
    ledger,
    hostTokens: programs,
    countRequest,
    workers,
    gate: gates.requests,
    searchGate: pool.gates.reading,
    readers,
    connected,
    reportUrl: options.reportUrl,
  })
  const importing = {
    workers,
    gate: gates.requests,
    // A space belongs to one wiki. The last wiki consumes the document.
    wikis: [connected.target, embedded.target],
    ledger,
    limits: { ...limits, bodyBytes },
  }
  const storeState = storeStateOf(database)
  const agents = options.hasMcp
    ? agentRoute({
        ...importing,
        database,
        workers,
        search: embedded.search,
        publicUrl,
        clock,
        log,
        hostTokens: programs,
        apiTokens: tokens,
        countRequest,
        bodyBytes,
      })
    : undefined
  const tokensWithRuns = runTokens(database, clock, tokens)
  const openRunImports = () => openImports(app, webtriggerPath(appId, envId))
  const allowsPrivate = options.allowsPrivateRepositories ?? false
  const followedRepositories = following({
    database,
    ids,
    clock,
    log,
    allowsPrivate,
    tokens: tokensWithRuns,
    openImports: openRunImports,
    onEnded: (outcome) => metrics.followRuns.inc({ outcome }),
  })
  const app = createApp({
    ...importing,
    previews: embedded.previews,
    isSecure: isSecure(options),
    appId,
    envId,
    apiTokens: tokensWithRuns,
    hooks: hookRoutes({
      database,
      requestLook: async (id) => void (await followedRepositories.requestRun(id, 'look')),
    }),
    hostApi: embedded.restApi,
    agents,
    webPages: webPages({
      database,
      ids,
      clock,
      access: spaceAccess(database, ids, clock),
      groups: userGroups(database, ids, clock),
      storeState,
      allPlaces: allGates,
      apiTokens: tokens,
      hostTokens: programs,
      countRequest,
      ...signing,
      users: userStore,
      oneTimeLinks: links,
      publicUrl,
      endpoint,
      following: followedRepositories,
      readers,
      docsSpace,
      isSecure: isSecure(options),
      isBehindProxy: options.isBehindProxy,
      log,
      formBytes,
      reader: embedded.reader,
      exports: {
        database,
        workers: workersOf(pool, conversionTimeoutMs),
        publicUrl,
        readers,
        gate: gates.folders,
        ids,
        clock,
        show,
        log,
      },
      writer: {
        ...importing,
        folderRuns: {
          gate: gates.folders,
          ids,
          tokens: tokensWithRuns,
          openImports: openRunImports,
        },
        places: importPlaces(database, importing.wikis),
        findSource: pageSources(database),
        readStoredFiles: storedFiles(database),
        drafts: draftsOf(database, clock),
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
  return {
    app,
    users: userStore,
    oneTimeLinks: links,
    embedded,
    connected,
    following: followedRepositories,
  }
}

/** Composes the service without listening, for one piece of work. */
export async function runOnce<Result>(
  options: ServeOptions,
  store: Pick<ServiceParts, 'log' | 'clock' | 'database' | 'ids'>,
  work: (following: Following) => Promise<Result>,
): Promise<Result> {
  const plan = planMemory(options.memoryBytes ?? usualBudget())
  const pool = workerPool(plan.workers)
  const { database, ids, clock } = store
  const { appId, envId } = await initializeStore(database, ids, clock)
  const publicUrl = options.publicUrl ?? (await findPublicAddress(database)) ?? usualAddress
  try {
    const { following, connected } = await composeService(options, {
      ...store,
      plan,
      pool,
      appId,
      envId,
      metrics: createMetrics(),
      isStopping: () => false,
      publicUrl: () => publicUrl,
    })
    return await work(following).finally(() => Promise.all([following.stop(), connected.stop()]))
  } finally {
    pool.close()
  }
}

export interface CostlyWork extends ImportWork, FormWork, DocumentViewWork, EmbeddedWork {}

export function costlyWork(
  pool: WorkerPool,
  options: ImportWorkOptions & { readonly conversionTimeoutMs: number },
): CostlyWork {
  const { conversionTimeoutMs, ...preparing } = options
  const workers = workersOf(pool, conversionTimeoutMs)
  return {
    ...importWork(workers, preparing),
    ...formWork(workers, preparing),
    ...documentViewWork(workers),
    ...embeddedWork(workers, preparing.engine),
  }
}

function timed(workers: CostlyWork, { conversionSeconds }: Metrics): CostlyWork {
  return {
    ...workers,
    prepareImport(body, request, signal) {
      const stopTimer = conversionSeconds.startTimer()
      return workers.prepareImport(body, request, signal).finally(stopTimer)
    },
  }
}
