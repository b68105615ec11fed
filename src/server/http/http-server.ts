/** The listening socket: its time limits, and a stop that loses no request. @module */
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
import { type HostName, isLoopbackName, parseHostName } from '../../contract/base/hosts.ts'
import type { Log } from '../../contract/base/log.ts'
import { RequestError } from '../../contract/errors.ts'
import { errorAnswer } from './error-answer.ts'
import { dropBody } from './limit-body.ts'
import { safeHeaders } from './security-headers.ts'
import { createTlsServer, type TlsFiles, unwatchTls } from './tls-server.ts'

export interface HttpServerOptions extends OwnNames {
  /** The port to listen on; 0 takes any free port. */
  readonly port: number
  readonly tls: TlsFiles | undefined
  readonly limits: { readonly maxBodyBytes: number }
  /** Limit of all answers' bytes that clients have not read. */
  readonly maxUnsentBytes?: number
}

export interface HttpServer {
  readonly port: number
  stop(): Promise<void>
}

export const requestTimeoutMs = 30_000
/** Node's defaults keep slow clients connected for minutes. */
const timeouts = {
  // `checkHosts` refuses a missing host with a better message.
  requireHostHeader: false,
  headersTimeout: 5_000,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
} as const
/** Closes connections that send nothing at all. */
const silenceTimeoutMs = 35_000
const maxConnections = 10_000
/** Closing the socket resets connections in the kernel's backlog, so they are accepted first. */
const backlogGraceMs = 100
/**
 * Idle connections may carry a request that was not read yet. Waiting in steps survives a pause of
 * the machine, which uses up only one step.
 */
const idleGrace = { stepMs: 100, steps: 10 } as const
const stopDeadlineMs = 10_000
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
  /** Node counts connections without a complete request as busy. */
  const silent = new Set<Socket>()
  const answer: RequestListener = (request, response) => {
    silent.delete(request.socket)
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
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
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
      await closeGently(server, silent)
    },
  }
}

const maxLoggedHost = 255

/** Refuses requests for other hosts before anything else looks at them. */
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
  // Do not send `Strict-Transport-Security`, because the host name is not ours.
  response
    .writeHead(status, {
      ...safeHeaders,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'X-Request-Id': requestId,
    })
    .end(text)
}

const slowSockets = new WeakSet<Socket>()

/** Exempts a request's body from the time limit. Its reader must set a deadline. */
export function letArriveSlowly(request: IncomingMessage): void {
  const { socket } = request
  slowSockets.add(socket)
  request.once('close', () => slowSockets.delete(socket))
}

const answeredBroken = new WeakSet<Socket>()
/** An immediate reset would keep a client that still sends from reading the answer. */
const lingerMs = 2_000

function answerBroken(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowSockets.delete(socket)) return
  if (answeredBroken.has(socket)) return
  answeredBroken.add(socket)
  const destroy = (): void => void socket.destroy()
  if (!socket.writable) {
    destroy()
    return
  }
  const timer = setTimeout(destroy, lingerMs)
  socket.once('end', destroy).once('close', () => clearTimeout(timer))
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

/** Node's own `close` cuts idle connections at once, even with a request on its way. */
async function closeGently(server: Server | TlsServer, silent: Iterable<Socket>): Promise<void> {
  const whenClosed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  const deadline = setTimeout(() => server.closeAllConnections(), stopDeadlineMs)
  let step = 0
  const steps = setInterval(async () => {
    // Read pending requests before deciding which connections are idle.
    await untilRead()
    step += 1
    if (step === idleGrace.steps) for (const socket of silent) socket.destroy()
    if (step >= idleGrace.steps) server.closeIdleConnections()
  }, idleGrace.stepMs)
  await whenClosed
  clearTimeout(deadline)
  clearInterval(steps)
}

interface Progress {
  unsentBytes: number
  movedAtMs: number
}

const watchMs = 100

