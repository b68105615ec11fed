/** A private listener for imports that the service runs itself. @module */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

export interface OpenedImports {
  readonly endpoint: string
  close(): void
}

/** Listens on loopback. Only the operation is served, which requires the run's token. */
export async function openImports(
  app: { readonly fetch: Parameters<typeof getRequestListener>[0] },
  webtrigger: string,
): Promise<OpenedImports> {
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/wiki/apps/')) return void listener(request, response)
    response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}${webtrigger}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
