/** Waiting for a condition, with a limit that only a fault reaches. @module */
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

export const generousMs: number = generousNow()

/** Scales with the number of processes that wait for each processor. */
function generousNow(): number {
  const [lastMinute = 0] = loadavg()
  return 60_000 * Math.max(1, lastMinute / availableParallelism())
}

/** A condition that throws does not hold. @throws {Error} At the limit, with the last error as its cause. */
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

export async function untilNotBusy<Answer extends { readonly status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer | undefined
  const isAnswered = async (): Promise<boolean> => {
    answer = await send()
    return answer.status !== 503
  }
  await waitUntil('the service has time', isAnswered, { pauseMs: 500 })
  return answer as Answer
}
