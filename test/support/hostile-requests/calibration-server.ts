/** Answers at once, from a process of its own: what it is late by, the machine is. @module */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((_request, response) => response.end('ok'))
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
process.on('disconnect', () => process.exit())
