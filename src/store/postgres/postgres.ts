/** The shared store: PostgreSQL, or a distributed engine that speaks its protocol. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { UnknownOutcomeError } from '../../contract/errors.ts'
import { circuitBreaker } from '../circuit-breaker.ts'
import type { Database, Row, Transaction, WriteOptions } from '../database.ts'
import { type MigrationConnection, migrate, type SchemaPolicy } from '../migrate.ts'
import type { SecretKeys } from '../secrets.ts'
import { type Statement, sql } from '../sql.ts'
import { probeStore } from '../store-state.ts'
import { applicationName, type PostgresConnection } from './postgres-connection.ts'
import {
  assertStandbysVisible,
  countSynchronousStandbys,
  postgresDurability,
} from './postgres-durability.ts'
import { toDatabaseError } from './postgres-errors.ts'
import { type PostgresPool, postgresPool } from './postgres-pool.ts'
import { serverFinder } from './postgres-servers.ts'
import {
  isWorthAnotherTry,
  readOn,
  runTransaction,
  serverClock,
  type TransactionLane,
} from './postgres-transaction.ts'
import { askWorkers, canSpread, findAway, isSpreadStore, scriptParts } from './spread-store.ts'

export interface PostgresOptions {
  readonly url: string
  readonly requireStandby?: boolean
  readonly signal?: AbortSignal | undefined
  readonly secretKeys?: SecretKeys
  readonly bounds?: Partial<PostgresBounds>
  /** `leave` neither reads nor changes the schema. */
  readonly schema?: SchemaPolicy | 'leave'
  readonly migrations?: URL | undefined
}

export interface PostgresBounds {
  readonly maxWriters: number
  /** Reads have their own connections, so they never wait behind writes. */
  readonly maxReaders: number
  readonly acquireTimeoutMs: number
  readonly readLimitMs: number
  readonly writeLimitMs: number
  /** A commit that takes longer is reported as unknown, and the server is asked to cancel it. */
  readonly commitLimitMs: number
  readonly probeLimitMs: number
}

const defaultBounds: PostgresBounds = {
  maxWriters: 10,
  maxReaders: 6,
  acquireTimeoutMs: 5_000,
  // Together with the commit well below ten seconds, after which callers give up.
  readLimitMs: 6_000,
  writeLimitMs: 4_500,
  commitLimitMs: 4_000,
  probeLimitMs: 2_000,
}
const migrationLimitMs = 30 * 60_000

/**
 * Open a store, and create the schema in an empty database. Reads, writes and probes use separate
 * connections, so commits that wait for a standby block neither reads nor probes.
 * @throws {DatabaseRefusedError} When the server refuses this user.
 * @throws {DatabaseUnavailableError} When no server takes writes.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { readers, writers, probers, closeAll } = makeLanes(options)
  const read = <R extends object = Row>(statement: Statement) => readRows<R>(readers, statement)
  const noteWrite = statisticsKeeper(writers.pool)
  const breaker = circuitBreaker({
    probe: () => runTransaction(probers, probeStore, { dice: Math.random(), now: Date.now() }),
    onOpen: writers.pool.refuseWaiting,
  })
  const write = async <Input, Result>(
    transaction: Transaction<Input, Result>,
    input: Input,
    options?: WriteOptions,
  ): Promise<Result> => {
    const result = await runTransaction(writers, transaction, input, options)
    noteWrite()
    return result
  }
  const transactions = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await Promise.allSettled(transactions)
    breaker.stop()
    await closeAll()
  }
  await openStore(options, { readers, writers, closeAll })
  const { isSpread } = writers.store
  const workers = isSpread ? () => askWorkers(read) : undefined
  const watchedRead = <R extends object>(statement: Statement): Promise<R[]> =>
    breaker.watch(() => read<R>(statement))
  return {
    engine: 'postgres',
    isSpread,
    secretKeys: options.secretKeys ?? [],
    read: watchedRead,
    search: watchedRead,
    write<Input, Result>(
      transaction: Transaction<Input, Result>,
      input: Input,
      options?: WriteOptions,
    ): Promise<Result> {
      const result = breaker.run(() => write(transaction, input, options)).catch(untilSettled)
      transactions.add(result)
      return result.finally(() => transactions.delete(result))
    },
    async probe() {
      if (breaker.problem !== undefined) return { problem: breaker.problem }
      // Engines with their own replication lack this view.
      const synchronousStandbys = await countSynchronousStandbys((statement) =>
        readRows(probers, statement),
      ).catch(() => undefined)
      const isWorkerAway = workers && findAway(workers)
      return { problem: await breaker.check(), synchronousStandbys, ...(await isWorkerAway) }
    },
    get problem() {
      return breaker.problem
    },
    durability: () => postgresDurability(read),
    workers,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Wait until the outcome is final: an older write must not arrive after the caller's retry. */
