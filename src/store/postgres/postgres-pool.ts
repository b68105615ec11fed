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

interface Waiter {
  readonly resolve: (connection: PostgresConnection) => void
  readonly reject: (error: unknown) => void
}

interface IdleConnection {
  readonly connection: PostgresConnection
  readonly timer: NodeJS.Timeout | undefined
}

const idleTimeoutMs = 30_000
/** Keep some idle connections, because connecting costs more than an import. */
const keptConnections = 2

/**
 * The driver's own pool can exceed its limit, because it does not know when a dropped connection
 * has ended, and it does not limit the time of the work.
 */
export function postgresPool(options: PostgresPoolOptions) {
  const idle: IdleConnection[] = []
  const queue: Waiter[] = []
  const closing = new AbortController()
  const ended = Promise.withResolvers<void>()
  let count = 0
  let connecting = 0

  function acquire(): Promise<PostgresConnection> {
    if (closing.signal.aborted) return Promise.reject(new DatabaseUnavailableError('closed'))
    const idle = takeIdle()
    if (idle !== undefined) return Promise.resolve(idle)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1)
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
      queue.push(waiter)
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
    while (count < options.maxConnections && connecting < queue.length) {
      count += 1
      connecting += 1
      options.connect(closing.signal).then(
        (connection) => {
          connecting -= 1
          giveBack(connection)
        },
        (error: unknown) => {
          connecting -= 1
          queue.shift()?.reject(error)
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
    const waiter = queue.shift()
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
    for (const waiter of queue.splice(0)) waiter.reject(error)
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
      for (const { connection, timer } of idle.splice(0)) {
        clearTimeout(timer)
        discard(connection)
      }
      if (count === 0) ended.resolve()
      return ended.promise
    },
  }
}
