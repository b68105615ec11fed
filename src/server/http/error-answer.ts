/** Turns errors into answers for programs. @module */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Answer } from '../../contract/answers.ts'
import type { Log } from '../../contract/base/log.ts'
import { visibleJson } from '../../contract/base/visible-text.ts'
import { errorBody, toRequestError } from '../../contract/errors.ts'

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
  // RFC 6750 §3: the expected credential, and what was wrong with it.
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

export function logFailure(log: Log, requestId: string, error: unknown): void {
  const { status, key, message, cause } = toRequestError(error)
  if (status < 500) return
  if (key === 'unavailable') {
    const reason = cause instanceof Error ? cause.message : message
    log.warn({ requestId, key, reason }, 'request refused')
  } else log.error({ requestId, error }, 'request failed')
}

/** Escapes control characters, which terminals and CI systems would obey. */
export function answerJson(
  c: Context,
  value: unknown,
  status: ContentfulStatusCode,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = visibleJson(JSON.stringify(value))
  return c.body(text, status, { ...headers, 'Content-Type': 'application/json' })
}

export function unknownParameter(name: string, parameterNames: readonly string[]): string {
  const names = parameterNames.length === 0 ? 'none' : parameterNames.join(', ')
  return `${JSON.stringify(name.slice(0, 60))} is no parameter of this address, which takes ${names}.`
}
