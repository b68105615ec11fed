import { getRequestListener } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { firstAdministrator, initializeStore } from '../../../src/accounts/initialize-store.ts'
import { apiTokens } from '../../../src/accounts/tokens/api-tokens.ts'
import { openLog } from '../../../src/contract/base/log.ts'
import { type PlaceBounds, places } from '../../../src/contract/base/places/places.ts'
import { webtriggerPath } from '../../../src/contract/paths.ts'
import { openImports, runTokens } from '../../../src/server/folder-runs/run-access.ts'
import { startHttpServer } from '../../../src/server/http/http-server.ts'
import { bodyBudget } from '../../../src/server/http/limit-body.ts'
import { documentViews } from '../../../src/server/reader/document-views.ts'
import { readerPages } from '../../../src/server/reader/reader-pages.ts'
import { searchOf } from '../../../src/server/reader/search.ts'
import { type AppParts, createApp } from '../../../src/server/service/app.ts'
import type { CostlyWork, ServiceParts } from '../../../src/server/service/compose.ts'
import { createMetrics } from '../../../src/server/service/health.ts'
import { assetRoutes } from '../../../src/server/web/assets.ts'
import { type Mount, mounting } from '../../../src/server/web/mounting.ts'
import type { Viewer, WebScope } from '../../../src/server/web/pages.ts'
import { writerRoutes } from '../../../src/server/web/writer/import-form-routes.ts'
import { idAllocator } from '../../../src/store/ids.ts'
import type { DatabaseOptions } from '../../../src/store/open-database.ts'
import { sql } from '../../../src/store/sql.ts'
import { embeddedWiki } from '../../../src/wiki/embedded-wiki.ts'
import { draftsOf } from '../../../src/wiki/import/drafts.ts'
import { importLedger } from '../../../src/wiki/import/ledger/ledger.ts'
import type { TargetWiki } from '../../../src/wiki/import/target-wiki.ts'
import { type PreparedStore, prepareStore } from '../prepared-store.ts'
import { createTestStore, type EngineName } from '../store/test-engines.ts'
import { started } from './started.ts'
import { type Imports, importsInto } from './test-server.ts'
import { testPool, testWorkers } from './test-workers.ts'

export interface ComposedServer extends PreparedStore, Imports {
  readonly url: string
  readonly endpoint: string
  readonly administrator: Viewer
  /** Who is signed in from now on; at first the administrator is. */
  actAs(viewer: Viewer | undefined): void
  stop(): Promise<void>
}

export interface Replaced extends Partial<Pick<AppParts, 'gate' | 'limits' | 'wikis'>> {
  readonly workers?: CostlyWork
}

export async function startComposedServer(
  store: DatabaseOptions,
  replace: (real: { workers: CostlyWork; wiki: TargetWiki }) => Replaced = () => ({}),
): Promise<ComposedServer> {
  const log = openLog('silent', { write: () => {} })
  const clock = (): Date => new Date()
  const prepared = await prepareStore(store, clock)
  const { database } = prepared
  const ids = idAllocator(database)
  const { appId, envId } = await initializeStore({ database, ids, clock })
  const workers = testWorkers(database.engine)
  const path = webtriggerPath(appId, envId)
  let url = ''
  let viewer: Viewer | undefined
  const publicUrl = (): string => url
  const wiki = embeddedWiki({ database, ids, clock, workers, publicUrl, isCrowded: () => false })
  const importing = {
    workers,
    wikis: [wiki],
    ledger: importLedger({ database, ids, clock }),
    limits: composedLimits,
    gate: places(composedGate),
    ...replace({ workers, wiki }),
  }
  const tokens = runTokens(database, clock, apiTokens({ database, ids, clock }))
  const views = documentViews(database, workers, clock)
  const pages = new Hono<WebScope>()
  pages.use(async (c, next) => {
    c.set('viewer', viewer)
    await next()
  })
  pages.route('/', assetRoutes())
  const mount = testMount({
    ...importing,
    database,
    ids,
    clock,
    workers,
    views,
    readers: 'anyone',
    folderGate: places(composedGate),
    tokens,
    openImports: () => openImports(app, path),
    drafts: draftsOf(database, clock),
    endpoint: () => url + path,
    publicUrl,
    log,
    search: searchOf({ workers, gate: places(composedGate) }),
  })
  pages.route('/', writerRoutes(mount))
  pages.route('/', mount(readerPages))
  const metrics = createMetrics()
  const app = createApp({
    ...importing,
    database,
    ids,
    findConnection: async () => undefined,
    appId,
    envId,
    tokens,
    hostApi: new Hono(),
    agents: new Hono(),
    webPages: pages,
    publicUrl,
    metrics,
    isSecure: false,
    metricsRule: 'open',
    isStopping: () => false,
    storeState: async () => ({ problem: undefined }),
    gates: [importing.gate],
    clock,
    log,
  } as unknown as AppParts)
  const address = { host: '127.0.0.1', port: 0, tls: undefined, limits: composedLimits }
  const names = { publicUrl: undefined, allowedHosts: [] }
  const listener = getRequestListener(app.fetch)
  const server = await startHttpServer({ ...address, ...names }, listener, log)
  url = `http://127.0.0.1:${server.port}`
  await testPool.whenReady(60_000)
  const [user] = await database.read<{ id: number }>(
    sql`select id from users where name = ${firstAdministrator}`,
  )
  const name = firstAdministrator
  const administrator = { userId: user?.id ?? 0, name, isAdministrator: true }
  viewer = administrator
  return {
    ...prepared,
    ...importsInto(url + path, prepared),
    administrator,
    actAs: (other) => {
      viewer = other
    },
    url,
    endpoint: url + path,
    async stop() {
      await server.stop()
      await database.close()
    },
  }
}

/** One for the tests of a file or suite. */
export function composedServer(
  engine: EngineName,
  prepare?: (server: ComposedServer) => unknown,
): ComposedServer {
  const start = async (): Promise<ComposedServer> => {
    const store = await createTestStore(engine)
    const server = await startComposedServer(store.options)
    return { ...server, stop: () => server.stop().then(store.remove) }
  }
  return started(start, prepare)
}

export const composedLimits = {
  bodyBytes: bodyBudget(64 * 1024 * 1024, 32 * 1024 * 1024),
  maxBodyBytes: 8 * 1024 * 1024,
  maxMarkdownBytes: 1024 * 1024,
} as AppParts['limits']

export const composedGate: PlaceBounds = {
  name: 'requests',
  maxTaken: 16,
  maxWaiting: 16,
  maxWaitMs: 5_000,
  deadlineMs: 60_000,
}

/** Mounts pages that need these parts only. */
export function testMount(parts: Partial<ServiceParts>): Mount {
  return mounting({ ...parts, protectForms: () => readFields } as ServiceParts)
}

/** Reads a form without the checks of the real stage. */
const readFields: MiddlewareHandler<WebScope> = async (c, next) => {
  if (c.req.method === 'POST') {
    const fields = new URLSearchParams(await c.req.text())
    c.set('form', new Map(fields))
  }
  await next()
}

/** Drops the draft of a new page, which the test before may have left. */
export async function dropDraft({ url }: Pick<ComposedServer, 'url'>): Promise<void> {
  const init = { method: 'POST', body: 'page=', redirect: 'manual' } as const
  const { status } = await fetch(`${url}/import/draft`, init)
  if (status !== 303) throw new Error(`no draft was dropped: ${status}`)
}
