/** The listening socket: time limits for everything, and a stop that loses no request. @module */

import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as untilRead } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import { RequestError } from '../contract/errors.ts'
import { dropBody } from './drop-body.ts'
import { errorAnswer } from './error-answer.ts'
import { checkHosts, type OwnNames } from './own-names.ts'
import { safeHeaders } from './security-headers.ts'
import { createTlsServer, type TlsFiles, unwatchTls } from './tls-server.ts'

export interface HttpServerOptions extends OwnNames {
  /** 0 for any free port. */
  readonly port: number
  readonly tls: TlsFiles | undefined
  readonly limits: { readonly maxBodyBytes: number }
  /** The most bytes of answers that clients have not read. */
  readonly maxUnsentBytes?: number
}

export interface HttpServer {
  readonly port: number
  stop(): Promise<void>
}

export const requestTimeoutMs = 30_000
/** Node's defaults keep slow clients connected for minutes, and refuse without an explanation. */
const timeouts = {
  // `checkHosts` does this, with a better message.
  requireHostHeader: false,
  headersTimeout: 5_000,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
} as const
/** For connections without any traffic, not even a first byte. */
const silenceTimeoutMs = 35_000
const maxConnections = 10_000
/**
 * Closing the listening socket resets connections in the kernel's backlog, so they are accepted
 * first.
 */
const backlogGraceMs = 100
/**
 * Idle connections may carry a request that we have not read yet. Waiting in steps survives a pause
 * of the machine, which uses up only one step.
 */
const idleGrace = { stepMs: 100, steps: 10 } as const
const stopDeadlineMs = 10_000
/** The default without a memory budget: a few of the largest answers. */
const usualUnsentBytes = 64 * 1024 * 1024
/**
 * @throws {TlsFilesError} When the TLS files cannot be used.
 * @throws {Error} When the address is taken.
 */
export async function startHttpServer(
  options: HttpServerOptions,
  listener: RequestListener,
  log: Log,
): Promise<HttpServer> {
  let isStopping = false
  const unsent = unsentAnswers(options.maxUnsentBytes ?? usualUnsentBytes)
  const hostProblem = checkHosts(options)
  const answer: RequestListener = (request, response) => {
    if (isStopping) response.shouldKeepAlive = false
    unsent.follow(response)
    const problem = hostProblem(request)
    if (problem !== undefined) {
      void refuse(request, response, { problem, log, maxBodyBytes: options.limits.maxBodyBytes })
      return
    }
    // HTTP/1.0 probes send no host.
    request.headers.host ??= 'localhost'
    listener(request, response)
  }
  const { tls } = options
  const server =
    tls === undefined ? createServer(timeouts, answer) : createTlsServer(tls, timeouts, answer, log)
  server.maxConnections = maxConnections
  server.setTimeout(silenceTimeoutMs)
  server.on('clientError', answerBroken)
  const destroySilent = trackSilent(server, tls === undefined ? 'connection' : 'secureConnection')
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.host, port: options.port, backlog: 4096 }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      await sleep(backlogGraceMs)
      await untilRead()
      isStopping = true
      if (tls !== undefined) unwatchTls(tls)
      await closeGently(server, destroySilent)
    },
  }
}

/** The longest host name that is logged. */
const maxLoggedHost = 255

/** Refuse a request that is addressed to somebody else, before anything else looks at it. */
async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  {
    problem,
    log,
    maxBodyBytes,
  }: { readonly problem: RequestError; readonly log: Log; readonly maxBodyBytes: number },
): Promise<void> {
  const requestId = randomUUID()
  const { key, status } = problem
  log.warn(
    { requestId, key, status, host: request.headers.host?.slice(0, maxLoggedHost) },
    'request refused',
  )
  if (!(await dropBody(request, maxBodyBytes))) response.shouldKeepAlive = false
  const text = JSON.stringify(errorAnswer(problem, requestId).answer)
  // Without `Strict-Transport-Security`, because the name is not ours.
  response
    .writeHead(status, {
      ...safeHeaders,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'X-Request-Id': requestId,
    })
    .end(text)
}

/** Answer what is no HTTP in the contract's shape. */
function answerBroken(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const [status, reason] = parserProblems[error.code ?? ''] ?? notHttp
  const { answer } = errorAnswer(new RequestError('bad-request', reason), randomUUID())
  const text = JSON.stringify(answer)
  const headers = {
    ...safeHeaders,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}

const notHttp = [400, 'this is not a well-formed HTTP/1.1 request.'] as const
const parserProblems: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `the headers must be at most ${timeouts.maxHeaderSize} bytes together.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    `the request must arrive within ${requestTimeoutMs / 1000} seconds.`,
  ],
}

/** Track connections without a complete request, which Node counts as busy. */
function trackSilent(server: Server | TlsServer, event: string): () => void {
  const silent = new Set<Socket>()
  server.on(event, (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  return () => {
    for (const socket of silent) socket.destroy()
  }
}

/** Node's own `close` would cut idle connections at once, with requests that are on their way. */
async function closeGently(server: Server | TlsServer, cutWaiting: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  const deadline = setTimeout(() => server.closeAllConnections(), stopDeadlineMs)
  let step = 0
  const steps = setInterval(async () => {
    // Read what has arrived before deciding who is idle.
    await untilRead()
    step += 1
    if (step === idleGrace.steps) cutWaiting()
    if (step >= idleGrace.steps) server.closeIdleConnections()
  }, idleGrace.stepMs)
  await closed
  clearTimeout(deadline)
  clearInterval(steps)
}

export interface UnsentAnswers {
  follow(response: ServerResponse): void
}

interface Progress {
  unsentBytes: number
  movedAtMs: number
}

const watchMs = 100

/**
 * Limit the unread bytes of answers. Beyond the limit, the clients that have read nothing for the
 * longest time are disconnected.
 */
export function unsentAnswers(maxBytes: number): UnsentAnswers {
  const open = new Map<ServerResponse, Progress>()
  let watching: NodeJS.Timeout | undefined

  const watch = (): void => {
    const now = performance.now()
    let totalBytes = 0
    for (const [response, progress] of open) {
      const unsentBytes = response.writableLength
      if (unsentBytes !== progress.unsentBytes) progress.movedAtMs = now
      progress.unsentBytes = unsentBytes
      totalBytes += unsentBytes
    }
    if (totalBytes <= maxBytes) return
    const waiting = [...open].sort(([, left], [, right]) => left.movedAtMs - right.movedAtMs)
    for (const [response, { unsentBytes }] of waiting) {
      if (unsentBytes === 0) continue
      response.destroy()
      totalBytes -= unsentBytes
      if (totalBytes <= maxBytes) return
    }
  }
  const forget = (response: ServerResponse): void => {
    open.delete(response)
    if (open.size > 0) return
    clearInterval(watching)
    watching = undefined
  }
  return {
    follow(response) {
      open.set(response, { unsentBytes: 0, movedAtMs: performance.now() })
      response.once('close', () => forget(response))
      watching ??= setInterval(watch, watchMs).unref()
    },
  }
}
