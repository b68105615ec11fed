/** Lets simultaneous callers share one read. @module */
import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Starts after all callers of a turn have asked, so no answer is older than its question. */
export function sharedRead<Result>(
  read: (key: string) => Promise<Result>,
): (key: string) => Promise<Result> {
  const pendingReads = new Map<string, Promise<Result>>()
  const begin = async (key: string): Promise<Result> => {
    await endOfTurn()
    pendingReads.delete(key)
    return read(key)
  }
  return (key) => {
    const reading = pendingReads.get(key) ?? begin(key)
    pendingReads.set(key, reading)
    return reading
  }
}
