/** Ends the wait for a write: callers are told that its outcome is unknown. @module */
import { UnknownOutcomeError } from '../base/errors.ts'

/**
 * Wait for a write of several steps. Each has a limit, but a store that is out of reach again and
 * again could keep a caller waiting for all of them.
 * @param writing The write, which goes on as far as it may.
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
  // Nobody may be left to hear of its failure.
  writing.catch(() => {})
  try {
    return await Promise.race([writing, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
