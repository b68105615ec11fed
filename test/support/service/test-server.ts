/** A real server on a real socket, with a space and a token, for tests of the whole service. @module */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { openLog } from '../../../src/base/log.ts'
import type { DatabaseOptions } from '../../../src/database/open-database.ts'
import type { ServeOptions } from '../../../src/service/serve-options.ts'
import { type RunningServer, startServer } from '../../../src/service/server.ts'
import { type PreparedStore, prepareStore } from '../prepared-store.ts'
import { withSharedWriter } from '../store/shared-writer.ts'
import { testPool } from './test-workers.ts'

export interface TestServer extends RunningServer, PreparedStore {
  readonly clock: () => Date
  /** Move the server's clock. */
  advanceClock(ms: number): void
  /** From now on nothing else moves it: codes do not lapse on their way. */
  stopClock(): void
  /** Post an import; the body's fields start from a valid request. */
  post(fields?: Record<string, unknown>, headers?: Record<string, string>): Promise<TestAnswer>
  /** Post an import that nothing is wrong with, and give its page's id. */
  save(fields?: Record<string, unknown>, headers?: Record<string, string>): Promise<string>
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any
}

/**
 * Start a server on a store.
 * @param overrides Options that differ from the defaults.
 */
export async function startTestServer(
  store: DatabaseOptions,
  overrides: Partial<ServeOptions> = {},
  logged?: string[],
): Promise<TestServer> {
  let aheadMs = 0
  let stoppedAt: number | undefined
  const clock = (): Date => new Date((stoppedAt ?? Date.now()) + aheadMs)
  const server = await startServer(
    { ...defaultOptions, database: withSharedWriter(store, false), ...overrides },
    {
      clock,
      log: openLog(logged ? 'info' : 'silent', { write: (line) => logged?.push(line) }),
      workers: testPool,
      waitForChores: untilStopped,
    },
  )
  const prepared = await prepareStore(store, clock)
  const post: TestServer['post'] = (fields = {}, headers = {}) =>
    send(server.endpoint, JSON.stringify({ ...validImport(prepared), ...fields }), {
      authorization: `Bearer ${prepared.token}`,
      ...headers,
    })
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
    post,
    async save(fields, headers) {
      const { status, json } = await post(fields, headers)
      assert.ok(status < 300, JSON.stringify(json))
      return json.page.id
    },
    async stop() {
      await server.stop()
      await prepared.database.close()
    },
  }
}

/** Chores change the store by the machine's time: a test that takes long would meet them. */
async function untilStopped(_ms: number, signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

/** Give the fields of an import that nothing is wrong with. */
export function validImport({ space }: Pick<PreparedStore, 'space'>): Record<string, unknown> {
  return {
    spaceId: space.id,
    parentId: space.homepageId,
    pageTitle: 'Title',
    content: '# Hello\n\nworld',
  }
}

/** Post a raw body. */
export async function send(
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string>,
): Promise<TestAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    body: body as NonNullable<RequestInit['body']>,
    // A server ends a connection that nothing uses: a test that is slow between two requests would meet it.
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      'accept-encoding': 'identity',
      ...headers,
    },
  })
  return { status: response.status, headers: response.headers, json: await response.json() }
}

/** The options of a test's server, beside the store. */
export const defaultOptions: Omit<ServeOptions, 'database'> = {
  host: '127.0.0.1',
  port: 0,
  tls: undefined,
  isBehindProxy: false,
  publicUrl: undefined,
  allowedHosts: [],
  corsOrigins: [],
  hasMcp: true,
  readers: 'anyone',
  limits: {
    maxBodyBytes: 8 * 1024 * 1024,
    maxMarkdownBytes: 1024 * 1024,
    maxDepth: 90,
    maxAdfBytes: 5 * 1024 * 1024,
    // Slow machines convert the large documents of the tests as well.
    conversionTimeoutMs: 15_000,
  },
  maxLiveTokens: 50,
  // That of a machine of some size: in the process are all its tests, and what they left, as well.
  memoryBytes: 16 * 1024 ** 3,
  keep: { importsMs: Number.POSITIVE_INFINITY, auditMs: Number.POSITIVE_INFINITY },
}
