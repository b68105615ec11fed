/** The listening socket: time-outs on everything, TLS with reload, and a stop that loses no request. @module */
import { randomUUID } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import type { Answer } from './api/contract.ts'
import type { Log } from './log.ts'

export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

export interface HttpServer {
  readonly port: number
  /** Stop accepting, answer what was accepted, then close; resolves when nothing is open. */
  stop(): Promise<void>
}

/** Node's own defaults leave slow clients connected for minutes. */
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 30_000,
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
/** A client may have sent a request on an idle connection that we have not seen yet. */
const idleGraceMs = 1_000
const stopDeadlineMs = 10_000

/**
 * Listen.
 * @param options Address, port (0 for any) and TLS files.
 * @param listener Answers requests.
 * @param log Told of certificate reloads.
 * @throws {Error} When the address is taken or the TLS files cannot be used.
 */
export async function startHttpServer(
  options: { host: string; port: number; tls: TlsFiles | undefined },
  listener: RequestListener,
  log: Log,
): Promise<HttpServer> {
  let isStopping = false
  const answer: RequestListener = (request, response) => {
    if (isStopping) response.shouldKeepAlive = false
    listener(request, response)
  }
  const { tls } = options
  const server = tls === undefined ? createServer(timeouts, answer) : createTls(tls, answer, log)
  server.maxConnections = maxConnections
  server.setTimeout(silenceTimeoutMs)
  const destroySilent = trackSilent(server, tls === undefined ? 'connection' : 'secureConnection')
  server.on('clientError', answerClientError)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.host, port: options.port, backlog: 4096 }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      await sleep(backlogGraceMs)
      isStopping = true
      if (tls !== undefined) for (const file of [tls.certFile, tls.keyFile]) unwatchFile(file)
      await closeGently(server, destroySilent)
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
async function closeGently(server: Server | TlsServer, destroySilent: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  const deadline = setTimeout(() => server.closeAllConnections(), stopDeadlineMs)
  let sweep: NodeJS.Timeout | undefined
  const grace = setTimeout(() => {
    destroySilent()
    server.closeIdleConnections()
    sweep = setInterval(() => server.closeIdleConnections(), 100)
  }, idleGraceMs)
  await closed
  clearTimeout(deadline)
  clearTimeout(grace)
  clearInterval(sweep)
}

function createTls(files: TlsFiles, listener: RequestListener, log: Log): TlsServer {
  const server = createTlsServer(
    {
      ...timeouts,
      ...readTls(files),
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

function readTls(files: TlsFiles): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) }
}

/** What the HTTP parser refuses never reaches the routes; it gets the contract's shape here. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, reason } = describeClientError(error.code)
  const answer: Answer = { body: `Error: ${reason}`, key: 'bad-request', requestId: randomUUID() }
  const text = JSON.stringify(answer)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${text}`,
  )
}

function describeClientError(code: string | undefined): { status: string; reason: string } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const reason = `the headers must be at most ${timeouts.maxHeaderSize} bytes together.`
    return { status: '431 Request Header Fields Too Large', reason }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const reason = `the request must arrive within ${timeouts.requestTimeout / 1000} seconds.`
    return { status: '408 Request Timeout', reason }
  }
  return { status: '400 Bad Request', reason: 'this is not a well-formed HTTP/1.1 request.' }
}
