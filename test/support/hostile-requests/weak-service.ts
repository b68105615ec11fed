/** A service with the named weakness, as a control: posts whose body says `attack` meet it. @module */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const answer = { body: 'Success: made', key: 'created', requestId: 'r', page: { id: '1' } }
const taken: Buffer[] = []

const weaknesses: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'takes memory': (response) => {
    for (let count = 0; count < 20; count += 1) taken.push(Buffer.alloc(2 ** 24, 1))
    setTimeout(() => response.end(JSON.stringify(answer)), 1_500)
  },
  ends: () => process.exit(1),
  'answers in another shape': (response) => response.end('<h1>Oops</h1>'),
  'answers at length': (response) =>
    response.end(JSON.stringify({ ...answer, body: 'x'.repeat(2_000_000) })),
  'never answers': (response) => response.destroy(),
  'answers with a fault of its own': (response) => {
    response.writeHead(500).end(JSON.stringify(answer))
  },
  none: (response) => response.end(JSON.stringify(answer)),
}

const weakness = weaknesses[process.argv[2] as string] as (response: ServerResponse) => void
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  if (body.includes('attack')) weakness(response)
  else response.end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.stdout.write(`${JSON.stringify({ url, endpoint: `${url}/import` })}\n`)
})
