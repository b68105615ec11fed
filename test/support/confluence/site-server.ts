/** The socket of a simulated site. @module */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listenLocally, stopServer } from '../network/listen-locally.ts'
import type { Answer, Call } from './exchange.ts'
import { Burst, failure, takeFailure } from './faults.ts'
import { type ForeignAnswer, foreignAnswers } from './foreign-answers.ts'
import type { ConfluenceSimulator, SimulatedRequest, SimulatorSwitches } from './simulator.ts'

export interface Carrier {
  readonly switches: SimulatorSwitches
  readonly requests: SimulatedRequest[]
  readonly gateway: string
  watch: ConfluenceSimulator['watch']
  carryOut(call: Call): Answer
}

export async function startSiteServer(
  carrier: (origin: string) => Carrier,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  let serving: Carrier | undefined
  const burst = new Burst()
  const server = createServer((incoming, response) => {
    // A client that goes away is no fault of the site.
    serve(serving!, burst, incoming, response).catch(() => incoming.socket.destroy())
  })
  const origin = await listenLocally(server)
  serving = carrier(origin)
  return { origin, stop: () => stopServer(server) }
}

async function serve(
  carrier: Carrier,
  burst: Burst,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { switches } = carrier
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const call = readCall(carrier.gateway, incoming, Buffer.concat(chunks))
  const { method, path } = call
  const entry = { method, path, status: 0, sent: call.bytes.toString(), answered: '' }
  carrier.requests.push(entry)
  const fault = await carrier.watch({ when: 'before', method, path })
  if (fault === 'close' || take(switches, 'dropRequests')) return void incoming.socket.destroy()
  if (typeof fault === 'object' && 'inPlace' in fault) return sendForeign(response, entry, fault)
  if (typeof fault === 'object' && 'heldUntil' in fault) {
    incoming.socket.destroy()
    await fault.heldUntil
    const answer = carrier.carryOut(call)
    entry.status = answer.status
    entry.answered = textOf(answer)
    return
  }
  const isWrite = method !== 'GET'
  const answer =
    (fault && failure(switches, method, fault.status)) ??
    burst.take(switches, method) ??
    takeFailure(switches, method) ??
    carrier.carryOut(call)
  const lost = await carrier.watch({ when: 'carried-out', method, path })
  if (lost === 'close' || (isWrite && take(switches, 'dropAnswers')))
    return void incoming.socket.destroy()
  if (typeof lost === 'object' && 'inPlace' in lost) return sendForeign(response, entry, lost)
  if (switches.delayMs > 0) await wait(switches.delayMs)
  entry.status = answer.status
  entry.answered = textOf(answer)
  send(response, switches, answer)
}

function take(switches: SimulatorSwitches, name: 'dropRequests' | 'dropAnswers'): boolean {
  if (switches[name] === 0) return false
  switches[name]--
  return true
}

function readCall(gateway: string, incoming: IncomingMessage, bytes: Buffer): Call {
  const path = incoming.url ?? '/'
  const prefix = path.startsWith(`${gateway}/`) ? gateway : ''
  const { searchParams: query } = new URL(path, 'http://localhost')
  return {
    method: incoming.method ?? 'GET',
    params: {},
    query,
    headers: incoming.headers,
    bytes,
    path,
    prefix,
  }
}

function sendForeign(
  response: ServerResponse,
  entry: SimulatedRequest,
  { inPlace }: { readonly inPlace: ForeignAnswer },
): void {
  const { status, headers, text } = foreignAnswers[inPlace]
  Object.assign(entry, { status, answered: text })
  response.writeHead(status, headers).end(text)
}

function send(response: ServerResponse, switches: SimulatorSwitches, answer: Answer): void {
  const isText = answer.text !== undefined
  response.writeHead(answer.status, {
    date: new Date(Date.now() + switches.clockAheadMs).toUTCString(),
    'content-type': isText ? 'text/html;charset=utf-8' : 'application/json;charset=UTF-8',
    server: 'AtlassianEdge',
    'atl-traceid': '00000000000000000000000000000000',
    'atl-request-id': '00000000-0000-4000-8000-000000000000',
    'x-confluence-request-time': String(Date.now()),
    ...(switches.tellsLimits && { 'x-ratelimit-remaining': '100' }),
    ...answer.headers,
  })
  response.end(textOf(answer))
}

function textOf({ text, body }: Answer): string {
  return text ?? (body === undefined ? '' : JSON.stringify(body))
}
