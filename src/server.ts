/** The composition root of the service: knows which engine and which wiki run, and starts them. @module */
import { getRequestListener } from '@hono/node-server'
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
import { sql } from './database/sql.ts'
import { hostApi } from './host-api/host-api.ts'
import { type KeepTimes, startHousekeeping } from './housekeeping.ts'
import { startHttpServer, type TlsFiles } from './http-server.ts'
import type { Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { type TaskPool, taskPool } from './task-pool.ts'
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
  /** How long records are kept. */
  readonly keep: KeepTimes
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
 * Open the store and serve it.
 * @param options What to serve, where.
 * @param dependencies The log, and the clock that decides what has expired.
 * @throws {Error} When the store cannot be opened or the address is taken.
 */
export async function startServer(
  options: ServeOptions,
  dependencies: { log: Log; clock: () => Date },
): Promise<RunningServer> {
  const database = await openDatabase(options.database, 'upgrade')
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
  try {
    return await serve(options, { ...dependencies, database, converter, tasks, closeAll })
  } catch (error) {
    await closeAll()
    throw error
  }
}

interface ServeDependencies {
  readonly log: Log
  readonly clock: () => Date
  readonly database: Database
  readonly converter: MarkdownConverter
  readonly tasks: TaskPool
  closeAll(): Promise<void>
}

async function serve(
  options: ServeOptions,
  { log, clock, database, converter, tasks, closeAll }: ServeDependencies,
): Promise<RunningServer> {
  const ids = idAllocator(database)
  const { appId, envId } = await initializeStore(database, ids, clock)
  let isStopping = false
  let url = options.publicUrl ?? ''
  const publicUrl = (): string => url
  const endpoint = (): string => url + webtriggerPath(appId, envId)
  const metrics = createMetrics()
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
    checkStore: async () => void (await database.read(sql`select 1 as alive`)),
    clock,
    log,
  })
  const setupCode = await createSetupCode(keeper, links)
  const server = await startHttpServer(options, getRequestListener(app.fetch), log)
  url ||= listeningUrl(options, server.port)
  const indexing = indexPages(database, () => isStopping).catch((error) =>
    log.error({ error }, 'search index not complete'),
  )
  const housekeeping = startHousekeeping(options.keep, { database, clock, log })
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
      await housekeeping.stop()
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