/** Limits the unread bytes of all answers: disconnects the clients that stalled longest. */
export function unsentAnswers(maxBytes: number) {
  const progressOf = new Map<ServerResponse, Progress>()
  let watching: NodeJS.Timeout | undefined

  const watch = (): void => {
    const now = performance.now()
    let totalBytes = 0
    for (const [response, progress] of progressOf) {
      const unsentBytes = response.writableLength
      if (unsentBytes !== progress.unsentBytes) progress.movedAtMs = now
      progress.unsentBytes = unsentBytes
      totalBytes += unsentBytes
    }
    if (totalBytes <= maxBytes) return
    const longestSilentFirst = [...progressOf].sort(
      ([, left], [, right]) => left.movedAtMs - right.movedAtMs,
    )
    for (const [response, { unsentBytes }] of longestSilentFirst) {
      if (unsentBytes === 0) continue
      response.destroy()
      totalBytes -= unsentBytes
      if (totalBytes <= maxBytes) return
    }
  }
  const forget = (response: ServerResponse): void => {
    progressOf.delete(response)
    if (progressOf.size > 0) return
    clearInterval(watching)
    watching = undefined
  }
  return {
    follow(response: ServerResponse): void {
      progressOf.set(response, { unsentBytes: 0, movedAtMs: performance.now() })
      response.once('close', () => forget(response))
      watching ??= setInterval(watch, watchMs).unref()
    },
  }
}

interface OwnNames {
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

/** These addresses accept any host name, because probes use any and the answers hold no secrets. */
const openToAll: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])
const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '[::]'])

/**
 * Guards against DNS rebinding: only this service's names are accepted.
 * @returns A check of a request's host: the error, or undefined.
 */
function checkHosts(names: OwnNames): (request: IncomingMessage) => RequestError | undefined {
  const listening = parseHostName(bracketed(names.host))
  const publicHost = names.publicUrl && parseHostName(new URL(names.publicUrl).hostname)
  const allowedHosts = [listening, publicHost, ...names.allowedHosts.map(parseHostName)].flatMap(
    (name) => name || [],
  )
  const isEverywhere = listening !== undefined && everyAddress.has(listening.name)
  const isOurs = (host: HostName, socket: Socket): boolean => {
    if (allowedHosts.some((allowedHost) => covers(allowedHost, host))) return true
    const local = bracketed(socket.localAddress ?? '')
    // Clients of a container use the loopback name of its host.
    if (isLoopbackName(host.name)) return isEverywhere || isLoopbackName(local)
    return host.name === local
  }
  return (request) => {
    const hosts = addressedTo(request)
    if (typeof hosts === 'string') return new RequestError('bad-request', hosts)
    if (openToAll.has(request.url)) return undefined
    if (hosts.every((host) => isOurs(host, request.socket))) return undefined
    return new RequestError(
      'misdirected',
      'This host name is not one of this service. Use the address that `markport serve` prints; --public-url and --allowed-host give it further names.',
    )
  }
}

/** Compares ports only if one was configured, because forwarded ports differ. */
function covers(allowedHost: HostName, { name, port }: HostName): boolean {
  if (allowedHost.name !== name) return false
  const isDefault = port === undefined && (allowedHost.port === 80 || allowedHost.port === 443)
  return allowedHost.port === undefined || allowedHost.port === port || isDefault
}

function addressedTo({ rawHeaders, url = '', httpVersion }: IncomingMessage): HostName[] | string {
  const hostHeaders = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )
  if (hostHeaders.length > 1) return 'there must be one Host header, got several.'
  // HTTP/1.0 probes may omit the header; browsers do not use HTTP/1.0.
  if (hostHeaders.length === 0 && httpVersion !== '1.0') return 'the Host header is missing.'
  // RFC 9112 §3.2.2: a target in absolute form takes precedence over the header.
  if (!url.startsWith('/')) {
    const [, authority] = /^https?:\/\/([^/?#]*)/.exec(url) ?? []
    if (authority === undefined) return 'the request target must be a path or an http address.'
    hostHeaders.push(authority)
  }
  if (url.split('?', 1)[0]?.includes('\\')) return 'the path must hold no backslash.'
  const hosts = hostHeaders.flatMap((text) => parseHostName(text) ?? [])
  if (hosts.length < hostHeaders.length) return 'the Host header must be a name and perhaps a port.'
  return hosts
}

/** Writes an address as in a URL; IPv4 in IPv6 becomes IPv4. */
function bracketed(address: string): string {
  const bareAddress = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return bareAddress.includes(':') ? new URL(`http://[${bareAddress}]`).hostname : bareAddress
}
