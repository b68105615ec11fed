/**
 * Lets requests that come all at once begin a few at a time, so that others, such as a supervisor's
 * question whether the service is alive, are answered in between.
 * @module
 */
import type { MiddlewareHandler } from 'hono'

/** As many begin in one turn of the event loop; each takes some tenths of a millisecond. */
const requestsPerTurn = 8

/** Make the stage; a request that finds nobody before it begins at once. */
export function takeTurns(): MiddlewareHandler {
  const waiting: (() => void)[] = []
  let begun = 0
  const nextTurn = (): void => {
    begun = 0
    for (const begin of waiting.splice(0, requestsPerTurn)) {
      begun += 1
      begin()
    }
    if (begun > 0) setImmediate(nextTurn)
  }
  return async (_, next) => {
    if (begun === 0) setImmediate(nextTurn)
    if (begun < requestsPerTurn && waiting.length === 0) begun += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    await next()
  }
}
