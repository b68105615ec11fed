/** Requests to a service, sent again where that is safe, and their answers as JSON. @module */

import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../contract/answers.ts'
import { credentialProblem } from '../../contract/base/hosts.ts'
import {
  retryAfterMsOf,
  sendOnce,
  type WireAnswer,
  WireError,
  type WireLimits,
  type WireRequest,
} from '../../contract/base/wire.ts'
import { runHeader } from '../../contract/paths.ts'
import type { Connection, Patience } from './connection.ts'
import { type FailureKey, ImportError } from './import-error.ts'

interface HttpRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly maxAnswerBytes?: number
}

const defaultMaxAnswerBytes = 64 * 1024 * 1024
const defaultTimeoutMs = 30_000
const defaultMaxAttempts = 3
/** A page in another wiki may take minutes; the service then answers every 25 s that it is busy. */
const defaultMaxBusyAttempts = 10
const defaultFirstDelayMs = 1_000
/** No pause is longer, so that we notice soon when the service is back. */
const longestDelayMs = 8_000

/**
 * Send a request with retries: 500 after 1 s and 2 s, 429 and 503 when the service says, and an
 * unreachable service or proxy errors for twice an attempt's time.
 * @param token Sent as a header, if there is one.
 * @throws {ImportError} For a failure on the way, and for redirects.
 * @throws {TypeError} When the token has characters that no header may carry.
 */
export async function sendRequest(
  patience: Patience,
  request: HttpRequest,
  token?: string,
): Promise<WireAnswer & { readonly attempts: number }> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${plainToken(token)}` }
  const headers = { ...request.headers, ...authorization }
  const problem = credentialProblem(request.url, headers)
  if (problem !== undefined) {
    const message = `Nothing was sent: ${problem}. Give an address that starts with https://.`
    throw new ImportError('insecure-address', message)
  }
  const { maxAttempts = defaultMaxAttempts } = patience
  const maxBusyAttempts = patience.maxAttempts ?? defaultMaxBusyAttempts
  const { timeoutMs = defaultTimeoutMs, firstDelayMs = defaultFirstDelayMs } = patience
  const waitsUntil = performance.now() + (patience.maxAttempts === undefined ? 2 * timeoutMs : 0)
  let failures = 0
  let hasNotified = false
  for (let attempts = 1; ; attempts += 1) {
    const end = await tryOnce(patience, { ...request, headers })
    const usualMs = Math.min(firstDelayMs * 2 ** failures, longestDelayMs)
    const delayMs = retryDelayMs(end, usualMs, new Date())
    if (!saysWhen(end)) failures += 1
    const isAwaited = isGone(end) && performance.now() < waitsUntil
    const isOver = !isAwaited && (failures >= maxAttempts || attempts >= maxBusyAttempts)
    if (delayMs === undefined || isOver) {
      if (end instanceof ImportError) throw end
      return { ...end, attempts }
    }
    if (isAwaited && !hasNotified) patience.onWait?.(toError(end, request))
    hasNotified ||= isAwaited
    const signal = patience.signal as AbortSignal | undefined
    await wait(delayMs, undefined, signal ? { signal } : {})
  }
}

type AttemptEnd = WireAnswer | ImportError

/** No connection or a proxy's error: the service may be restarting. */
function isGone(end: AttemptEnd): boolean {
  if (end instanceof ImportError) return end.key === 'no-connection'
  return [502, 503, 504].includes(end.status) && !saysWhen(end)
}

function saysWhen(end: AttemptEnd): boolean {
  if (end instanceof ImportError) return false
  return (end.status === 429 || end.status === 503) && end.headers['retry-after'] !== undefined
}

function toError(end: AttemptEnd, { url }: HttpRequest): ImportError {
  if (end instanceof ImportError) return end
  const { status } = end
  return new ImportError('unavailable', `${new URL(url).host} answered ${status}.`, { status })
}

/** Check the characters here, because Node's error would quote the token. */
function plainToken(text: string): string {
  const token = text.trim()
  if (/[^\x21-\x7e]/.test(token)) {
    throw new TypeError('The token has characters inside that no header carries.')
  }
  return token
}

async function tryOnce(
  { timeoutMs = defaultTimeoutMs, ...patience }: Patience,
  request: HttpRequest & Pick<WireRequest, 'headers'>,
): Promise<AttemptEnd> {
  const { url, body, maxAnswerBytes = defaultMaxAnswerBytes } = request
  const signal = patience.signal as AbortSignal | undefined
  signal?.throwIfAborted()
  try {
    const answer = await sendOnce({ ...request, body }, { timeoutMs, maxAnswerBytes, signal })
    return redirectError(answer, url) ?? answer
  } catch (cause) {
    signal?.throwIfAborted()
    if (!(cause instanceof WireError)) throw cause
    return connectionError(cause, new URL(url), { timeoutMs, maxAnswerBytes })
  }
}

function redirectError({ status, headers }: WireAnswer, url: string): ImportError | undefined {
  const { location } = headers
  if (status < 300 || status >= 400 || location === undefined) return undefined
  const { origin, pathname } = new URL(url)
  const message = `${origin}${pathname} leads to ${location}. The token is not sent there: give the right address as --endpoint.`
  return new ImportError('bad-answer', message, { status })
}

/** Codes of OpenSSL and Node for certificates that are not trusted. */
const certificateCode = /CERT|SELF_SIGNED|ISSUER|LEAF_SIGNATURE/

