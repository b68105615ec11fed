/** Limits how long something is waited for. @module */
import { UnknownOutcomeError } from '../errors.ts'

/** Wait for the first of some promises; undefined after a time in milliseconds. */
export async function firstOf<Value>(
  waits: readonly Promise<Value>[],
  limitMs: number,
): Promise<Value | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), Math.max(0, limitMs))
  try {
    return await Promise.race([...waits, promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Limit the whole wait for a write of several steps. The write continues in the background.
 * @throws {UnknownOutcomeError} When it takes longer.
 */
export async function inTime<Result>(
  writing: Promise<Result>,
  limitMs: number,
  { isBounded = false }: { readonly isBounded?: boolean } = {},
): Promise<Result> {
  const written = await firstOf([writing.then((result) => ({ result }))], limitMs)
  if (written !== undefined) return written.result
  const certainty = isBounded ? { untilMs: performance.now() } : {}
  throw new UnknownOutcomeError('the store did not answer in time', certainty)
}
