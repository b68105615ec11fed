/** One request of the client over HTTP, sent again where that is safe. @module */
import { setTimeout as wait } from 'node:timers/promises'
import {
  exchange,
  type HttpAnswer,
  type HttpRequest,
  ImportError,
  type StopSignal,
} from './exchange.ts'

export interface Patience {
  /**
   * Milliseconds for each attempt; 30,000 by default. An unreachable service is waited for twice as
   * long, because it may be restarting.
   */
  readonly timeoutMs?: number
  /** Attempts in total; by default 3, or 10 where the service says when to come back. */
  readonly maxAttempts?: number
  /** Milliseconds before the second attempt, doubled each time; 1,000 by default. */
  readonly firstDelayMs?: number
  /** Called once when a request waits for an unreachable service. */
  readonly onWait?: (error: ImportError) => void
  /** An `AbortSignal` that ends the request and any wait. */
  readonly signal?: StopSignal
}

export interface Connection extends Patience {
  readonly endpoint: string
  readonly token: string
  /** Id of the run, which lets the service look up pages in batches. */
  readonly runId?: string
}

interface AuthorizedRequest extends HttpRequest {
  readonly token?: string
}

export type ReadAnswer<Answer> = { readonly answer: Answer } | { readonly error: ImportError }

type AnswerReader<Answer> = (answer: HttpAnswer) => ReadAnswer<Answer>

const defaultTimeoutMs = 30_000
const defaultMaxAttempts = 3
/** A page in another wiki may take minutes; the service then answers every 25 s that it is busy. */
const defaultMaxBusyAttempts = 10
const defaultFirstDelayMs = 1_000
/** Keeps the wait short once the service is back. */
const longestDelayMs = 8_000

/**
 * Send a request with retries: 500 after 1 s and 2 s, 429 and 503 when the service says, and an
 * unreachable service or proxy errors for twice an attempt's time.
 * @param read Reads an answer; receives no redirects.
 * @throws {ImportError} The error of `read`, or a failure on the way.
 * @throws {TypeError} When the token has characters that no header may carry.
 */
export async function sendRequest<Answer>(
  patience: Patience,
  request: AuthorizedRequest,
  read: AnswerReader<Answer>,
): Promise<{ readonly answer: Answer; readonly attempts: number }> {
  const { token, ...rest } = request
  const authorization = token === undefined ? {} : { authorization: `Bearer ${plainToken(token)}` }
  const authorized = { ...rest, headers: { ...request.headers, ...authorization } }
  const { maxAttempts = defaultMaxAttempts } = patience
  const maxBusyAttempts = patience.maxAttempts ?? defaultMaxBusyAttempts
  const { timeoutMs = defaultTimeoutMs, firstDelayMs = defaultFirstDelayMs } = patience
  const waitsUntil = performance.now() + (patience.maxAttempts === undefined ? 2 * timeoutMs : 0)
  let failures = 0
  let hasNotified = false
  for (let attempts = 1; ; attempts += 1) {
    const end = await tryOnce(patience, authorized, read)
    if ('answer' in end) return { answer: end.answer, attempts }
    const usualMs = Math.min(firstDelayMs * 2 ** failures, longestDelayMs)
    const delayMs = retryDelayMs(end, usualMs, new Date())
    if (!saysWhen(end)) failures += 1
    const isAwaited = isGone(end) && performance.now() < waitsUntil
    const isOver = !isAwaited && (failures >= maxAttempts || attempts >= maxBusyAttempts)
    if (delayMs === undefined || isOver) throw end.error
    if (isAwaited && !hasNotified) patience.onWait?.(end.error)
    hasNotified ||= isAwaited
    const signal = patience.signal as AbortSignal | undefined
    await wait(delayMs, undefined, signal ? { signal } : {})
  }
}

/** No connection or a proxy's error: the service may be restarting. */
function isGone(end: AttemptEnd & { readonly error: ImportError }): boolean {
  if (end.error.key === 'no-connection') return true
  return [502, 503, 504].includes(end.status ?? 0) && !saysWhen(end)
}

function saysWhen({ status, retryAfter }: AttemptEnd): boolean {
  return (status === 429 || status === 503) && retryAfter !== undefined
}

