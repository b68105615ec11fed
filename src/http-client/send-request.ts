/** One request of the client over HTTP, sent again where that is safe. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { exchange, type HttpAnswer, type HttpRequest, type StopSignal } from './exchange.ts'
import { ImportError } from './import-error.ts'

/** How long to wait for answers, and how often to ask. */
export interface Patience {
  /**
   * Milliseconds for one attempt; 30,000 by default. A service that is away is waited for twice as
   * long: it may be starting again.
   */
  readonly timeoutMs?: number
  /**
   * Attempts in all, however long they take; by default at least 3, and 10 where the service says when
   * to come back.
   */
  readonly maxAttempts?: number
  /** Milliseconds before the second attempt, doubled before each further one; 1,000 by default. */
  readonly firstDelayMs?: number
  /** Told once for a request whose service is away, and waited for. */
  readonly onWait?: (error: ImportError) => void
  /** An `AbortSignal`; it ends the request, and the wait for the next attempt. */
  readonly signal?: StopSignal
}

/** Where imports go, and with which patience. */
export interface Connection extends Patience {
  /** The address that `markport serve` prints. */
  readonly endpoint: string
  /** An API token. */
  readonly token: string
  /** Names the run that imports belong to: the service may look up together what they need. */
  readonly runId?: string
}

/** A request, and the credential of what stands at the address; some of that is open to all. */
export interface AuthorizedRequest extends HttpRequest {
  readonly token?: string
}

/** What an answer says: what was asked for, or what is wrong. */
export type ReadAnswer<Answer> = { readonly answer: Answer } | { readonly error: ImportError }

type AnswerReader<Answer> = (answer: HttpAnswer) => ReadAnswer<Answer>

const defaultTimeoutMs = 30_000
const defaultMaxAttempts = 3
/** A wiki elsewhere may take minutes for a page, and the service answers every 25 s that it goes on. */
const defaultMaxBusyAttempts = 10
const defaultFirstDelayMs = 1_000
/** Whoever is back soon is not kept waiting for long. */
const longestDelayMs = 8_000

/**
 * Send a request. 500 is tried again after 1 s and 2 s, 429 and 503 when the service says, and a service
 * that cannot be reached, or whose proxy says that it is not there, for twice the time of an attempt.
 * @param patience How long to wait, and how often to try.
 * @param request What to send, and where to.
 * @param read Reads an answer; redirects do not get to it.
 * @returns The answer, and how often the request was sent.
 * @throws {ImportError} With what `read` found wrong, or what was wrong on the way.
 * @throws {TypeError} When no header can carry the token.
 */
export async function sendRequest<Answer>(
  patience: Patience,
  request: AuthorizedRequest,
  read: AnswerReader<Answer>,
): Promise<{ readonly answer: Answer; readonly attempts: number }> {
  const { token, ...rest } = request
  // The token goes to the address that the user gave, and to no other.
  const authorization = token === undefined ? {} : { authorization: `Bearer ${plainToken(token)}` }
  const authorized = { ...rest, headers: { ...request.headers, ...authorization } }
  const { maxAttempts = defaultMaxAttempts } = patience
  const maxBusyAttempts = patience.maxAttempts ?? defaultMaxBusyAttempts
  const { timeoutMs = defaultTimeoutMs, firstDelayMs = defaultFirstDelayMs } = patience
  const waitsUntil = performance.now() + (patience.maxAttempts === undefined ? 2 * timeoutMs : 0)
  let failures = 0
  let isTold = false
  for (let attempts = 1; ; attempts += 1) {
    const end = await tryOnce(patience, authorized, read)
    if ('answer' in end) return { answer: end.answer, attempts }
    const usualMs = Math.min(firstDelayMs * 2 ** failures, longestDelayMs)
    const delayMs = retryDelayMs(end, usualMs, new Date())
    if (!saysWhen(end)) failures += 1
    const isAwaited = isGone(end) && performance.now() < waitsUntil
    const isOver = !isAwaited && (failures >= maxAttempts || attempts >= maxBusyAttempts)
    if (delayMs === undefined || isOver) throw end.error
    if (isAwaited && !isTold) patience.onWait?.(end.error)
    isTold ||= isAwaited
    // Node asks no more of it.
    const signal = patience.signal as AbortSignal | undefined
    await wait(delayMs, undefined, signal ? { signal } : {})
  }
}

/** Nobody listens, or a proxy says so: the service may be starting again. */
function isGone(end: AttemptEnd & { readonly error: ImportError }): boolean {
  if (end.error.key === 'no-connection') return true
  return [502, 503, 504].includes(end.status ?? 0) && !saysWhen(end)
}

function saysWhen({ status, retryAfter }: AttemptEnd): boolean {
  return (status === 429 || status === 503) && retryAfter !== undefined
}

/** Characters that no header carries are told of here, where nobody repeats the token. */
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

const certificateCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * Turn what a request ended with into an error that says what to do.
 * @param cause What it ended with.
 * @param endpoint Where the request went.
 * @param timeoutMs The time it had.
 */
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
  if (certificateCodes.has(code)) {
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

/** Several addresses that were tried wrap the errors of their sockets. */
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

/** What came of one attempt, as far as trying again depends on it. */
interface AttemptEnd {
  /** Absent when the connection failed or the time ran out. */
  readonly status?: number
  readonly retryAfter?: string | undefined
  /** Set where no repetition can help. */
  readonly isHopeless?: boolean
}

/** A service that asks for more than this is not coming back during the run. */
const longestAskedMs = 120_000

/**
 * Decide whether to try again.
 * @param end How the attempt ended.
 * @param usualMs The wait where the service does not ask for one.
 * @param now The time, for a `Retry-After` that is a date.
 * @returns Milliseconds to wait; `undefined` when trying again is of no use.
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
      const asked = parseRetryAfterMs(end.retryAfter ?? '', now) ?? usualMs
      return asked > longestAskedMs ? undefined : asked
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
