/** Sends one HTTP request, with limits of time and size and without redirects. @module */
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as startHttp,
} from 'node:http'
import { request as startHttps } from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { credentialProblem, isPrivateAddress, lookUpPublic } from './hosts.ts'

const gunzipAsync = promisify(gunzip)

export interface WireRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface WireLimits {
  readonly timeoutMs: number
  readonly maxAnswerBytes: number
  readonly signal?: AbortSignal | undefined
  /** Whether private networks are refused with `PRIVATE-ADDRESS`. */
  readonly isPublicOnly?: boolean | undefined
}

export class WireError extends Error {
  /** False only if nothing can have reached the site. */
  readonly isSent: boolean
  /** A code such as ECONNRESET; TIMEOUT, STOPPED and TOO-LARGE are our own. */
  readonly code: string

  constructor(code: string, isSent: boolean) {
    super(code)
    this.name = 'WireError'
    this.code = code
    this.isSent = isSent
  }
}

/**
 * @throws {WireError} When no complete answer came.
 * @throws {TypeError} When the request would expose a credential.
 */
export function sendOnce(wireRequest: WireRequest, limits: WireLimits): Promise<WireAnswer> {
  const { url, method, headers, body } = wireRequest
  const problem = credentialProblem(url, headers)
  if (problem !== undefined) return Promise.reject(new TypeError(problem))
  if (limits.isPublicOnly && isPrivateAddress(url)) {
    return Promise.reject(new WireError('PRIVATE-ADDRESS', false))
  }
  // A kept connection may lead to a former address of the name.
  const reach = limits.isPublicOnly && { lookup: lookUpPublic, agent: false as const }
  return new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:')
    const request = (isSecure ? startHttps : startHttp)(url, { method, headers, ...reach })
    const sending = watchSending(request, isSecure)
    const giveUp = (error: unknown): void => {
      reject(new WireError(codeOf(error), sending.isBegun))
      request.destroy()
    }
    const timer = setTimeout(() => giveUp(withCode('TIMEOUT')), limits.timeoutMs)
    const stop = (): void => giveUp(withCode('STOPPED'))
    limits.signal?.addEventListener('abort', stop)
    if (limits.signal?.aborted) stop()
    let isAnswered = false
    request.on('close', () => {
      clearTimeout(timer)
      limits.signal?.removeEventListener('abort', stop)
      // For example after a protocol upgrade, which Node does not report as an error.
      if (!isAnswered) giveUp(withCode('CLOSED'))
    })
    request.on('error', giveUp)
    request.on('response', (response) => {
      isAnswered = true
      const { statusCode: status = 0, headers: answerHeaders } = response
      readBytes(response, limits.maxAnswerBytes).then(
        (bytes) =>
          resolve({
            status,
            headers: answerHeaders,
            get text() {
              return new TextDecoder().decode(bytes)
            },
          }),
        giveUp,
      )
    })
    request.end(body)
  })
}

/** The wait that an answer asks for, in seconds or until a date by its own clock: RFC 9110 §10.2.3. */
export function retryAfterMsOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: Date,
): number | undefined {
  const text = String(headers['retry-after'] ?? '').trim()
  const delayMs = /^\d{1,9}$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - (Date.parse(String(headers.date)) || now.getTime())
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs)
}

/** Nothing is sent until a new connection is established and its certificate accepted. */
function watchSending(request: ClientRequest, isSecure: boolean): { readonly isBegun: boolean } {
  const sending = { isBegun: false }
  const begin = (): void => {
    sending.isBegun = true
  }
  request.on('socket', (socket) => {
    if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', begin)
    else begin()
  })
  return sending
}

async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let count = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    count += chunk.length
    if (count > maxBytes) throw withCode('TOO-LARGE')
    chunks.push(chunk)
  }
  const packing = response.headers['content-encoding']?.toLowerCase() ?? 'identity'
  return unpack(Buffer.concat(chunks), packing, maxBytes)
}

async function unpack(bytes: Buffer, packing: string, maxBytes: number): Promise<Buffer> {
  // Answers without a body may still declare an encoding.
  if (packing === 'identity' || bytes.length === 0) return bytes
  if (packing !== 'gzip') throw withCode('UNKNOWN-ENCODING')
  try {
    return await gunzipAsync(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? withCode('TOO-LARGE') : error
  }
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** When several addresses were tried, the errors of their sockets are wrapped. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'ERROR'
}
