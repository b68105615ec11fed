/** Starts and stops the service. @module */
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import {
  firstAdministrator,
  initializeStore,
  keepPublicAddress,
} from '../../accounts/initialize-store.ts'
import type { OneTimeLinks } from '../../accounts/passwords/one-time-links.ts'
import type { Users } from '../../accounts/users.ts'
import type { Log } from '../../contract/base/log.ts'
import { DatabaseUnavailableError, RequestError } from '../../contract/errors.ts'
import { webtriggerPath } from '../../contract/paths.ts'
import { DatabaseRefusedError } from '../../store/database.ts'
import { idAllocator } from '../../store/ids.ts'
import { type DatabaseOptions, openDatabase } from '../../store/open-database.ts'
import {
  type WebhookTools,
  webhookTeller,
} from '../../wiki/import/changes/webhooks/deliver-webhooks.ts'
import { indexPages } from '../../wiki/store/index-pages.ts'
import { packVersions } from '../../wiki/store/pack-versions.ts'
import { finishPurges } from '../../wiki/store/purging/let-go.ts'
import { removeLeftPlaces } from '../folder-runs/run-access.ts'
import { errorAnswer } from '../http/error-answer.ts'
import { startHttpServer } from '../http/http-server.ts'
import { dropBodies } from '../http/limit-body.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { assetRoutes } from '../web/assets.ts'
import { isForBrowser, messagePage } from '../web/frame/message-page.ts'
import { show } from '../web/frame/show.ts'
import type { WebScope } from '../web/pages.ts'
import { choosePasswordPath } from '../web/sign-in/choose-password.ts'
import { type WorkerPool, workerPool } from '../workers/worker-pool.ts'
import { composeService } from './compose.ts'
import { createMetrics, healthRoutes, listeningUrl, type Metrics } from './health.ts'
import { type HousekeepingDependencies, repeat, startHousekeeping } from './housekeeping.ts'
import { planMemory, usualBudget } from './memory-plan.ts'
import { isSecure, type ServeOptions } from './serve-options.ts'

export interface RunningServer {
  readonly url: string
  readonly endpoint: string
  readonly appId: string
  readonly envId: string
  /** Lets the first administrator choose a password; undefined afterwards. */
  readonly setupLink: string | undefined
  stop(): Promise<void>
}

const maxWorkerStartMs = 20_000

/**
 * Listens at once: while PostgreSQL is unreachable, requests get 503.
 * @throws {Error} When the store cannot be opened, the address is taken, or the wait was aborted.
 */
