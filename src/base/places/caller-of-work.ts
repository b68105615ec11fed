/** On whose behalf something is done: known wherever the work on a place goes on. @module */
import { AsyncLocalStorage } from 'node:async_hooks'

const callers = new AsyncLocalStorage<string>()

/** Do a work for a caller. What is held within it is theirs too, whatever it is called there. */
export function onBehalfOf<Result>(key: string, work: () => Result): Result {
  return callers.getStore() === undefined ? callers.run(key, work) : work()
}

/** Tell on whose behalf the present work is done; what nobody asked for is the service's own. */
export function callerOfWork(): string {
  return callers.getStore() ?? 'service'
}
