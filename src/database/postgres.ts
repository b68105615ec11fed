/** The shared store: PostgreSQL, or a distributed engine that speaks its protocol. @module */
import { circuitBreaker } from './circuit-breaker.ts'
import type { Database, Row, Transaction } from './database.ts'
import { migrate } from './migrate.ts'
import { parsePostgresAddress } from './postgres-address.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import {
  assertStandbysVisible,
  countSynchronousStandbys,
  postgresDurability,
} from './postgres-durability.ts'
import { toDatabaseError } from './postgres-errors.ts'
import { type PostgresPool, postgresPool } from './postgres-pool.ts'
import { serverFinder } from './postgres-servers.ts'
import { isWorthAnotherTry, runTransaction, type TransactionLane } from './postgres-transaction.ts'
import { probeStore } from './probe-store.ts'
import type { Statement } from './sql.ts'

export interface PostgresOptions {
  readonly url: string
  /** Refuse writes that no standby confirms. */
  readonly requireStandby?: boolean
  /** Ends the attempt to open the store. */
  readonly signal?: AbortSignal | undefined
  /** Connections for writes, of which each may wait for a standby. */
  readonly maxWriters?: number
  /** Connections for reads, which never wait behind writes. */
  readonly maxReaders?: number
}

const acquireTimeoutMs = 5_000
const readLimitMs = 10_000
const writeLimitMs = 10_000
/** A commit that is not confirmed by then is answered as unknown, and the server asked to let go of it. */
const commitLimitMs = 5_000
/** All of them bound by one, since a probe has a connection to itself. */
const probeLimitMs = 3_000
/** An index over a large store takes its time. */
const migrationLimitMs = 30 * 60_000

/**
 * Open a PostgreSQL store and bring its schema up to date.
 *
 * Reads, writes and probes have connections of their own: commits that wait for a standby hold
 * neither readers nor the answer whether the store takes writes.
 * @param options The address, what a commit must be confirmed by, and how many connections to use.
 * @throws {DatabaseRefusedError} When the server will not let this user in.
 * @throws {DatabaseUnavailableError} When there is no server that takes writes.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const naming = { isOn: true }
  const connect = serverFinder(parsePostgresAddress(options.url), naming)
  const pool = (maxConnections: number): PostgresPool =>
    postgresPool({ maxConnections, acquireTimeoutMs, connect })
  const readers = pool(options.maxReaders ?? 6)
  const requireStandby = options.requireStandby ?? false
  const writers: TransactionLane = {
    pool: pool(options.maxWriters ?? 10),
    naming,
    requireStandby,
    limitMs: writeLimitMs,
    commitLimitMs,
  }
  const prober = { ...writers, pool: pool(1), limitMs: probeLimitMs, commitLimitMs: probeLimitMs }
  const readFrom =
    (lane: PostgresPool) =>
    <R extends object = Row>(statement: Statement): Promise<R[]> =>
      readRows<R>({ ...writers, pool: lane }, statement)
  const read = readFrom(readers)
  const breaker = circuitBreaker({
    probe: () => runTransaction(prober, probeStore, { dice: Math.random(), now: Date.now() }),
    onOpen: (problem) => writers.pool.refuseWaiting(problem),
  })
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await Promise.allSettled(running)
    breaker.stop()
    await Promise.all([readers, writers.pool, prober.pool].map((lane) => lane.close()))
  }
  const giveUp = (): void => void close()
  options.signal?.addEventListener('abort', giveUp)
  try {
    await openStore(writers.pool, options.signal)
    if (requireStandby) await assertStandbysVisible(read)
  } catch (error) {
    await close()
    throw toDatabaseError(error)
  } finally {
    options.signal?.removeEventListener('abort', giveUp)
  }
  return {
    engine: 'postgres',
    read: <R extends object>(statement: Statement) => breaker.watch(() => read<R>(statement)),
    write<Input, Result>(transaction: Transaction<Input, Result>, input: Input): Promise<Result> {
      const result = breaker.run(() => runTransaction(writers, transaction, input))
      running.add(result)
      return result.finally(() => running.delete(result))
    },
    async probe() {
      // Engines that replicate by themselves have no such view.
      const synchronousStandbys = await countSynchronousStandbys(readFrom(prober.pool)).catch(
        () => undefined,
      )
      return { problem: breaker.problem ?? (await breaker.check()), synchronousStandbys }
    },
    get problem() {
      return breaker.problem
    },
    durability: () => postgresDurability(read),
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function readRows<R extends object>(
  { pool, naming }: Pick<TransactionLane, 'pool' | 'naming'>,
  statement: Statement,
): Promise<R[]> {
  const ask = async (): Promise<R[]> =>
    (await pool.use(readLimitMs, (connection) => connection.send(statement))).rows as R[]
  try {
    return await ask().catch((error) => {
      if (!isWorthAnotherTry(error, naming)) throw error
      return ask()
    })
  } catch (error) {
    throw toDatabaseError(error)
  }
}

/** Bring the schema up to date; whoever does not want to wait for that cuts the connection. */
function openStore(pool: PostgresPool, signal: AbortSignal | undefined): Promise<void> {
  return pool.use(migrationLimitMs, async (connection) => {
    signal?.addEventListener('abort', connection.destroy)
    try {
      await migratePostgres(connection)
    } finally {
      signal?.removeEventListener('abort', connection.destroy)
    }
  })
}

function migratePostgres(connection: PostgresConnection): Promise<void> {
  return migrate({
    engine: 'postgres',
    async begin() {
      await connection.send('begin')
      // Any constant will do, so long as every Markport uses the same.
      await connection.send('select pg_advisory_xact_lock(740263)')
    },
    run: async (statement) => (await connection.send(statement)).rows as Row[],
    runScript: async (script) => {
      await connection.send(script)
    },
  })
}