export async function startServer(
  options: ServeOptions,
  dependencies: StartDependencies,
): Promise<RunningServer> {
  // A busy start makes V8 believe that the objects of requests live long; src/worker.ts says more.
  setFlagsFromString('--no-allocation-site-pretenuring')
  const { log, clock } = dependencies
  const metrics = createMetrics()
  const door = frontDoor(metrics, { isSecure: isSecure(options), ...options.limits })
  const plan = planMemory(options.memoryBytes ?? usualBudget())
  const listening = { ...options, maxUnsentBytes: plan.maxBufferedBytes / 2 }
  const server = await startHttpServer(listening, door.listener, log)
  const opened: { close(): unknown }[] = []
  const closeAll = async (): Promise<void> => {
    for (const part of opened) await part.close()
  }
  try {
    const { database, ids, appId, envId } = await openStore(options.database, dependencies)
    const pool = dependencies.workers ?? workerPool(plan.workers)
    // A pool that was passed in belongs to the caller.
    opened.push(...(dependencies.workers === undefined ? [pool] : []), database)
    const store = { database, ids, clock }
    const abort = new AbortController()
    let url = options.publicUrl ?? ''
    const composed = await composeService(options, {
      ...store,
      log,
      plan,
      pool,
      metrics,
      appId,
      envId,
      isStopping: () => abort.signal.aborted,
      publicUrl: () => url,
    })
    const { workers, connected, following } = composed
    url ||= listeningUrl(options, server.port)
    const setupCode = await createSetupCode(composed.users, composed.oneTimeLinks)
    await database.write(keepPublicAddress, url)
    // Become ready only with workers, so that the first requests need not wait for them.
    await pool.whenReady(maxWorkerStartMs)
    door.open(composed.app)
    const catchingUp = indexPages(database, workers, () => abort.signal.aborted).catch((error) =>
      log.error({ error }, 'pages not all indexed'),
    )
    const housekeeping = startHousekeeping(options.keep, {
      database,
      clock,
      log,
      packVersions: (pause) => packVersions(database, pause),
      finishPurges: (pause) => finishPurges(database, pause),
      wait: dependencies.waitForChores,
    })
    connected.start()
    following.start()
    void removeLeftPlaces().catch((error) => log.error({ error }, 'folders of runs not removed'))
    const webhooks = startWebhooks({ ...store, log, publicUrl: () => url })
    return {
      url,
      endpoint: url + webtriggerPath(appId, envId),
      appId,
      envId,
      setupLink: setupCode && url + choosePasswordPath(setupCode),
      async stop() {
        abort.abort()
        await Promise.all([connected.stop(), following.stop(), webhooks.stop(), server.stop()])
        await catchingUp
        await housekeeping.stop()
        await closeAll()
      },
    }
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

interface OpenStoreDependencies {
  readonly log: Log
  readonly clock: () => Date
  readonly signal?: AbortSignal
  readonly onNewStore?: () => void
}

/** Opens and initialises the store; waits for PostgreSQL until it takes writes. */
function openStore(
  place: DatabaseOptions,
  { log, clock, onNewStore, signal = new AbortController().signal }: OpenStoreDependencies,
) {
  const isRemote = 'databaseUrl' in place
  const openOnce = async () => {
    const database = await openDatabase(isRemote ? { ...place, signal } : place, 'upgrade')
    try {
      const ids = idAllocator(database, clock)
      const { isNew, appId, envId } = await initializeStore({ database, ids, clock })
      if (isNew) onNewStore?.()
      const { problem } = isRemote ? await database.probe() : {}
      if (problem !== undefined) throw problem
      return { database, ids, appId, envId }
    } catch (error) {
      await database.close()
      throw error
    }
  }
  return isRemote ? waitForStore(openOnce, { log, signal }) : openOnce()
}

const sweepIntervalMs = 2_000

function startWebhooks(tools: Omit<WebhookTools, 'signal'>): { stop(): Promise<void> } {
  const abort = new AbortController()
  const { signal } = abort
  const teller = webhookTeller({ ...tools, signal })
  const sweeping = repeat(teller.sweep, { everyMs: sweepIntervalMs, signal }, (error) =>
    tools.log.error({ error }, 'webhooks not told'),
  )
  return {
    async stop() {
      abort.abort()
      await sweeping
      await teller.ended()
    },
  }
}

/** The first administrator has nobody to ask for a link, so each start makes one until it is used. */
async function createSetupCode(userStore: Users, links: OneTimeLinks): Promise<string | undefined> {
  const administrator = await userStore.findByName(firstAdministrator)
  if (administrator === undefined || administrator.hasPassword) return undefined
  if (administrator.hasIdentity) return undefined
  if (administrator.disabledAt !== null) return undefined
  return (await links.create(administrator.id, 'serve')).code
}

interface FrontDoor {
  readonly listener: RequestListener
  open(service: { readonly fetch: Parameters<typeof getRequestListener>[0] }): void
}

const retryAfterSeconds = 5
const firstPauseMs = 250
const longestPauseMs = 5_000

function frontDoor(metrics: Metrics, bounds: WaitingBounds): FrontDoor {
  let answer: RequestListener = getRequestListener(waitingApp(metrics, bounds).fetch)
  return {
    listener: (request, response) => answer(request, response),
    open(service) {
      answer = getRequestListener(service.fetch)
    },
  }
}

interface WaitingBounds {
  readonly isSecure: boolean
  readonly maxBodyBytes: number
}

function waitingApp(metrics: Metrics, { isSecure, maxBodyBytes }: WaitingBounds): Hono<WebScope> {
  const app = new Hono<WebScope>()
  const problem = new DatabaseUnavailableError('the store is not there yet')
  app.use(securityHeaders(isSecure))
  app.use(dropBodies(2 * maxBodyBytes))
  app.route(
    '/',
    healthRoutes({
      metrics,
      metricsRule: 'closed',
      isStopping: () => false,
      storeState: async () => ({ problem }),
      gates: [],
    }),
  )
  app.route('/', assetRoutes())
  app.get('*', (c, next) => {
    if (!isForBrowser(c)) return next()
    c.header('Retry-After', String(retryAfterSeconds))
    c.header('Refresh', String(retryAfterSeconds))
    const text = 'The store is not there yet. This page tries again by itself.'
    return show(c, 503, 'One moment', messagePage('One moment', text))
  })
  app.all('*', (c) => {
    const message = 'The store is not there yet; nothing was written. Try again.'
    const error = new RequestError('unavailable', message, { retryAfterSeconds })
    const { status, answer, headers } = errorAnswer(error, randomUUID())
    return c.json(answer, status as 503, { ...headers, 'X-Request-Id': answer.requestId })
  })
  return app
}

/**
 * Opens the store, and retries while it is unreachable or read-only. A refused login is not retried:
 * somebody must fix the password or the database.
 * @throws {Error} When retrying does not help, or the signal aborted it.
 */
async function waitForStore<Store>(
  open: () => Promise<Store>,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<Store> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await open()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof DatabaseUnavailableError)) throw error
      if (error instanceof DatabaseRefusedError) throw error
      log.warn({ reason: error.message }, 'store takes no writes yet')
    }
    await sleep(pauseMs, undefined, { signal })
  }
}
