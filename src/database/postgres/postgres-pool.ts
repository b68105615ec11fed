/** A lane of connections to PostgreSQL: bounded in number, and nobody waits for ever. @module */
import { DatabaseUnavailableError } from '../../base/errors.ts'
import { lateMessage, type PostgresConnection } from './postgres-connection.ts'
import { describeFault } from './postgres-errors.ts'

export interface PostgresPool {
  /**
   * Use a connection by oneself.
   * @param limitMs The longest time, the wait for the connection included.
   * @throws {DatabaseUnavailableError} When none became free, or it was lost, or the time was over.
   */
  use<Result>(
    limitMs: number,
    work: (connection: PostgresConnection) => Promise<Result>,
  ): Promise<Result>
  /** Refuse all who wait for a connection. */
  refuseWaiting(error: Error): void
  /** Wait for what is under way, then close all connections; attempts to connect are given up. */
  close(): Promise<void>
}

export interface PostgresPoolOptions {
  readonly maxConnections: number
  /** The longest wait for a connection, making it included. */
  readonly acquireTimeoutMs: number
  /** Connects; gives up when the signal says so. */
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
/** These stay, with the statements that they know: connecting costs more than an import. */
const keptConnections = 2

/**
 * Make a lane. The driver's own pool does not know when a connection that it dropped has ended, so
 * that there can be more of them than it was told, nor does it bound what is done with one. What is
 * counted here are no `places` of callers: a connection outlives each use, takes time to be made, may
 * end while nobody has it, and `use` is the one way to have it.
 */
export function postgresPool(options: PostgresPoolOptions): PostgresPool {
  const idle: IdleConnection[] = []
  const waiting: Waiter[] = []
  const closing = new AbortController()
  const ended = Promise.withResolvers<void>()
  /** Connections that are there or being made. */
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

  /** Make connections for those who wait, as far as there may be more. */
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
        const fault = ofConnection(connection, error)
        if (describeFault(fault).isConnectionDropped) connection.destroy()
        throw fault
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

/** What the driver says of a connection that is gone depends on when it went: this does not. */
function ofConnection(connection: PostgresConnection, error: unknown): unknown {
  if (describeFault(error).meaning !== 'ours') return error
  const isOfDriver = error instanceof Error && !('severity' in error) && error.name === 'Error'
  if (!isOfDriver || !(connection.isLost || connection.hasExpired)) return error
  const message = connection.hasExpired ? lateMessage : 'the connection to PostgreSQL was lost'
  return new DatabaseUnavailableError(message, { cause: error })
}