/** Check the characters here, because Node's error would quote the token. */
function plainToken(text: string): string {
  const token = text.trim()
  if (/[^\x21-\x7e]/.test(token)) {
    throw new TypeError('The token has characters inside that no header carries.')
  }
  return token
}

type TryEnd<Answer> = { readonly answer: Answer } | ({ readonly error: ImportError } & AttemptEnd)

async function tryOnce<Answer>(
  { timeoutMs = defaultTimeoutMs, signal }: Patience,
  request: HttpRequest,
  read: AnswerReader<Answer>,
): Promise<TryEnd<Answer>> {
  const { url } = request
  signal?.throwIfAborted()
  let answer: HttpAnswer
  try {
    answer = await exchange(request, timeoutMs, signal)
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof ImportError) return { error: cause, isHopeless: true }
    const error = connectionError(cause, url, timeoutMs)
    return { error, isHopeless: error.key === 'untrusted-certificate' }
  }
  const end = redirectEnd(answer, url) ?? read(answer)
  if ('answer' in end) return end
  return { ...end, status: answer.status, retryAfter: answer.headers['retry-after'] }
}

function redirectEnd({ status, headers }: HttpAnswer, url: string): ReadAnswer<never> | undefined {
  const { location } = headers
  if (status < 300 || status >= 400 || location === undefined) return undefined
  const { origin, pathname } = new URL(url)
  return {
    error: new ImportError(
      'bad-answer',
      `${origin}${pathname} leads to ${location}. The token is not sent there: give the right address as --endpoint.`,
      { status },
    ),
  }
}

/** Codes of OpenSSL and Node for certificates that are not trusted. */
const certificateCode = /CERT|SELF_SIGNED|ISSUER|LEAF_SIGNATURE/

/** Turn a connection's error into one that says what to do. */
function connectionError(cause: unknown, endpoint: string, timeoutMs: number): ImportError {
  const { host } = new URL(endpoint)
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    const seconds = timeoutMs / 1_000
    return new ImportError(
      'timed-out',
      `${host} did not answer within ${seconds} s. Import again: only what is left is sent.`,
      { cause },
    )
  }
  const code = codeOf(cause)
  if (certificateCode.test(code)) {
    return new ImportError(
      'untrusted-certificate',
      `The certificate of ${host} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to a PEM file with the authority that issued it.`,
      { cause },
    )
  }
  const advice =
    code === 'ENOTFOUND'
      ? 'Check the name in --endpoint.'
      : 'Check --endpoint and that the service runs, then import again: only what is left is sent.'
  return new ImportError('no-connection', `Cannot reach ${host} (${code}). ${advice}`, { cause })
}

/** With several addresses, the errors of their sockets are wrapped. */
function codeOf(cause: unknown): string {
  let error = cause
  let message = String(cause)
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof error !== 'object' || error === null) break
    if ('code' in error && typeof error.code === 'string') return error.code
    if (error instanceof Error && error.message !== '') message = error.message
    error = (error as { cause?: unknown }).cause
  }
  return message
}

interface AttemptEnd {
  readonly status?: number
  readonly retryAfter?: string | undefined
  /** Set where repeating cannot help. */
  readonly isHopeless?: boolean
}

/** A service that asks for a longer wait will not be back during the run. */
const longestRetryAfterMs = 120_000

/**
 * Decide whether to retry.
 * @param usualMs The wait where the service asks for none.
 * @param now For `Retry-After` dates.
 * @returns Milliseconds to wait; undefined for no retry.
 */
export function retryDelayMs(end: AttemptEnd, usualMs: number, now: Date): number | undefined {
  if (end.isHopeless) return undefined
  switch (end.status) {
    case undefined:
    case 408:
    case 500:
    case 502:
    case 504:
      return usualMs
    case 429:
    case 503: {
      const retryAfterMs = parseRetryAfterMs(end.retryAfter ?? '', now) ?? usualMs
      return retryAfterMs > longestRetryAfterMs ? undefined : retryAfterMs
    }
    default:
      return undefined
  }
}

/** Seconds or a date: RFC 9110 §10.2.3. */
function parseRetryAfterMs(text: string, now: Date): number | undefined {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
