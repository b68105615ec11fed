/**
 * One request over HTTP and its whole answer, within a time and a size. Redirects are answers like
 * others. What ends without an answer tells whether the site may have got the request.
 * @module
 */
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as startHttp,
} from 'node:http'
import { request as startHttps } from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { credentialProblem } from './host-name.ts'
import { isPrivateAddress, lookUpPublic } from './public-address.ts'

const gunzipAside = promisify(gunzip)

export interface WireRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Unpacked, made when it is asked for. */
  readonly text: string
}

export interface WireLimits {
  /** The time until the answer is whole. */
  readonly timeoutMs: number
  /** Of the answer, unpacked. */
  readonly maxAnswerBytes: number
  /** Ends it. */
  readonly signal?: AbortSignal | undefined
  /** Whether it may go to this machine and to the internet alone; private networks are `PRIVATE-ADDRESS`. */
  readonly isPublicOnly?: boolean | undefined
}

/** No answer, or none that can be read. */
export class WireError extends Error {
  /** False only where nothing can have reached the site. */
  readonly isSent: boolean
  /** Such as ECONNRESET; TIMEOUT, STOPPED and TOO-LARGE are ours. */
  readonly code: string

  /** @param isSent Whether the site may have got the request. */
  constructor(code: string, isSent: boolean) {
    super(code)
    this.name = 'WireError'
    this.code = code
    this.isSent = isSent
  }
}

/**
 * Send a request once.
 * @param limits The time and the size that the answer may take.
 * @throws {WireError} When no whole answer came.
 * @throws {TypeError} When it would show a credential on its way.
 */
export function sendOnce(wanted: WireRequest, limits: WireLimits): Promise<WireAnswer> {
  const { url, method, headers, body } = wanted
  const problem = credentialProblem(url, headers)
  if (problem !== undefined) return Promise.reject(new TypeError(problem))
  if (limits.isPublicOnly && isPrivateAddress(url)) {
    return Promise.reject(new WireError('PRIVATE-ADDRESS', false))
  }
  // A connection that is kept may lead where its name led before.
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
      // Such as after an answer that changes the protocol, which is no error to Node.
      if (!isAnswered) giveUp(withCode('CLOSED'))
    })
    request.on('error', giveUp)
    request.on('response', (response) => {
      isAnswered = true
      const { statusCode: status = 0, headers: answered } = response
      readBytes(response, limits.maxAnswerBytes).then(
        (bytes) =>
          resolve({
            status,
            headers: answered,
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

/** Until a new connection stands, with its certificate accepted, nothing of the request leaves. */
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
  // An answer without a body may be said to be packed.
  if (packing === 'identity' || bytes.length === 0) return bytes
  if (packing !== 'gzip') throw withCode('UNKNOWN-ENCODING')
  try {
    return await gunzipAside(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? withCode('TOO-LARGE') : error
  }
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** Several addresses that were tried wrap the errors of their sockets. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'ERROR'
}
