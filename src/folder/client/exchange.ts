/**
 * Sends one HTTP request with Node's own client, because `fetch` takes several times the processor
 * time, and says why one failed.
 * @module
 */
import { type IncomingMessage, request as startHttp } from 'node:http'
import { request as startHttps } from 'node:https'
import type { ErrorKey, RefusingPage } from '../../contract/errors.ts'
import { credentialProblem } from '../../contract/host-name.ts'

export interface HttpRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly maxAnswerBytes?: number
}

/** Declared here, because users of the library may not have Node's types. */
interface AnswerHeaders {
  readonly [name: string]: string | string[] | undefined
  readonly location?: string | undefined
  readonly 'retry-after'?: string | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly text: string
}

const defaultMaxAnswerBytes = 64 * 1024 * 1024

/** Declared here, because a program may have neither Node's nor browsers' types. */
export interface StopSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * Send a request once, without following redirects.
 * @param timeoutMs Time until the answer is complete.
 * @throws {ImportError} When the answer is too large, or the request would expose a credential.
 * @throws {Error} The connection's error, a `TimeoutError`, or the signal's reason.
 */
export function exchange(
  { url, method, headers = {}, body, maxAnswerBytes = defaultMaxAnswerBytes }: HttpRequest,
  timeoutMs: number,
  signal?: StopSignal,
): Promise<HttpAnswer> {
  const problem = credentialProblem(url, headers)
  if (problem !== undefined) {
    const message = `Nothing was sent: ${problem}. Give an address that starts with https://.`
    return Promise.reject(new ImportError('insecure-address', message))
  }
  return new Promise((resolve, reject) => {
    const start = new URL(url).protocol === 'https:' ? startHttps : startHttp
    const request = start(url, { method, headers })
    const giveUp = (error: unknown): void => {
      reject(error)
      request.destroy()
    }
    const timer = setTimeout(() => giveUp(timeOut()), timeoutMs)
    const stop = (): void => giveUp(signal?.reason)
    signal?.addEventListener('abort', stop)
    request.on('close', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      readText(response, url, maxAnswerBytes).then(
        (text) => resolve({ status, headers, text }),
        giveUp,
      )
    })
    request.end(body)
  })
}

async function readText(response: IncomingMessage, url: string, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      const message = `${new URL(url).origin} answered with more than ${maxBytes} bytes. Check --endpoint, and proxies on the way.`
      throw new ImportError('bad-answer', message)
    }
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function timeOut(): DOMException {
  return new DOMException('The time ran out.', 'TimeoutError')
}

/**
 * The service's own keys, and failures on the way to it: `no-connection` cannot be reached,
 * `untrusted-certificate`, `timed-out`, `bad-answer` not a Markport service, `insecure-address` the
 * token would go over plain http.
 */
export type FailureKey =
  | ErrorKey
  | 'no-connection'
  | 'untrusted-certificate'
  | 'timed-out'
  | 'bad-answer'
  | 'insecure-address'

/** A failed request. The message says what is wrong and what to do; the `key` is stable. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  /** A newer service may send further keys. */
  readonly key: FailureKey | (string & {})
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined
  /** Identifies the request in the service's log; undefined without an answer. */
  readonly requestId: string | undefined
  /** The existing page that refuses to be overwritten. */
  readonly page: RefusingPage | undefined

  constructor(
    key: FailureKey | (string & {}),
    message: string,
    options: {
      cause?: unknown
      status?: number
      requestId?: string
      page?: RefusingPage | undefined
    } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.key = key
    this.status = options.status
    this.requestId = options.requestId
    this.page = options.page
  }
}