/** Codes of answers that cannot be decoded: ours for an unknown encoding, and those of zlib. */
const unreadableCode = /^(?:UNKNOWN-ENCODING|Z_)/

/** Turn a connection's error into one that says what to do. */
function connectionError(
  cause: WireError,
  { host, origin }: URL,
  { timeoutMs, maxAnswerBytes }: WireLimits,
): ImportError {
  const { code } = cause
  const error = (key: FailureKey, message: string): ImportError =>
    new ImportError(key, message, { cause })
  if (code === 'TOO-LARGE') {
    return error(
      'bad-answer',
      `${origin} answered with more than ${maxAnswerBytes} bytes. Check --endpoint, and proxies on the way.`,
    )
  }
  if (unreadableCode.test(code)) {
    return error(
      'bad-answer',
      `${origin} packs its answers in a way that cannot be read (${code}). Check --endpoint, and proxies on the way.`,
    )
  }
  if (code === 'TIMEOUT') {
    return error(
      'timed-out',
      `${host} did not answer within ${timeoutMs / 1_000} s. Import again: only what is left is sent.`,
    )
  }
  if (certificateCode.test(code)) {
    return error(
      'untrusted-certificate',
      `The certificate of ${host} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to a PEM file with the authority that issued it.`,
    )
  }
  const advice =
    code === 'ENOTFOUND'
      ? 'Check the name in --endpoint.'
      : 'Check --endpoint and that the service runs, then import again: only what is left is sent.'
  return error('no-connection', `Cannot reach ${host} (${code}). ${advice}`)
}

/** A service that asks for a longer wait will not be back during the run. */
const longestRetryAfterMs = 120_000

/**
 * Decide whether to retry.
 * @param usualMs The wait where the service asks for none.
 * @param now For `Retry-After` dates.
 * @returns Milliseconds to wait; undefined for no retry.
 */
export function retryDelayMs(
  end: ImportError | Pick<WireAnswer, 'status' | 'headers'>,
  usualMs: number,
  now: Date,
): number | undefined {
  if (end instanceof ImportError) {
    return end.key === 'no-connection' || end.key === 'timed-out' ? usualMs : undefined
  }
  if ([408, 500, 502, 504].includes(end.status)) return usualMs
  if (end.status !== 429 && end.status !== 503) return undefined
  const retryAfterMs = retryAfterMsOf(end.headers, now) ?? usualMs
  return retryAfterMs > longestRetryAfterMs ? undefined : retryAfterMs
}

interface ServiceCall {
  /** A call with fields is a POST with JSON; without fields, a GET. */
  readonly fields?: object
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * @param path Path next to the endpoint, such as `sources/close`; undefined means the endpoint itself.
 * @throws {ImportError} With the service's key, or that of a failure on the way.
 */
export async function callService<Result>(
  connection: Connection,
  path: string | undefined,
  call: ServiceCall,
): Promise<{ readonly answer: Result; readonly attempts: number }> {
  const httpAnswer = await requestService(connection, path, call)
  const answer = readAnswer<Result>(httpAnswer, connection)
  if (answer instanceof ImportError) throw answer
  return { answer, attempts: httpAnswer.attempts }
}

/** @throws {ImportError} For a failure on the way. */
export function requestService(
  connection: Connection,
  path: string | undefined,
  { fields, query, headers = {} }: ServiceCall,
): ReturnType<typeof sendRequest> {
  const { endpoint, token, runId } = connection
  const url = path === undefined ? endpoint : addressBeside(endpoint, path)
  const request = {
    url: query === undefined ? url : `${url}?${new URLSearchParams(query)}`,
    method: fields === undefined ? ('GET' as const) : ('POST' as const),
    headers: {
      ...(runId === undefined ? {} : { [runHeader]: runId }),
      ...(fields === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
  }
  return sendRequest(connection, request, token)
}

export function addressBeside(endpoint: string, path: string): string {
  const { origin, pathname } = new URL(endpoint)
  return `${origin}${pathname.replace(/\/webtrigger\/?$/, '')}/${path}`
}

/** @returns The answer of the service, or its refusal as an error. */
export function readAnswer<Result>(
  { status, text }: Pick<WireAnswer, 'status' | 'text'>,
  { endpoint }: Connection,
): Result | ImportError {
  const answer = parseAnswer(text)
  if (answer === undefined) {
    const { origin } = new URL(endpoint)
    const message = `${origin} answered ${status} without the JSON of a Markport service. Give the endpoint that \`markport serve\` prints as --endpoint, and check proxies on the way.`
    return new ImportError('bad-answer', message, { status })
  }
  if (status === 200 || status === 201) return answer as Result
  const { key, requestId, page } = answer
  const message = answer.body.replace(/^Error: /, '')
  return new ImportError(key, message, { status, requestId, page })
}

function parseAnswer(text: string): Answer | undefined {
  try {
    const answer = JSON.parse(text) as Partial<Answer> | null
    const isAnswer = typeof answer?.body === 'string' && typeof answer.key === 'string'
    return isAnswer ? (answer as Answer) : undefined
  } catch {
    return undefined
  }
}

/** The error for a successful answer that lacks what we asked for. */
export function badAnswer(problem: string): ImportError {
  return new ImportError('bad-answer', `The service did not say ${problem}.`, { status: 200 })
}
