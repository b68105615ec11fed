/** Lets a test's server listen on a free local port. @module */
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** @returns The origin, without a slash at its end. */
export async function listenLocally(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
