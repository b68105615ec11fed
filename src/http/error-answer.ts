/** Turns errors into answers: the one place that words them for programs. @module */
import { toRequestError } from '../base/errors.ts'
import { type Answer, contractLimits } from '../importing/contract.ts'

/**
 * Word the answer to a failure.
 * @param requestId The request's id.
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
  const body = `Error: ${refusal.message}`
  return {
    status: refusal.status,
    headers,
    answer: {
      body:
        body.length > contractLimits.maxMessageLength
          ? `${body.slice(0, contractLimits.maxMessageLength - 1)}…`
          : body,
      key: refusal.key,
      requestId,
      ...(refusal.version !== undefined && { version: refusal.version }),
      ...(refusal.page && { page: refusal.page }),
      ...(refusal.undecidedUntil && { undecidedUntil: refusal.undecidedUntil.toISOString() }),
    },
  }
}
