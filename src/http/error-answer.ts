/** Turns errors into answers: the one place that words them for programs. @module */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { toRequestError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { visibleJson } from '../base/visible-text.ts'
import { type Answer, errorBody } from '../importing/contract.ts'

/**
 * Word the answer to a failure.
 * @returns The answer with its status and headers.
 */
export function errorAnswer(
  error: unknown,
  requestId: string,
): { status: number; answer: Answer; headers: Record<string, string> } {
  const refusal = toRequestError(error)
  const headers: Record<string, string> = {}
  if (refusal.retryAfterSeconds !== undefined) {
    headers['Retry-After'] = String(refusal.retryAfterSeconds)
  }
  if (refusal.version !== undefined) headers.ETag = `"${refusal.version}"`
  // RFC 6750 §3: what the client should present, and what was wrong with it.
  if (refusal.status === 401) headers['WWW-Authenticate'] = 'Bearer realm="markport"'
  if (refusal.status === 403) {
    headers['WWW-Authenticate'] = 'Bearer realm="markport", error="invalid_token"'
  }
  return {
    status: refusal.status,
    headers,
    answer: {
      body: errorBody(refusal),
      key: refusal.key,
      requestId,
      ...(refusal.version !== undefined && { version: refusal.version }),
      ...(refusal.page && { page: refusal.page }),
      ...(refusal.undecidedUntil && { undecidedUntil: refusal.undecidedUntil.toISOString() }),
    },
  }
}

/** Note a failed request, unless the caller is to mend it. */
export function logFailure(log: Log, requestId: string, error: unknown): void {
  const { status, key, message, cause } = toRequestError(error)
  if (status < 500) return
  if (key === 'unavailable') {
    const reason = cause instanceof Error ? cause.message : message
    log.warn({ requestId, key, reason }, 'request refused')
  } else log.error({ requestId, error }, 'request failed')
}

/**
 * Answer with JSON in which what others wrote is spelled so that no terminal and no CI obeys it.
 * @param value What to answer; programs read the same value.
 */
export function answerJson(
  c: Context,
  value: unknown,
  status: ContentfulStatusCode,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = visibleJson(JSON.stringify(value))
  return c.body(text, status, { ...headers, 'Content-Type': 'application/json' })
}

/**
 * Name a parameter, and those that there are.
 * @param name As it was sent.
 * @param taken The names that the address takes.
 */
export function unknownParameter(name: string, taken: readonly string[]): string {
  const names = taken.length === 0 ? 'none' : taken.join(', ')
  return `${JSON.stringify(name.slice(0, 60))} is no parameter of this address, which takes ${names}.`
}
