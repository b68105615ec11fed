/** Ends the wait for a write, though not the write: callers are told that its outcome is unknown. @module */
import { UnknownOutcomeError } from '../errors.ts'

/**
 * Wait for a write of several steps. Each has a limit, but a store that is out of reach again and
 * again could keep a caller waiting for all of them.
 * @param writing The write, which goes on.
 * @param limitMs The longest wait.
 * @throws {UnknownOutcomeError} When it takes longer.
 */
export async function inTime<Result>(writing: Promise<Result>, limitMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new UnknownOutcomeError('the store did not answer in time')),
    limitMs,
  )
  // Nobody may be left to hear of its failure.
  writing.catch(() => {})
  try {
    return await Promise.race([writing, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
