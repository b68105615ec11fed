/** The composition root of the service: knows which engine and which wiki run, and starts them. @module */
import { getRequestListener } from '@hono/node-server'
import { webtriggerPath } from './api/contract.ts'
import type { MarkdownConverter } from './api/import-page.ts'
import { createApp } from './app.ts'
import { apiTokens } from './auth/api-tokens.ts'
import { hostTokens } from './auth/host-tokens.ts'
import { firstAdministrator, initializeStore } from './auth/initialize-store.ts'
import { oneTimeLinks } from './auth/one-time-links.ts'
import { passwords } from './auth/passwords.ts'
import { users } from './auth/users.ts'
import { convertPool } from './convert/convert-pool.ts'
import type { Database } from './database/database.ts'
import { type IdAllocator, idAllocator } from './database/ids.ts'
import { type DatabaseOptions, openDatabase } from './database/open-database.ts'
import { sql } from './database/sql.ts'
import { hostApi } from './host-api/host-api.ts'
import { startHttpServer, type TlsFiles } from './http-server.ts'
import type { Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { choosePasswordPath, webPages } from './web/web-pages.ts'
import { embeddedWiki } from './wiki/embedded-wiki.ts'
import { importRecords } from './wiki/import-records.ts'

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
 * Open the store and serve it.
 * @param options What to serve, where.
 * @param dependencies The log, and the clock that decides what has expired.
 * @throws {Error} When the store cannot be opened or the address is taken.
 */
export async function startServer(
  options: ServeOptions,
  dependencies: { log: Log; clock: () => Date },
): Promise<RunningServer> {
  const database = await openDatabase(options.database)
  const { limits } = options
  const converter = convertPool({
    maxDepth: limits.maxDepth,
    maxMarkdownBytes: limits.maxMarkdownBytes,
    maxAdfBytes: limits.maxAdfBytes,
    timeoutMs: limits.conversionTimeoutMs,
  })
  const closeAll = async (): Promise<void> => {
    await converter.close()
    await database.close()
  }
  try {
    return await serve(options, { ...dependencies, database, converter, closeAll })
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
  closeAll(): Promise<void>
}

async function serve(
  options: ServeOptions,
  { log, clock, database, converter, closeAll }: ServeDependencies,
): Promise<RunningServer> {
  const ids = idAllocator(database)
  const { appId, envId } = await initializeStore(database, ids, clock)
  let isStopping = false
  let url = options.publicUrl ?? ''
  const publicUrl = (): string => url
  const metrics = createMetrics()
  const links = oneTimeLinks(database, ids, clock, passwords())
  const app = createApp({
    appId,
    envId,
    apiTokens: apiTokens(database, ids, clock, { maxLiveTokens: options.maxLiveTokens }),
    converter: timed(converter, metrics),
    wiki: embeddedWiki(database, ids, clock),
    records: importRecords(database, ids, clock),
    hostApi: hostApi({
      database,
      ids,
      clock,
      hostTokens: hostTokens(database, ids, clock),
      publicUrl,
      log,
    }),
    webPages: webPages({ database, oneTimeLinks: links, readers: options.readers }),
    limits: { ...admissionLimits, ...options.limits },
    publicUrl,
    metrics,
    isStopping: () => isStopping,
    checkStore: async () => void (await database.read(sql`select 1 as alive`)),
    clock,
    log,
  })
  const setupCode = await createSetupCode(database, ids, clock)
  const server = await startHttpServer(options, getRequestListener(app.fetch), log)
  url ||= listeningUrl(options, server.port)
  return {
    url,
    endpoint: url + webtriggerPath(appId, envId),
    appId,
    envId,
    setupLink: setupCode && url + choosePasswordPath(setupCode),
    async stop() {
      isStopping = true
      await server.stop()
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
async function createSetupCode(
  database: Database,
  ids: IdAllocator,
  clock: () => Date,
): Promise<string | undefined> {
  const hasher = passwords()
  const administrator = await users(database, ids, clock, hasher).findByName(firstAdministrator)
  if (administrator === undefined || administrator.hasPassword) return undefined
  if (administrator.disabledAt !== null) return undefined
  const links = oneTimeLinks(database, ids, clock, hasher)
  return (await links.create(administrator.id, 'serve')).code
}

function listeningUrl(options: ServeOptions, port: number): string {
  const scheme = options.tls === undefined ? 'http' : 'https'
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return `${scheme}://${host}:${port}`
}
