/** The composition root of the service: knows which engine and which wiki run, and starts them. @module */
import { webtriggerPath } from './api/contract.ts'
import type { MarkdownConverter } from './api/import-page.ts'
import { createApp } from './app.ts'
import { spaceAccess } from './auth/access.ts'
import { apiTokens } from './auth/api-tokens.ts'
import { hostTokens } from './auth/host-tokens.ts'
import { firstAdministrator, initializeStore } from './auth/initialize-store.ts'
import { type OneTimeLinks, oneTimeLinks } from './auth/one-time-links.ts'
import { passwords } from './auth/passwords.ts'
import { sessions } from './auth/sessions.ts'
import { signIn } from './auth/sign-in.ts'
import { type Users, users } from './auth/users.ts'
import { convertPool } from './convert/convert-pool.ts'
import type { Database } from './database/database.ts'
import { idAllocator } from './database/ids.ts'
import { type DatabaseOptions, openDatabase } from './database/open-database.ts'
import { storeStateOf } from './database/store-state.ts'
import { hostApi } from './host-api/host-api.ts'
import { type HttpServer, startHttpServer, type TlsFiles } from './http-server.ts'
import type { Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { type TaskPool, taskPool } from './task-pool.ts'
import { type FrontDoor, frontDoor, waitForStore } from './wait-for-store.ts'
import { choosePasswordPath } from './web/choose-password.ts'
import { webPages } from './web/web-pages.ts'
import { embeddedWiki } from './wiki/embedded-wiki.ts'
import { importRecords } from './wiki/import-records.ts'
import { indexPages } from './wiki/index-pages.ts'

export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly database: DatabaseOptions
  readonly tls: TlsFiles | undefined
  readonly isBehindProxy: boolean
  /** The address that callers and readers use, when it is not the listening one. */
  readonly publicUrl: string | undefined
  /** Who may read pages on the web without signing in. */
  readonly readers: 'anyone' | 'users'
  readonly limits: {
    readonly maxBodyBytes: number
    readonly maxMarkdownBytes: number
    readonly maxDepth: number
    readonly maxAdfBytes: number
    readonly conversionTimeoutMs: number
  }
  readonly maxLiveTokens: number
}

export interface RunningServer {
  readonly url: string
  readonly endpoint: string
  readonly appId: string
  readonly envId: string
  /** Where the first administrator chooses a password, until that is done. */
  readonly setupLink: string | undefined
  stop(): Promise<void>
}

/** Bounds that protect the process rather than the contract; see docs/operations.md. */
const admissionLimits = {
  maxImports: 4096,
  maxImportsPerToken: 2048,
  maxBufferedBytes: 128 * 1024 * 1024,
} as const

/**
 * Listen, open the store and serve it. A PostgreSQL that is not there is waited for, and requests
 * are told to come back.
 * @param options What to serve, where.
 * @param dependencies The log, the clock that decides what has expired, and what ends the wait.
 * @throws {Error} When the store cannot be opened or the address is taken, or the wait was ended.
 */
export async function startServer(
  options: ServeOptions,
  dependencies: StartDependencies,
): Promise<RunningServer> {
  const metrics = createMetrics()
  const door = frontDoor(metrics)
  const server = await startHttpServer(options, door.listener, dependencies.log)
  let database: Database
  try {
    database = await openStore(options.database, dependencies)
  } catch (error) {
    await server.stop()
    throw error
  }
  const { limits } = options
  const converter = convertPool({
    maxDepth: limits.maxDepth,
    maxMarkdownBytes: limits.maxMarkdownBytes,
    maxAdfBytes: limits.maxAdfBytes,
    timeoutMs: limits.conversionTimeoutMs,
  })
  const tasks = taskPool()
  const closeAll = async (): Promise<void> => {
    await converter.close()
    await tasks.close()
    await database.close()
  }
  const parts = { database, converter, tasks, closeAll, metrics, door, server }
  try {
    return await serve(options, { ...dependencies, ...parts })
  } catch (error) {
    await server.stop()
    await closeAll()
    throw error
  }
}

