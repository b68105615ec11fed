/** Reads that many ask for at once. @module */
import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Let all who ask for the same in one turn of the event loop share one read. It begins when all of
 * them have asked, so nobody is answered from a state that is older than the question.
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
