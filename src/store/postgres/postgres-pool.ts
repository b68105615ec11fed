/** A bounded set of connections to PostgreSQL, where every wait has a time limit. @module */
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { describeFault } from './postgres-errors.ts'

export interface PostgresPool extends ReturnType<typeof postgresPool> {}

export interface PostgresPoolOptions {
  readonly maxConnections: number
  readonly acquireTimeoutMs: number
  readonly connect: (signal: AbortSignal) => Promise<PostgresConnection>
}

const idleTimeoutMs = 30_000
/** Keep some idle connections, because connecting costs more than an import. */
const keptConnections = 2

/**
 * The driver's own pool can exceed its limit, because it does not know when a dropped connection
 * has ended, and it does not limit the time of the work.
 */
export function postgresPool({ maxConnections, acquireTimeoutMs, connect }: PostgresPoolOptions) {
  const idle: PostgresConnection[] = []
  const waiting = new Set<PromiseWithResolvers<PostgresConnection>>()
  const closing = new AbortController()
  const ended = Promise.withResolvers<void>()
  let count = 0
  let connecting = 0
  /** How many connections nobody has used since the last look. */
  let unused = 0
  const shrinking = setInterval(() => {
    const surplus = idle.splice(0, Math.max(0, unused - keptConnections))
    surplus.forEach(discard)
    unused = idle.length
  }, idleTimeoutMs).unref()

  async function acquire(): Promise<PostgresConnection> {
    if (closing.signal.aborted) throw new DatabaseUnavailableError('closed')
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      unused = Math.min(unused, idle.length)
      if (last.isReusable) return last
      discard(last)
    }
    const waiter = Promise.withResolvers<PostgresConnection>()
    const timer = setTimeout(() => {
      waiting.delete(waiter)
      waiter.reject(new DatabaseUnavailableError('no connection to PostgreSQL became free in time'))
    }, acquireTimeoutMs)
    waiting.add(waiter)
    grow()
    return waiter.promise.finally(() => clearTimeout(timer))
  }

  function nextWaiter(): PromiseWithResolvers<PostgresConnection> | undefined {
    const [waiter] = waiting
    if (waiter !== undefined) waiting.delete(waiter)
    return waiter
  }

  function grow(): void {
    while (count < maxConnections && connecting < waiting.size) {
      count += 1
      connecting += 1
      connect(closing.signal)
        .finally(() => {
          connecting -= 1
        })
        .then(giveBack, (error: unknown) => {
          nextWaiter()?.reject(error)
          forget()
        })
    }
  }

  function giveBack(connection: PostgresConnection): void {
    connection.clearDeadline()
    const isKept = connection.isReusable && !closing.signal.aborted
    const waiter = isKept ? nextWaiter() : undefined
    if (waiter !== undefined) waiter.resolve(connection)
    else if (isKept) idle.push(connection)
    else discard(connection)
  }

  function discard(connection: PostgresConnection): void {
    if (connection.isReusable) connection.end()
    else connection.destroy()
    forget()
  }

  function forget(): void {
    count -= 1
    if (!closing.signal.aborted) grow()
    else if (count === 0) ended.resolve()
  }

  function refuseWaiting(error: Error): void {
    for (const waiter of waiting) waiter.reject(error)
    waiting.clear()
  }

  return {
    /**
     * Use a connection exclusively.
     * @param limitMs Includes the wait for a connection.
     * @throws {DatabaseUnavailableError} When there was no free connection, it was lost, or time ran
     * out.
     */
    async use<Result>(
      limitMs: number,
      work: (connection: PostgresConnection) => Promise<Result>,
    ): Promise<Result> {
      const waitsSinceMs = performance.now()
      const connection = await acquire()
      connection.setDeadline(Math.max(1, limitMs - (performance.now() - waitsSinceMs)))
      try {
        return await work(connection)
      } catch (error) {
        if (describeFault(error).isConnectionDropped) connection.destroy()
        throw error
      } finally {
        giveBack(connection)
      }
    },
    refuseWaiting,
    close(): Promise<void> {
      closing.abort(new DatabaseUnavailableError('closed'))
      refuseWaiting(new DatabaseUnavailableError('closed'))
      clearInterval(shrinking)
      idle.splice(0).forEach(discard)
      if (count === 0) ended.resolve()
      return ended.promise
    },
  }
}
