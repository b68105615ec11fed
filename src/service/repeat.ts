/** Does a chore again and again. @module */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Do a chore, some time after it was done last, until the signal comes.
 * @param when How long to wait in between, and what ends it.
 * @param onFailure Told of what fails; the next round comes all the same.
 */
export async function repeat(
  chore: () => Promise<void>,
  { everyMs, signal }: { readonly everyMs: number; readonly signal: AbortSignal },
  onFailure: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
    // The store is away: the next round finds the same.
    if (!signal.aborted) await chore().catch(onFailure)
  }
}
