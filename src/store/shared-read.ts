/** Lets simultaneous callers share one read. @module */
import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Share one read among all callers of one turn of the event loop. It begins after they all asked,
 * so no answer is older than its question.
 */
export function sharedRead<Result>(
  read: (key: string) => Promise<Result>,
): (key: string) => Promise<Result> {
  const coming = new Map<string, Promise<Result>>()
  const begin = async (key: string): Promise<Result> => {
    await endOfTurn()
    coming.delete(key)
    return read(key)
  }
  return (key) => {
    const reading = coming.get(key) ?? begin(key)
    coming.set(key, reading)
    return reading
  }
}
