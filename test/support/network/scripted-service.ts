/** An HTTP server that answers as a test says, and keeps what it was sent. @module */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SentRequest {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly fields: Readonly<Record<string, unknown>>
}

export type Script = (response: ServerResponse, number: number, request: SentRequest) => void

export interface ScriptedService {
  readonly endpoint: string
  readonly requests: readonly SentRequest[]
  stop(): Promise<void>
}

export async function startScriptedService(script: Script, port = 0): Promise<ScriptedService> {
  const requests: SentRequest[] = []
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk
    const { method, url: path, headers } = incoming
    const request = { method, path, headers, fields: text === '' ? {} : JSON.parse(text) }
    requests.push(request)
    script(response, requests.length - 1, request)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${own}/wiki/apps/a/e/webtrigger`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function answer(
  response: ServerResponse,
  status: number,
  fields: object = {},
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(
    JSON.stringify({ body: 'Error: said so', key: 'unavailable', requestId: 'r', ...fields }),
  )
}
