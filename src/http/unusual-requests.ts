/** Answers requests that are not for this service, and data that is no HTTP. @module */
import { randomUUID } from 'node:crypto'
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Log } from '../base/log.ts'
import type { Answer } from '../contract/answers.ts'
import { RequestError } from '../contract/errors.ts'
import { type EarlyAnswers, inviteWhenRead } from './early-answers.ts'
import { safeHeaders } from './security-headers.ts'

const maxLoggedHost = 255

/**
 * Find an ambiguous length of the body, which a proxy could read differently.
 * https://www.rfc-editor.org/rfc/rfc9112#section-6.1
 */
export function framingProblem({
  headers,
  httpVersion,
}: IncomingMessage): RequestError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (httpVersion === '1.0') {
    return new RequestError('bad-request', 'Transfer-Encoding is not part of HTTP/1.0.')
  }
  if (coding.trim().toLowerCase() === 'chunked') return undefined
  return new RequestError('bad-request', 'Transfer-Encoding may be chunked only.')
}

export function refuse(
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

/** Without `Strict-Transport-Security`, because the name is not ours. */
const refusalHeaders = { ...safeHeaders, 'Content-Type': 'application/json' } as const

function answerText(message: string, requestId: string, key: Answer['key']): string {
  return JSON.stringify({ body: `Error: ${message}`, key, requestId } satisfies Answer)
}

interface UnusualOptions {
  readonly early: EarlyAnswers
  readonly timeouts: { readonly requestTimeout: number; readonly maxHeaderSize: number }
  readonly silenceMs: number
}

export function answerUnusual(
  server: Server | TlsServer,
  answer: RequestListener,
  { early, timeouts, silenceMs }: UnusualOptions,
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
    // The answer is on its way, and the rest is no new request.
    if (early.has(socket)) return socket.destroySoon()
    // A reset would take back the answer, so the rest is dropped instead.
    if (answered.has(socket)) return
    answered.add(socket)
    const { status, reason } = describeClientError(error.code, timeouts)
    answerRaw(socket, status, reason)
    const destroy = (): void => void socket.destroy()
    const silence = setTimeout(destroy, silenceMs)
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

function describeClientError(
  code: string | undefined,
  { requestTimeout, maxHeaderSize }: UnusualOptions['timeouts'],
): { status: number; reason: string } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const reason = `the headers must be at most ${maxHeaderSize} bytes together.`
    return { status: 431, reason }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const reason = `the request must arrive within ${requestTimeout / 1000} seconds.`
    return { status: 408, reason }
  }
  return { status: 400, reason: 'this is not a well-formed HTTP/1.1 request.' }
}
