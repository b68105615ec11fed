/** A server with a host token, and calls to the wiki's own API on it. @module */
import { hostTokens } from '../../../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../../../src/database/ids.ts'
import type { ServeOptions } from '../../../src/service/serve-options.ts'
import { dayMs } from '../prepared-store.ts'
import type { EngineName } from '../store/test-engines.ts'
import { startFreshServer } from './fresh-server.ts'
import type { TestAnswer, TestServer } from './test-server.ts'

export interface CallOptions {
  readonly method?: string
  readonly body?: string | Uint8Array
  readonly authorization?: string
}

export interface TestHostApi {
  readonly server: TestServer
  /** A host token of the administrator. */
  readonly token: string
  /** Call a path below `/wiki/api/v2`. */
  call(path: string, options?: CallOptions): Promise<TestAnswer>
  /** Make the body of a request for a page that nothing is wrong with. */
  newPage(title: string, changes?: object): string
  /** Create such a page and return its id. */
  create(title: string, changes?: object): Promise<string>
  stop(): Promise<void>
}

/**
 * Start a server on an empty store.
 * @param overrides Options that differ from the defaults.
 */
export async function startTestHostApi(
  engine: EngineName,
  overrides: Partial<ServeOptions> = {},
): Promise<TestHostApi> {
  const server = await startFreshServer(engine, overrides)
  const { database } = server
  const keeper = hostTokens(database, idAllocator(database), () => new Date())
  const input = {
    name: 'client',
    owner: 'admin',
    lifetimeMs: dayMs,
    canWrite: true,
    createdBy: 'test',
  }
  const { token } = await keeper.create(input)
  const api: TestHostApi = {
    server,
    token,
    async call(path, { method = 'GET', body, authorization = `Bearer ${token}` } = {}) {
      const response = await fetch(`${server.url}/wiki/api/v2${path}`, {
        method,
        headers: { authorization },
        ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
      })
      const { status, headers } = response
      return { status, headers, json: status === 204 ? undefined : await response.json() }
    },
    newPage: (title, changes = {}) =>
      JSON.stringify({
        spaceId: server.space.id,
        status: 'current',
        title,
        body: { representation: 'atlas_doc_format', value: adfText(title) },
        ...changes,
      }),
    async create(title, changes) {
      const body = api.newPage(title, changes)
      const { status, json } = await api.call('/pages', { method: 'POST', body })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
      return json.id
    },
    stop: () => server.stop(),
  }
  return api
}

/** Make an ADF document of one paragraph, as JSON text. */
export function adfText(text: string): string {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] }
  return JSON.stringify({ version: 1, type: 'doc', content: [paragraph] })
}
