/** Waiting for a condition, with a limit that only a fault reaches. @module */
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** Longer than any sound machine takes, as busy as it was when the test file began. */
export const generousMs: number = generousNow()

/** Everything takes about as many times as long as there are who wait for each processor. */
function generousNow(): number {
  const [lastMinute = 0] = loadavg()
  return 60_000 * Math.max(1, lastMinute / availableParallelism())
}

/**
 * Look again and again until the condition holds.
 * @param holds Looks; what it throws counts as no.
 * @param options When to give up, and how long to pause between two looks.
 * @throws {Error} When it does not hold within the limit, with the last error as its cause.
 */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { limitMs = generousNow(), pauseMs = 20 }: { limitMs?: number; pauseMs?: number } = {},
): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  for (;;) {
    let cause: unknown
    try {
      if (await holds()) return
    } catch (error) {
      cause = error
    }
    if (performance.now() > giveUpAt)
      throw new Error(`${what}: not within ${limitMs} ms`, { cause })
    await wait(pauseMs)
  }
}