/** Open a store, and wait for a PostgreSQL until it takes writes. */
function openStore(
  place: DatabaseOptions,
  { log, clock, signal = new AbortController().signal }: StartDependencies,
): Promise<Database> {
  if (!('databaseUrl' in place)) return openDatabase(place)
  const open = async (): Promise<Database> => {
    const database = await openDatabase({ ...place, signal })
    try {
      await initializeStore(database, idAllocator(database, clock), clock)
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

interface StartDependencies {
  readonly log: Log
  readonly clock: () => Date
  /** Ends the wait for the store. */
  readonly signal?: AbortSignal
}

interface ServeDependencies {
  readonly log: Log
  readonly clock: () => Date
  readonly database: Database
  readonly converter: MarkdownConverter
  readonly tasks: TaskPool
  readonly metrics: Metrics
  readonly door: FrontDoor
  readonly server: HttpServer
  closeAll(): Promise<void>
}

async function serve(
  options: ServeOptions,
  { log, clock, database, converter, tasks, closeAll, metrics, door, server }: ServeDependencies,
): Promise<RunningServer> {
  const ids = idAllocator(database, clock)
  const { appId, envId } = await initializeStore(database, ids, clock)
  let isStopping = false
  let url = options.publicUrl ?? ''
  const publicUrl = (): string => url
  const endpoint = (): string => url + webtriggerPath(appId, envId)
  const tokens = apiTokens(database, ids, clock, { maxLiveTokens: options.maxLiveTokens })
  // One for the whole process: it bounds how many passwords are hashed at once.
  const hasher = passwords()
  const keeper = users(database, ids, clock, hasher)
  const links = oneTimeLinks(database, ids, clock, hasher)
  const signedIn = sessions(database, ids, clock)
  const importing = {
    converter: timed(converter, metrics),
    wiki: embeddedWiki(database, ids, clock, tasks),
    records: importRecords(database, ids, clock),
    limits: { ...admissionLimits, ...options.limits },
  }
  const app = createApp({
    ...importing,
    appId,
    envId,
    apiTokens: tokens,
    hostApi: hostApi({
      database,
      ids,
      clock,
      hostTokens: hostTokens(database, ids, clock),
      publicUrl,
      log,
    }),
    webPages: webPages({
      database,
      ids,
      clock,
      users: keeper,
      access: spaceAccess(database, ids, clock),
      apiTokens: tokens,
      oneTimeLinks: links,
      sessions: signedIn,
      signIn: signIn(keeper, signedIn, clock),
      readers: options.readers,
      publicUrl,
      endpoint,
      isSecure: isSecure(options),
      isBehindProxy: options.isBehindProxy,
      tasks,
      log,
      writer: {
        ...importing,
        endpoint,
        onFailure: (error, requestId) => log.error({ requestId, error }, 'request failed'),
      },
    }),
    publicUrl,
    metrics,
    isStopping: () => isStopping,
    storeState: storeStateOf(database),
    clock,
    log,
  })
  const setupCode = await createSetupCode(keeper, links)
  url ||= listeningUrl(options, server.port)
  door.open(app)
  const indexing = indexPages(database, () => isStopping).catch((error) =>
    log.error({ error }, 'search index not complete'),
  )
  return {
    url,
    endpoint: endpoint(),
    appId,
    envId,
    setupLink: setupCode && url + choosePasswordPath(setupCode),
    async stop() {
      isStopping = true
      await server.stop()
      await indexing
      await closeAll()
    },
  }
}

function timed(converter: MarkdownConverter, { conversionSeconds }: Metrics): MarkdownConverter {
  return {
    async convert(markdown) {
      const stopTimer = conversionSeconds.startTimer()
      try {
        return await converter.convert(markdown)
      } finally {
        stopTimer()
      }
    },
  }
}

/** The first administrator cannot ask anybody for a link, so each start makes one until it is used. */
async function createSetupCode(keeper: Users, links: OneTimeLinks): Promise<string | undefined> {
  const administrator = await keeper.findByName(firstAdministrator)
  if (administrator === undefined || administrator.hasPassword) return undefined
  if (administrator.disabledAt !== null) return undefined
  return (await links.create(administrator.id, 'serve')).code
}

/** Whether browsers come over HTTPS: to this process, or to the proxy in front of it. */
function isSecure({ publicUrl, tls, isBehindProxy }: ServeOptions): boolean {
  if (publicUrl !== undefined) return publicUrl.startsWith('https:')
  return tls !== undefined || isBehindProxy
}

function listeningUrl(options: ServeOptions, port: number): string {
  const scheme = options.tls === undefined ? 'http' : 'https'
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return `${scheme}://${host}:${port}`
}
