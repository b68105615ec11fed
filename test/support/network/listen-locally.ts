/** Lets a test's server listen on a free local port, and ends it. @module */
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** @returns The origin, without a slash at its end. */
export async function listenLocally(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Connections that clients keep are closed as well. */
export function stopServer(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
