/** Limits the wait for a write, whose outcome is unknown afterwards. @module */
import { UnknownOutcomeError } from '../../contract/errors.ts'

/**
 * Limit the whole wait for a write of several steps. The write continues in the background.
 * @throws {UnknownOutcomeError} When it takes longer.
 */
export async function inTime<Result>(
  writing: Promise<Result>,
  limitMs: number,
  { isBounded = false }: { readonly isBounded?: boolean } = {},
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const certainty = isBounded ? { untilMs: performance.now() } : {}
    late.reject(new UnknownOutcomeError('the store did not answer in time', certainty))
  }, limitMs)
  // Prevents an unhandled rejection once nobody waits any more.
  writing.catch(() => {})
  try {
    return await Promise.race([writing, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
