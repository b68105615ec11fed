/**
 * The listening socket: time-outs on everything, TLS with reload, answers to what no route should
 * see, and a stop that loses no request.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as untilRead } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import type { RequestError } from '../errors.ts'
import type { Answer } from '../importing/contract.ts'
import type { Log } from '../log.ts'
import { type EarlyAnswers, earlyAnswers, inviteWhenRead } from './early-answers.ts'
import { checkHosts, type OwnNames } from './own-names.ts'
import { unsentAnswers } from './unsent-answers.ts'

export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** The TLS files cannot be used; the message says why. */
export class TlsFilesError extends Error {
  override readonly name = 'TlsFilesError'
}

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
/** Node's own defaults leave slow clients connected for minutes. */
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
} as const
/** For connections on which nothing moves at all, not even a first byte. */
const silenceTimeoutMs = 35_000
const tlsHandshakeTimeoutMs = 10_000
const maxConnections = 10_000
const certificateCheckIntervalMs = 2_000
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
/** As long as a name can be. */
const maxLoggedHost = 255

/**
 * Listen.
 * @param options The service's names, TLS files, and the largest body.
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
    const problem = hostProblem(request)
    if (problem !== undefined) return refuse(request, response, problem, log)
    // Probes of HTTP/1.0 name no host, and mean the one that they connected to.
    request.headers.host ??= 'localhost'
    listener(request, response)
  }
  const { tls } = options
  const server = tls === undefined ? createServer(timeouts, answer) : createTls(tls, answer, log)
  server.maxConnections = maxConnections
  server.setTimeout(silenceTimeoutMs)
  const destroySilent = trackSilent(server, tls === undefined ? 'connection' : 'secureConnection')
  answerUnusual(server, answer, early)
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
      if (tls !== undefined) for (const file of [tls.certFile, tls.keyFile]) unwatchFile(file)
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

function createTls(files: TlsFiles, listener: RequestListener, log: Log): TlsServer {
  const server = createTlsServer(
    {
      ...timeouts,
      ...readFirstTls(files),
      handshakeTimeout: tlsHandshakeTimeoutMs,
      minVersion: 'TLSv1.2',
    },
    listener,
  )
  const reload = (): void => {
    try {
      const loaded = readTls(files)
      // Checked first: a half-written pair must not replace the one in use.
      createSecureContext(loaded)
      server.setSecureContext({ ...loaded, minVersion: 'TLSv1.2' })
      log.info({}, 'certificate reloaded')
    } catch (error) {
      log.error({ error }, 'certificate not reloaded')
    }
  }
  for (const file of [files.certFile, files.keyFile]) {
    watchFile(file, { interval: certificateCheckIntervalMs, persistent: false }, reload)
  }
  return server
}

function readFirstTls(files: TlsFiles): { cert: Buffer; key: Buffer } {
  try {
    const loaded = readTls(files)
    createSecureContext(loaded)
    return loaded
  } catch (error) {
    throw new TlsFilesError((error as Error).message, { cause: error })
  }
}

function readTls(files: TlsFiles): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) }
}

/** Refuse a request that is not addressed to this service, before anything is looked up for it. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, key, message }: RequestError,
  log: Log,
): void {
  const requestId = randomUUID()
  const host = request.headers.host?.slice(0, maxLoggedHost)
  log.warn({ requestId, key, status, host }, 'request refused')
  const text = answerText(message, requestId, key)
  response.writeHead(status, {
    ...refusalHeaders,
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': requestId,
  })
  response.end(text)
}

const refusalHeaders = {
  'Content-Type': 'application/json',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const

function answerText(message: string, requestId: string, key: Answer['key']): string {
  return JSON.stringify({ body: `Error: ${message}`, key, requestId } satisfies Answer)
}

/** What never reaches the routes gets the contract's shape here. */
function answerUnusual(
  server: Server | TlsServer,
  answer: RequestListener,
  early: EarlyAnswers,
): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    inviteWhenRead(request, response)
    answer(request, response)
  })
  server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    answerRaw(socket, 417, 'Expect may be 100-continue only.'),
  )
  server.on('connect', (_, socket: Socket) =>
    answerRaw(socket, 405, 'this is no proxy.', 'method-not-allowed'),
  )
  const answered = new WeakSet<Socket>()
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    // Its answer is on the way, and what follows is no answer to anything.
    if (early.has(socket)) return socket.destroySoon()
    // The rest of what was answered: dropped, since a reset would take the answer back.
    if (answered.has(socket)) return
    answered.add(socket)
    const { status, reason } = describeClientError(error.code)
    answerRaw(socket, status, reason)
    const destroy = (): void => void socket.destroy()
    const silence = setTimeout(destroy, earlyAnswerLimits.silenceMs)
    socket.once('end', destroy).once('close', () => clearTimeout(silence))
  })
}

function answerRaw(
  socket: Socket,
  status: number,
  reason: string,
  key: Answer['key'] = 'bad-request',
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const text = answerText(reason, randomUUID(), key)
  const headers = { ...refusalHeaders, 'Content-Length': Buffer.byteLength(text) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}Connection: close\r\n\r\n${text}`,
  )
}

function describeClientError(code: string | undefined): { status: number; reason: string } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const reason = `the headers must be at most ${timeouts.maxHeaderSize} bytes together.`
    return { status: 431, reason }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const reason = `the request must arrive within ${timeouts.requestTimeout / 1000} seconds.`
    return { status: 408, reason }
  }
  return { status: 400, reason: 'this is not a well-formed HTTP/1.1 request.' }
}
