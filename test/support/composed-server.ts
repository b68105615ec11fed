/** A server composed from the real parts, some of which a test may replace, on a real socket. @module */
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { webtriggerPath } from '../../src/api/contract.ts'
import type { MarkdownConverter } from '../../src/api/import-page.ts'
import { type AppDependencies, createApp } from '../../src/app.ts'
import { apiTokens } from '../../src/auth/api-tokens.ts'
import { firstAdministrator, initializeStore } from '../../src/auth/initialize-store.ts'
import { convertPool } from '../../src/convert/convert-pool.ts'
import { idAllocator } from '../../src/database/ids.ts'
import type { DatabaseOptions } from '../../src/database/open-database.ts'
import { sql } from '../../src/database/sql.ts'
import { startHttpServer } from '../../src/http-server.ts'
import { openLog } from '../../src/log.ts'
import { createMetrics } from '../../src/metrics.ts'
import { webPages } from '../../src/web/web-pages.ts'
import type { Viewer, WebScope } from '../../src/web/web-scope.ts'
import { embeddedWiki } from '../../src/wiki/embedded-wiki.ts'
import { importRecords } from '../../src/wiki/import-records.ts'
import type { Wiki } from '../../src/wiki/wiki.ts'
import { type PreparedStore, prepareStore } from './prepared-store.ts'

export interface ComposedServer extends PreparedStore {
  readonly url: string
  readonly endpoint: string
  readonly administrator: Viewer
  stop(): Promise<void>
}

export interface Replaced extends Partial<Pick<AppDependencies, 'converter' | 'limits' | 'wiki'>> {
  /** Who is signed in, asked at each request; nobody without it. */
  readonly viewer?: () => Viewer | undefined
}

/**
 * Start a server on a store.
 * @param store Where the store is.
 * @param replace Makes the parts that differ.
 */
export async function startComposedServer(
  store: DatabaseOptions,
  replace: (real: { converter: MarkdownConverter; wiki: Wiki }) => Replaced = () => ({}),
): Promise<ComposedServer> {
  const log = openLog('silent', { write: () => {} })
  const clock = (): Date => new Date()
  const prepared = await prepareStore(store, clock)
  const { database } = prepared
  const ids = idAllocator(database)
  const { appId, envId } = await initializeStore(database, ids, clock)
  const converter = convertPool({
    maxDepth: 90,
    maxAdfBytes: 5 * 1024 * 1024,
    timeoutMs: 3_000,
    threads: 1,
  })
  const path = webtriggerPath(appId, envId)
  let url = ''
  const wiki = embeddedWiki(database, ids, clock)
  const { viewer = () => undefined, ...replaced } = replace({ converter, wiki })
  const importing = {
    converter,
    wiki,
    records: importRecords(database, ids, clock),
    limits: composedLimits,
    ...replaced,
  }
  const pages = new Hono<WebScope>()
  pages.use(async (c, next) => {
    c.set('viewer', viewer())
    await next()
  })
  pages.route(
    '/',
    webPages({
      database,
      oneTimeLinks: { findUserName: async () => undefined, use: notOffered },
      readers: 'anyone',
      writer: { ...importing, endpoint: () => url + path, onFailure: () => {} },
    }),
  )
  const app = createApp({
    ...importing,
    appId,
    envId,
    apiTokens: apiTokens(database, ids, clock),
    hostApi: new Hono(),
    webPages: pages,
    publicUrl: () => url,
    metrics: createMetrics(),
    isStopping: () => false,
    checkStore: async () => {},
    clock,
    log,
  })
  const address = { host: '127.0.0.1', port: 0, tls: undefined }
  const server = await startHttpServer(address, getRequestListener(app.fetch), log)
  url = `http://127.0.0.1:${server.port}`
  const [user] = await database.read<{ id: number }>(
    sql`select id from users where name = ${firstAdministrator}`,
  )
  return {
    ...prepared,
    administrator: { userId: user?.id ?? 0, name: firstAdministrator, isAdministrator: true },
    url,
    endpoint: url + path,
    async stop() {
      await server.stop()
      await converter.close()
      await database.close()
    },
  }
}

function notOffered(): Promise<never> {
  return Promise.reject(new Error('there are no one-time links here'))
}

export const composedLimits: AppDependencies['limits'] = {
  maxImports: 16,
  maxImportsPerToken: 16,
  maxBufferedBytes: 64 * 1024 * 1024,
  maxBodyBytes: 8 * 1024 * 1024,
  maxMarkdownBytes: 1024 * 1024,
}
