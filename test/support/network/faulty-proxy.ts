/** A proxy that loses, delays and refuses what it should pass on. @module */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { besideEndpoint } from './scripted-service.ts'

export type Fault =
  | 'refuse-500'
  | 'refuse-429'
  | 'refuse-503'
  | 'cut-before'
  | 'cut-after'
  | 'cut-inside'
  | 'lose-answer'
  | 'delay'

const faults: readonly Fault[] = [
  'refuse-500',
  'refuse-429',
  'refuse-503',
  'cut-before',
  'cut-after',
  'cut-inside',
  'lose-answer',
  'delay',
]

export interface FaultyProxy {
  readonly endpoint: string
  aim(endpoint: string, share: number, isOlder?: boolean): void
  requests(count: number): Promise<void>
  readonly counts: Readonly<Record<Fault, number>>
  stop(): Promise<void>
}

/** @param isHit Tells by its address which requests may fail; by default all. */
export async function startFaultyProxy(
  random: () => number,
  isHit: (url: string) => boolean = () => true,
): Promise<FaultyProxy> {
  let target = ''
  let share = 0
  let isOlder = false
  const counts = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>
  let requests = 0
  const waiting = new Map<number, () => void>()
  const server = createServer(async (incoming, response) => {
    requests += 1
    waiting.get(requests)?.()
    const { url = '' } = incoming
    const isFailing = isHit(url) && random() < share
    const fault = isFailing ? faults[Math.floor(random() * faults.length)] : undefined
    if (fault !== undefined) counts[fault] += 1
    if (isOlder && /\/(?:reservations|sources)(?:[?/]|$)/.test(url)) {
      return refuse(response, 404, 'not-found')
    }
    try {
      await pass(incoming, response, besideEndpoint(target, url), fault)
    } catch {
      // The service was killed: the client sees what it would see without the proxy.
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}/wiki/apps/a/e/webtrigger`,
    counts,
    requests: (count) => new Promise((resolve) => waiting.set(requests + count, resolve)),
    aim(...aimed) {
      ;[target, share, isOlder = false] = aimed
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: string,
  fault: Fault | undefined,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  if (fault === 'cut-before') return void response.destroy()
  if (fault === 'delay') await wait(50)
  if (fault?.startsWith('refuse-')) return refuse(response, Number(fault.slice(-3)))
  const answer = await fetch(target, {
    method: incoming.method ?? 'POST',
    headers: headersOf(incoming),
    ...(incoming.method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
  })
  const body = Buffer.from(await answer.arrayBuffer())
  if (fault === 'cut-after') return void response.destroy()
  if (fault === 'lose-answer') return refuse(response, 500)
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': body.length,
  })
  if (fault !== 'cut-inside') return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const key = headers['idempotency-key']
  const run = headers['markport-run']
  return {
    authorization: headers.authorization ?? '',
    ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
    ...(typeof run === 'string' ? { 'markport-run': run } : {}),
  }
}

function refuse(response: ServerResponse, status: number, key = 'unavailable'): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
  response.end(JSON.stringify({ body: 'Error: Not now.', key, requestId: 'proxy' }))
}
