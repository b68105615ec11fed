/** An HTTP server that answers as a test says, and keeps what it was sent. @module */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally, stopServer } from './listen-locally.ts'

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

export async function startScriptedService(script: Script): Promise<ScriptedService> {
  const requests: SentRequest[] = []
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk
    const { method, url: path, headers } = incoming
    const request = { method, path, headers, fields: text === '' ? {} : JSON.parse(text) }
    requests.push(request)
    script(response, requests.length - 1, request)
  })
  return {
    endpoint: `${await listenLocally(server)}/wiki/apps/a/e/webtrigger`,
    requests,
    stop: () => stopServer(server),
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

/** A lost answer is one to a request that arrived. */
export type Refusal = (request: SentRequest) => number | 'lost' | undefined

export async function startRefusingService(
  endpoint: string,
  refusalOf: Refusal,
): Promise<ScriptedService> {
  return startScriptedService(async (response, _, request) => {
    const refusal = refusalOf(request)
    if (typeof refusal === 'number') return answer(response, refusal, { key: keys[refusal] })
    const { headers, fields, path = '', method = 'POST' } = request
    const { authorization = '', 'idempotency-key': key, 'markport-run': run } = headers
    const real = await fetch(besideEndpoint(endpoint, path), {
      method,
      headers: {
        authorization,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': String(key) }),
        ...(run === undefined ? {} : { 'markport-run': String(run) }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(fields) }),
    })
    if (refusal === 'lost') response.destroy()
    else answer(response, real.status, (await real.json()) as object)
  })
}

const keys: Readonly<Record<number, string>> = { 404: 'not-found', 503: 'unavailable' }

export function besideEndpoint(endpoint: string, path: string): string {
  return new URL(path.replace(/^.*\/apps\/[^/]+\/[^/]+\//, ''), endpoint).href
}

export function startOlderService(endpoint: string): Promise<ScriptedService> {
  return startRefusingService(endpoint, ({ path }) =>
    /\/(?:reservations|sources)(?:\?|$)/.test(path ?? '') ? 404 : undefined,
  )
}
