import type { ServeOptions } from '../../../src/server/service/serve-options.ts'
import type { EngineName } from '../store/test-engines.ts'
import { startFreshServer } from './fresh-server.ts'
import { started } from './started.ts'
import type { TestAnswer, TestServer } from './test-server.ts'

export interface TestHostApi {
  readonly server: TestServer
  readonly token: string
  call(
    path: string,
    options?: { readonly method?: string; readonly authorization?: string },
  ): Promise<TestAnswer>
  create(title: string, place?: { spaceId?: string; parentId?: string }): Promise<string>
  stop(): Promise<void>
}

export async function startTestHostApi(
  engine: EngineName,
  overrides: Partial<ServeOptions> = {},
): Promise<TestHostApi> {
  const server = await startFreshServer(engine, overrides)
  const { token } = await server.createHostToken('client')
  return {
    server,
    token,
    async call(path, { method = 'GET', authorization = `Bearer ${token}` } = {}) {
      const headers = { authorization }
      const response = await fetch(`${server.url}/wiki/api/v2${path}`, { method, headers })
      const { status, headers: answered } = response
      return { status, headers: answered, json: status === 204 ? undefined : await response.json() }
    },
    create: (title, place) => server.save({ pageTitle: title, content: title, ...place }),
    stop: () => server.stop(),
  }
}

/** One for the tests of a file or suite. */
export function testHostApi(engine: EngineName, overrides?: Partial<ServeOptions>): TestHostApi {
  return started(() => startTestHostApi(engine, overrides))
}
