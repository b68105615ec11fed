/** Tells the log of requests that failed: faults of ours with their stack, a refusal in a line. @module */
import { toRequestError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'

/**
 * Note a failed request, unless the caller is to mend it.
 * @param requestId The request's id.
 */
export function logFailure(log: Log, requestId: string, error: unknown): void {
  const { status, key, message, cause } = toRequestError(error)
  if (status < 500) return
  if (key === 'unavailable') {
    const reason = cause instanceof Error ? cause.message : message
    log.warn({ requestId, key, reason }, 'request refused')
  } else log.error({ requestId, error }, 'request failed')
}
