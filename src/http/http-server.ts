/** The listening socket: time limits for everything, and a stop that loses no request. @module */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as untilRead } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import { earlyAnswers } from './early-answers.ts'
import { checkHosts, type OwnNames } from './own-names.ts'
import { createTlsServer, type TlsFiles, unwatchTls } from './tls-server.ts'
import { answerUnusual, framingProblem, refuse } from './unusual-requests.ts'

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
/** For clients that continue to send after their answer. */
const earlyAnswerLimits = { silenceMs: 2_000, totalMs: 10_000, maxConnections: 256 } as const
/** Relative to the largest body, so that bodies slightly above the limit arrive whole. */
const earlyAnswerBodies = 2
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
  const early = earlyAnswers({
    ...earlyAnswerLimits,
    maxBytes: earlyAnswerBodies * options.limits.maxBodyBytes,
  })
  const unsent = unsentAnswers(options.maxUnsentBytes ?? usualUnsentBytes)
  const hostProblem = checkHosts(options)
  const answer: RequestListener = (request, response) => {
    if (isStopping) response.shouldKeepAlive = false
    early.follow(request, response)
    unsent.follow(response)
    const misframed = framingProblem(request)
    // The end of the body is unknown, so the connection cannot be used for another request.
    if (misframed !== undefined) response.shouldKeepAlive = false
    const problem = misframed ?? hostProblem(request)
    if (problem !== undefined) return refuse(request, response, problem, log)
    // HTTP/1.0 probes send no host.
    request.headers.host ??= 'localhost'
    listener(request, response)
  }
  const { tls } = options
  const server =
    tls === undefined ? createServer(timeouts, answer) : createTlsServer(tls, timeouts, answer, log)
  server.maxConnections = maxConnections
  server.setTimeout(silenceTimeoutMs)
  const destroySilent = trackSilent(server, tls === undefined ? 'connection' : 'secureConnection')
  answerUnusual(server, answer, { early, timeouts, silenceMs: earlyAnswerLimits.silenceMs })
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
      await closeGently(server, () => {
        early.end()
        destroySilent()
      })
    },
  }
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
