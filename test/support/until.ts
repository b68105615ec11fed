/** Waits for what a test is about to judge, however long a slow and busy machine takes for it. @module */
import { setTimeout as wait } from 'node:timers/promises'

/** After so long a test says that it could not judge, rather than nothing. */
export const patienceMs: number = 3 * 60_000

/**
 * Look again and again until there is something to see.
 * @param what What is waited for, as in: could not judge: no page has come.
 * @param look Gives it, or a falsy value as long as it is not there.
 * @throws {Error} When it does not come.
 */
export async function until<Value>(
  what: string,
  look: () => Value | Promise<Value>,
): Promise<NonNullable<Value>> {
  for (const endsAt = Date.now() + patienceMs; Date.now() < endsAt; await wait(10)) {
    const value = await look()
    if (value) return value
  }
  throw new Error(`could not judge: no ${what}`)
}
