/** One request of the client over HTTP, sent again where that is safe. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { connectionError } from './connection-error.ts'
import { exchange, type HttpAnswer, type HttpRequest } from './exchange.ts'
import { ImportError } from './import-error.ts'
import { type AttemptEnd, retryDelayMs } from './retry-delay.ts'

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
  /** Ends the request, and the wait for the next attempt. */
  readonly signal?: AbortSignal
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
    await wait(delayMs, undefined, patience.signal ? { signal: patience.signal } : {})
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
