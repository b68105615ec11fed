/** One import over HTTP, sent again where that is safe. @module */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerPage, AnswerWarning, ImportAnswer } from '../api/contract.ts'
import { ImportError } from './client-error.ts'
import { connectionError } from './connection-error.ts'
import { type AttemptEnd, retryDelayMs } from './retry-delay.ts'

/** Where imports go, and with which patience. */
export interface Connection {
  /** The address that `markport serve` prints. */
  readonly endpoint: string
  /** An API token. */
  readonly token: string
  /** Time for one attempt; 30,000 by default. */
  readonly timeoutMs?: number
  /** Attempts in all; 3 by default. */
  readonly maxAttempts?: number
  /** Wait before the second attempt, doubled before each further one; 1,000 ms by default. */
  readonly firstDelayMs?: number
  /** Ends the request, and the wait for the next attempt. */
  readonly signal?: AbortSignal
}

/** The fields of an import, as in docs/api.md. */
export interface PageFields {
  readonly spaceId: string
  readonly parentId: string
  readonly pageTitle: string
  /** Markdown. */
  readonly content: string
  readonly overwrite?: boolean
  /** All labels of the page; without it the page keeps those that it has. */
  readonly labels?: readonly string[]
  readonly dryRun?: boolean
}

export interface ImportedPage {
  readonly outcome: 'created' | 'updated' | 'unchanged'
  /** The page; in a dry run only where there is one and the service tells. */
  readonly page?: AnswerPage
  readonly warnings: readonly AnswerWarning[]
  readonly requestId: string
  /** How often the request was sent. */
  readonly attempts: number
  /** In a dry run: the converted document. */
  readonly adf?: unknown
}

const defaultTimeoutMs = 30_000
const defaultMaxAttempts = 3
const defaultFirstDelayMs = 1_000

/**
 * Import one page. 500 and lost connections are tried again after 1 s and 2 s, 429 and 503 when the
 * service says; an `Idempotency-Key` keeps a repetition from counting twice.
 * @param connection Where to.
 * @param fields The page.
 * @throws {ImportError} With the service's key, or with that of the way to it.
 */
export async function importPage(
  connection: Connection,
  fields: PageFields,
): Promise<ImportedPage> {
  const body = JSON.stringify(fields)
  const headers = {
    authorization: `Bearer ${connection.token}`,
    'content-type': 'application/json',
    ...(fields.dryRun ? {} : { 'idempotency-key': randomUUID() }),
  }
  const maxAttempts = connection.maxAttempts ?? defaultMaxAttempts
  for (let attempt = 0; ; attempt += 1) {
    const end = await tryOnce(connection, headers, body)
    if ('answer' in end) return toImportedPage(end.answer, attempt + 1)
    const usualMs = (connection.firstDelayMs ?? defaultFirstDelayMs) * 2 ** attempt
    const delayMs = retryDelayMs(end, usualMs, new Date())
    if (delayMs === undefined || attempt + 1 >= maxAttempts) throw end.error
    await wait(delayMs, undefined, connection.signal ? { signal: connection.signal } : {})
  }
}

type TryEnd = { readonly answer: ImportAnswer } | ({ readonly error: ImportError } & AttemptEnd)

async function tryOnce(
  { endpoint, timeoutMs = defaultTimeoutMs, signal }: Connection,
  headers: Record<string, string>,
  body: string,
): Promise<TryEnd> {
  signal?.throwIfAborted()
  const attempt = new AbortController()
  // Not `AbortSignal.timeout`, which would keep the whole request in memory until then.
  const timer = setTimeout(() => attempt.abort(timeOut()), timeoutMs)
  const stop = (): void => attempt.abort(signal?.reason)
  signal?.addEventListener('abort', stop)
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body,
      // The token goes to the address that the user gave, and to no other.
      redirect: 'manual',
      signal: attempt.signal,
    })
    return readAnswer(response, await response.text(), endpoint)
  } catch (cause) {
    signal?.throwIfAborted()
    const error = connectionError(cause, endpoint, timeoutMs)
    return { error, isHopeless: error.key === 'untrusted-certificate' }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

function timeOut(): DOMException {
  return new DOMException('The time ran out.', 'TimeoutError')
}

function readAnswer(response: Response, text: string, endpoint: string): TryEnd {
  const { status, headers } = response
  const answer = parseAnswer(text)
  const retryAfter = headers.get('retry-after')
  if (answer === undefined) {
    return { error: badAnswer(status, headers.get('location'), endpoint), status, retryAfter }
  }
  if (status === 200 || status === 201) return { answer }
  const { key, requestId } = answer
  const message = answer.body.replace(/^Error: /, '')
  return { error: new ImportError(key, message, { status, requestId }), status, retryAfter }
}

function parseAnswer(text: string): ImportAnswer | undefined {
  try {
    const answer = JSON.parse(text) as Partial<ImportAnswer> | null
    const isAnswer = typeof answer?.body === 'string' && typeof answer.key === 'string'
    return isAnswer ? (answer as ImportAnswer) : undefined
  } catch {
    return undefined
  }
}

function badAnswer(status: number, location: string | null, endpoint: string): ImportError {
  const { origin, pathname } = new URL(endpoint)
  if (status >= 300 && status < 400 && location !== null) {
    return new ImportError(
      'bad-answer',
      `${origin}${pathname} leads to ${location}. The token is not sent there: give the right address as --endpoint.`,
      { status },
    )
  }
  return new ImportError(
    'bad-answer',
    `${origin} answered ${status} without the JSON of a Markport service. Give the endpoint that \`markport serve\` prints as --endpoint, and check proxies on the way.`,
    { status },
  )
}

function toImportedPage(answer: ImportAnswer, attempts: number): ImportedPage {
  const outcome = answer.outcome ?? answer.key
  if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'unchanged') {
    throw new ImportError('bad-answer', `The service answered with an unknown key, ${outcome}.`)
  }
  return {
    outcome,
    ...(answer.page === undefined ? {} : { page: answer.page }),
    warnings: answer.warnings ?? [],
    requestId: answer.requestId,
    attempts,
    ...(answer.adf === undefined ? {} : { adf: answer.adf }),
  }
}
