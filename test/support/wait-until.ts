/** Waiting for a condition, with a limit that only a fault reaches. @module */
import { setTimeout as wait } from 'node:timers/promises'

/** How many times as long as a sound machine's this one takes, as the run found when it began. */
const slowness = Number(process.env.MARKPORT_TEST_SLOWNESS ?? 1)

/** Longer than any sound machine takes, however busy. */
export const generousMs: number = 60_000 * slowness

/**
 * Look again and again until the condition holds.
 * @param what What is waited for, in words.
 * @param holds Looks; what it throws counts as no.
 * @param options When to give up, and how long to pause between two looks.
 * @throws {Error} When it does not hold within the limit, with the last error as its cause.
 */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { limitMs = generousMs, pauseMs = 20 }: { limitMs?: number; pauseMs?: number } = {},
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
