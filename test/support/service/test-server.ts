/** A real server on a real socket, with a space and a token, for tests of the whole service. @module */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { openLog } from '../../../src/contract/base/log.ts'
import type { ServeOptions } from '../../../src/server/service/serve-options.ts'
import { type RunningServer, startServer } from '../../../src/server/service/server.ts'
import type { DatabaseOptions } from '../../../src/store/open-database.ts'
import { type PreparedStore, prepareStore } from '../prepared-store.ts'
import { withSharedWriter } from '../store/shared-writer.ts'
import { testPool } from './test-workers.ts'

export interface TestServer extends RunningServer, PreparedStore, Imports {
  readonly clock: () => Date
  advanceClock(ms: number): void
  stopClock(): void
}

/** Imports below the homepage, with the fields of a valid one where none are given. */
export interface Imports {
  post(fields?: Record<string, unknown>, headers?: Record<string, string>): Promise<TestAnswer>
  save(fields?: Record<string, unknown>, headers?: Record<string, string>): Promise<string>
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any
}

export async function startTestServer(
  store: DatabaseOptions,
  overrides: Partial<ServeOptions> = {},
  logged?: string[],
): Promise<TestServer> {
  let aheadMs = 0
  let stoppedAt: number | undefined
  const clock = (): Date => new Date((stoppedAt ?? Date.now()) + aheadMs)
  const server = await serve(store, overrides, clock, logged)
  const prepared = await prepareStore(store, clock)
  return {
    ...server,
    ...prepared,
    clock,
    advanceClock(ms) {
      aheadMs += ms
    },
    stopClock() {
      stoppedAt ??= Date.now()
    },
    ...importsInto(server.endpoint, prepared),
    async stop() {
      await server.stop()
      await prepared.database.close()
    },
  }
}

/** Starts a service on an existing store, which it migrates if the schema is old. */
export function serveStore(store: DatabaseOptions): Promise<RunningServer> {
  return serve(store, {}, () => new Date())
}

function serve(
  store: DatabaseOptions,
  overrides: Partial<ServeOptions>,
  clock: () => Date,
  logged?: string[],
): Promise<RunningServer> {
  const options = { ...defaultOptions, database: withSharedWriter(store, false), ...overrides }
  return startServer(options, {
    clock,
    log: openLog(logged ? 'info' : 'silent', { write: (line) => logged?.push(line) }),
    workers: testPool,
    waitForChores: untilStopped,
  })
}

export function importsInto(endpoint: string, store: PreparedStore): Imports {
  const post: Imports['post'] = (fields = {}, headers = {}) =>
    send(endpoint, JSON.stringify({ ...validImport(store), ...fields }), {
      authorization: `Bearer ${store.token}`,
      ...headers,
    })
  return {
    post,
    async save(fields, headers) {
      const { status, json } = await post(fields, headers)
      assert.ok(status < 300, JSON.stringify(json))
      return json.page.id
    },
  }
}

/** Chores use the machine's time, so long tests would meet them. */
async function untilStopped(_ms: number, signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

export function validImport({ space }: Pick<PreparedStore, 'space'>): Record<string, unknown> {
  return {
    spaceId: space.id,
    parentId: space.homepageId,
    pageTitle: 'Title',
    content: '# Hello\n\nworld',
  }
}

export async function send(
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string>,
): Promise<TestAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    body: body as NonNullable<RequestInit['body']>,
    // A slow test would meet the server's closing of idle connections.
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      'accept-encoding': 'identity',
      ...headers,
    },
  })
  return { status: response.status, headers: response.headers, json: await response.json() }
}

export const defaultOptions: Omit<ServeOptions, 'database'> = {
  host: '127.0.0.1',
  port: 0,
  tls: undefined,
  isBehindProxy: false,
  publicUrl: undefined,
  allowedHosts: [],
  hasMcp: true,
  readers: 'anyone',
  limits: {
    maxBodyBytes: 8 * 1024 * 1024,
    maxMarkdownBytes: 1024 * 1024,
    maxDepth: 90,
    maxAdfBytes: 5 * 1024 * 1024,
    // Slow machines convert the tests' large documents as well.
    conversionTimeoutMs: 15_000,
  },
  maxLiveTokens: 50,
  metricsToken: undefined,
  openId: undefined,
  secondFactorRule: 'nobody',
  allowsPrivateRepositories: false,
  // The process also holds all its tests, so the budget is that of a large machine.
  memoryBytes: 16 * 1024 ** 3,
  keep: { importsMs: Number.POSITIVE_INFINITY, auditMs: Number.POSITIVE_INFINITY },
}
