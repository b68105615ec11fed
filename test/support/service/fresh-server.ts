/** A server on an empty store of its own, for tests that need no other. @module */
import type { ServeOptions } from '../../../src/server/service/serve-options.ts'
import { createTestStore, type EngineName } from '../store/test-engines.ts'
import { started } from './started.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export async function startFreshServer(
  engine: EngineName,
  overrides: Partial<ServeOptions> = {},
): Promise<TestServer> {
  const store = await createTestStore(engine)
  const server = await startTestServer(store.options, overrides)
  return {
    ...server,
    async stop() {
      await server.stop()
      await store.remove()
    },
  }
}

/** One for the tests of a file or suite. */
export function freshServer(
  engine: EngineName,
  overrides?: Partial<ServeOptions>,
  prepare?: (server: TestServer) => unknown,
): TestServer {
  return started(() => startFreshServer(engine, overrides), prepare)
}
