/** The listening socket: time-outs on everything, and a stop that loses no request. @module */

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
  /** 0 for any. */
  readonly port: number
  readonly tls: TlsFiles | undefined
  readonly limits: { readonly maxBodyBytes: number }
  /** What answers may hold that clients do not take, in bytes. */
  readonly maxUnsentBytes?: number
}

export interface HttpServer {
  readonly port: number
  /** Stop accepting, answer what was accepted, then close; resolves when nothing is open. */
  stop(): Promise<void>
}

/** The longest time that a request may take to arrive. */
export const requestTimeoutMs = 30_000
/** Node's own defaults leave slow clients connected for minutes, and refuse without words. */
const timeouts = {
  // `checkHosts` asks for it, and says so.
  requireHostHeader: false,
  headersTimeout: 5_000,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
} as const
/** For connections on which nothing moves at all, not even a first byte. */
const silenceTimeoutMs = 35_000
const maxConnections = 10_000
/** Closing the listening socket resets the connections that the kernel holds for us: take them first. */
const backlogGraceMs = 100
/**
 * A client may have sent a request on an idle connection that we have not seen yet. In steps, so
 * that a machine that stood still, or a thread that did, takes one of them and not all.
 */
const idleGrace = { stepMs: 100, steps: 10 } as const
const stopDeadlineMs = 10_000
/** For clients that send on after their answer. */
const earlyAnswerLimits = { silenceMs: 2_000, totalMs: 10_000, maxConnections: 256 } as const
/** Of the largest body: also one that is refused for its size may arrive whole, if it is not far over. */
const earlyAnswerBodies = 2
/** Where no budget says how much: a few of the largest answers. */
const usualUnsentBytes = 64 * 1024 * 1024
/**
 * Listen.
 * @param listener Answers requests that are addressed to the service.
 * @param log Told of certificate reloads and of requests that are not.
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
    // Where its body ends is not known, and so neither is where another request begins.
    if (misframed !== undefined) response.shouldKeepAlive = false
    const problem = misframed ?? hostProblem(request)
    if (problem !== undefined) return refuse(request, response, problem, log)
    // Probes of HTTP/1.0 name no host, and mean the one that they connected to.
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

/** Follow the connections that have not sent a whole request, which Node counts as busy. */
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

/** The HTTP server's own `close` would cut idle connections at once, and requests on their way with them. */
async function closeGently(server: Server | TlsServer, cutWaiting: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  const deadline = setTimeout(() => server.closeAllConnections(), stopDeadlineMs)
  let step = 0
  const steps = setInterval(async () => {
    // What has arrived is read before it is decided who is idle.
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
  /** Watch over an answer until it has left. */
  follow(response: ServerResponse): void
}

interface Progress {
  unsentBytes: number
  /** When it last became less, on the monotonic clock. */
  movedAtMs: number
}

const watchMs = 100

/**
 * Bound the bytes of answers that clients do not take. As long as there is room a slow client is waited for; beyond
 * it, those that took nothing for the longest time are cut off.
 * @param maxBytes What all answers together may leave unsent.
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
