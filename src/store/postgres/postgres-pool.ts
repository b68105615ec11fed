/** A bounded set of connections to PostgreSQL, where every wait has a time limit. @module */
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { describeFault } from './postgres-errors.ts'

export interface PostgresPool {
  /**
   * Use a connection exclusively.
   * @param limitMs The time limit in milliseconds, including the wait for a connection.
   * @throws {DatabaseUnavailableError} When no connection became free, it was lost, or the time was
   * over.
   */
  use<Result>(
    limitMs: number,
    work: (connection: PostgresConnection) => Promise<Result>,
  ): Promise<Result>
  refuseWaiting(error: Error): void
  close(): Promise<void>
}

export interface PostgresPoolOptions {
  readonly maxConnections: number
  readonly acquireTimeoutMs: number
  readonly connect: (signal: AbortSignal) => Promise<PostgresConnection>
}

interface Waiter {
  readonly resolve: (connection: PostgresConnection) => void
  readonly reject: (error: unknown) => void
}

interface IdleConnection {
  readonly connection: PostgresConnection
  readonly timer: NodeJS.Timeout | undefined
}

const idleTimeoutMs = 30_000
/** This many idle connections are kept, because connecting costs more than an import. */
const keptConnections = 2

/**
 * Make a pool. The driver's own pool can exceed its limit, because it does not know when a dropped
 * connection has ended, and it does not limit the time of the work.
 */
export function postgresPool(options: PostgresPoolOptions): PostgresPool {
  const idle: IdleConnection[] = []
  const waiting: Waiter[] = []
  const closing = new AbortController()
  const ended = Promise.withResolvers<void>()
  let count = 0
  let beingMade = 0

  function acquire(): Promise<PostgresConnection> {
    if (closing.signal.aborted) return Promise.reject(new DatabaseUnavailableError('closed'))
    const found = takeIdle()
    if (found !== undefined) return Promise.resolve(found)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(new DatabaseUnavailableError('no connection to PostgreSQL became free in time'))
      }, options.acquireTimeoutMs)
      const waiter: Waiter = {
        resolve(connection) {
          clearTimeout(timer)
          resolve(connection)
        },
        reject(error) {
          clearTimeout(timer)
          reject(error)
        },
      }
      waiting.push(waiter)
      grow()
    })
  }

  function takeIdle(): PostgresConnection | undefined {
    for (let entry = idle.pop(); entry !== undefined; entry = idle.pop()) {
      clearTimeout(entry.timer)
      if (entry.connection.isReusable) return entry.connection
      discard(entry.connection)
    }
    return undefined
  }

  function grow(): void {
    while (count < options.maxConnections && beingMade < waiting.length) {
      count += 1
      beingMade += 1
      options.connect(closing.signal).then(
        (connection) => {
          beingMade -= 1
          giveBack(connection)
        },
        (error: unknown) => {
          beingMade -= 1
          waiting.shift()?.reject(error)
          forget()
        },
      )
    }
  }

  function giveBack(connection: PostgresConnection): void {
    connection.clearDeadline()
    if (closing.signal.aborted || !connection.isReusable) {
      discard(connection)
      return
    }
    const waiter = waiting.shift()
    if (waiter !== undefined) {
      waiter.resolve(connection)
      return
    }
    const entry: IdleConnection = {
      connection,
      timer: idle.length < keptConnections ? undefined : setTimeout(letGo, idleTimeoutMs),
    }
    function letGo(): void {
      idle.splice(idle.indexOf(entry), 1)
      discard(connection)
    }
    idle.push(entry)
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
    for (const waiter of waiting.splice(0)) waiter.reject(error)
  }

  return {
    async use(limitMs, work) {
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
    close() {
      closing.abort(new DatabaseUnavailableError('closed'))
      refuseWaiting(new DatabaseUnavailableError('closed'))
      for (const { connection, timer } of idle.splice(0)) {
        clearTimeout(timer)
        discard(connection)
      }
      if (count === 0) ended.resolve()
      return ended.promise
    },
  }
}
