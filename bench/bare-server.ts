/** `node:http` that sends one fixed answer: the floor of a page view. Options come as JSON. @module */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { status, headers, file } = JSON.parse(process.argv[2] as string) as {
  status: number
  headers: Record<string, string>
  file: string
}
const body = readFileSync(file)
const server = createServer((_, response) => {
  response.writeHead(status, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ endpoint: `http://127.0.0.1:${port}/` })}\n`)
})