async function untilSettled(error: unknown): Promise<never> {
  if (error instanceof UnknownOutcomeError && error.untilMs !== undefined) {
    const leftMs = error.untilMs - performance.now()
    if (leftMs > 0) await wait(leftMs)
  }
  throw error
}

function makeLanes(options: PostgresOptions) {
  const bounds = { ...defaultBounds, ...options.bounds }
  const { acquireTimeoutMs, probeLimitMs } = bounds
  const naming = { isOn: true }
  const connect = serverFinder(options.url, naming)
  const pool = (maxConnections: number): PostgresPool =>
    postgresPool({ maxConnections, acquireTimeoutMs, connect })
  const writers: TransactionLane = {
    pool: pool(bounds.maxWriters),
    naming,
    store: { isSpread: false },
    clock: serverClock(),
    requireStandby: options.requireStandby ?? false,
    limitMs: bounds.writeLimitMs,
    commitLimitMs: bounds.commitLimitMs,
  }
  const readers = { ...writers, pool: pool(bounds.maxReaders), limitMs: bounds.readLimitMs }
  const probers = { ...writers, pool: pool(1), limitMs: probeLimitMs, commitLimitMs: probeLimitMs }
  return {
    readers,
    writers,
    probers,
    async closeAll() {
      await Promise.all([readers, writers, probers].map((lane) => lane.pool.close()))
    },
  }
}

async function openStore(
  { signal, requireStandby, schema = 'expect', migrations }: PostgresOptions,
  { readers, writers, closeAll }: Omit<ReturnType<typeof makeLanes>, 'probers'>,
): Promise<void> {
  const giveUp = (): void => void closeAll()
  signal?.addEventListener('abort', giveUp)
  try {
    const prepare = (): Promise<void> =>
      writers.pool.use(migrationLimitMs, async (connection) => {
        signal?.addEventListener('abort', connection.destroy)
        if (schema !== 'leave') await migratePostgres(connection, schema, migrations)
        writers.store.isSpread = await isSpreadStore((statement) => readOn(connection, statement))
        signal?.removeEventListener('abort', connection.destroy)
      })
    await prepare().catch((error) => {
      if (!isWorthAnotherTry(error, writers.naming)) throw error
      return prepare()
    })
    if (requireStandby) await assertStandbysVisible((statement) => readRows(readers, statement))
  } catch (error) {
    await closeAll()
    throw toDatabaseError(error)
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

async function readRows<R extends object>(
  { pool, naming, limitMs }: TransactionLane,
  statement: Statement,
): Promise<R[]> {
  const ask = (): Promise<R[]> =>
    pool.use(limitMs, async (connection) => (await readOn(connection, statement)) as R[])
  try {
    return await ask().catch((error) => {
      if (!isWorthAnotherTry(error, naming)) throw error
      return ask()
    })
  } catch (error) {
    throw toDatabaseError(error)
  }
}

/** Behind a pooler, this is the pooler's address. */
const otherConnections = sql`
  select coalesce(host(client_addr), 'the server itself') as place from pg_stat_activity
  where datname = current_database() and application_name = ${applicationName}
    and pid <> pg_backend_pid()`

async function listOtherConnections(connection: PostgresConnection): Promise<string[]> {
  const rows = await readOn(connection, otherConnections).catch(() => [])
  return rows.map(({ place }) => String(place))
}

function migratePostgres(
  connection: PostgresConnection,
  policy: SchemaPolicy,
  migrations: URL | undefined,
): Promise<void> {
  const steps: MigrationConnection = {
    engine: 'postgres',
    async begin() {
      await connection.runScript('begin')
      // An arbitrary number, but the same in every Markport.
      await connection.runScript('select pg_advisory_xact_lock(740263)')
    },
    run: (statement) => readOn(connection, statement),
    async runScript(script) {
      for (const statement of scriptParts(script)) await connection.runScript(statement)
    },
    canSpread: () => canSpread((statement) => readOn(connection, statement)),
    listOtherClients: () => listOtherConnections(connection),
  }
  return migrate(steps, policy, migrations)
}

/** Above this many rows, an index look-up is cheaper than reading all rows. */
const enoughRows = 300
/**
 * PostgreSQL gathers statistics only once a minute. Until then the planner may pick the wrong index
 * for young tables and read all pages of a parent to find one.
 */
const analyzeEarly = `do $$ declare young regclass; begin
  for young in select oid from pg_class
    where oid in ('pages'::regclass, 'preview_pages'::regclass) and reltuples < ${enoughRows}
      and pg_relation_size(oid) > 0
  loop
    execute format('analyze %s', young);
  end loop;
end $$`
const limitMs = 10_000

/** Preview tables become young again whenever the last preview ends, so repeat this regularly. */
function statisticsKeeper(pool: PostgresPool): () => void {
  let writes = 0
  return () => {
    writes += 1
    if (writes % enoughRows !== 0) return
    // Failures are harmless: queries are only slower until PostgreSQL analyzes by itself.
    pool.use(limitMs, (connection) => connection.runScript(analyzeEarly)).catch(() => {})
  }
}
