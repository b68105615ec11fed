/**
 * Sends one HTTP request with Node's own client, because `fetch` takes several times the processor
 * time.
 * @module
 */
import { type IncomingMessage, request as startHttp } from 'node:http'
import { request as startHttps } from 'node:https'
import { credentialProblem } from '../contract/host-name.ts'
import { ImportError } from './import-error.ts'

export interface HttpRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly maxAnswerBytes?: number
}

/**
 * Names are in lower case. Declared here, because users of the library may not have Node's types.
 */
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

/**
 * The part of `AbortSignal` that is used. Declared here, because a program may have neither Node's
 * nor browsers' types.
 */
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
