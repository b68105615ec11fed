/** Runs a transaction's body on PostgreSQL, and believes a commit only when it was confirmed. @module */
import type pg from 'pg'
import { DatabaseUnavailableError, UnknownOutcomeError } from '../errors.ts'
import type { Row, Transaction, TransactionBody, WriteOptions } from './database.ts'
import type { PostgresConnection, StatementNaming } from './postgres-connection.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { describeFault, toDatabaseError } from './postgres-errors.ts'
import type { PostgresPool } from './postgres-pool.ts'
import { sql } from './sql.ts'

export interface TransactionLane {
  readonly pool: PostgresPool
  readonly naming: StatementNaming
  /** Refuse to commit what no standby would confirm. */
  readonly requireStandby: boolean
  /** The longest time for the body with all its attempts, and for the commit behind it. */
  readonly limitMs: number
  readonly commitLimitMs: number
}

const maxAttempts = 5
/** The server's own bounds: they end what a process left behind that died or is out of reach. */
const serverTimeoutMs = 10_000
// `set local`, since poolers hand the session on to others, and refuse parameters at its start.
const begin = `begin; set local statement_timeout to ${serverTimeoutMs}; set local idle_in_transaction_session_timeout to ${serverTimeoutMs}`
const commitHere = '; set local synchronous_commit to local'
/**
 * Fails unless a standby has to confirm the commit that travels right behind it, which then is a
 * rollback. Asked here and not before, it costs no round trip and leaves no time to be wrong in.
 */
const standbyCheck = sql`
  select 1 / count(*) as standbys from pg_stat_replication
  where state = 'streaming' and sync_state in ('sync', 'quorum')
    and current_setting('synchronous_commit') not in ('off', 'local')`
const divisionByZero = '22012'

/**
 * Run a transaction, again where the engine asks for it.
 * @param lane The connections, and what a commit must be confirmed by.
 * @param transaction What it does.
 * @param input What it works on.
 * @param options What its commit need not wait for.
 * @throws {Error} As `Database.write` does.
 */
export async function runTransaction<Input, Result>(
  lane: TransactionLane,
  transaction: Transaction<Input, Result>,
  input: Input,
  { isLossHarmless = false }: WriteOptions = {},
): Promise<Result> {
  const untilMs = performance.now() + lane.limitMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lane.pool.use(untilMs - performance.now(), (connection) =>
        runOnce(connection, transaction(input, postgresDialect), {
          isCheckedForStandby: lane.requireStandby && !isLossHarmless,
          begin: isLossHarmless ? begin + commitHere : begin,
          commitLimitMs: lane.commitLimitMs,
        }),
      )
    } catch (error) {
      const isLast = attempt === maxAttempts || performance.now() >= untilMs
      if (isLast || !isWorthAnotherTry(error, lane.naming)) {
        throw toDatabaseError(error)
      }
    }
  }
}

/**
 * Tell whether the same once more is likely to do; nothing was written so far.
 * @param error What the driver threw.
 * @param naming Turned off when a server does not know statements by the names that they were given.
 */
export function isWorthAnotherTry(error: unknown, naming: StatementNaming): boolean {
  const { meaning } = describeFault(error)
  if (meaning === 'unprepared') naming.isOn = false
  return meaning === 'retry' || meaning === 'unprepared'
}

interface Conduct {
  readonly begin: string
  readonly isCheckedForStandby: boolean
  readonly commitLimitMs: number
}

async function runOnce<Result>(
  connection: PostgresConnection,
  body: TransactionBody<Result>,
  conduct: Conduct,
): Promise<Result> {
  let begun: Promise<pg.QueryResult> | undefined
  try {
    let step = body.next()
    while (!step.done) {
      const asked = step.value
      // Pipelined: the statements of one step travel together, behind `begin` on the first.
      begun ??= connection.send(conduct.begin)
      const sent = ('parts' in asked ? [asked] : asked).map((statement) =>
        connection.send(statement),
      )
      const rows = await answersOf(begun, sent)
      step = body.next('parts' in asked ? rows[0] : rows)
    }
    if (begun !== undefined) await commit(connection, conduct)
    return step.value
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) await rollback(connection)
    throw error
  }
}

/** In their order: the first that failed says why, those behind it only that something had failed. */
async function answersOf(
  begun: Promise<pg.QueryResult>,
  sent: readonly Promise<pg.QueryResult>[],
): Promise<Row[][]> {
  await begun
  const rows: Row[][] = []
  for (const answer of sent) rows.push((await answer).rows as Row[])
  return rows
}

/** Commit, and believe it only when the server said COMMIT without a warning. */
async function commit(connection: PostgresConnection, conduct: Conduct): Promise<void> {
  connection.setDeadline(conduct.commitLimitMs)
  connection.listenForWarning()
  const checking = conduct.isCheckedForStandby ? connection.send(standbyCheck) : undefined
  const [checked, committed] = await Promise.allSettled([checking, connection.send('commit')])
  if (committed.status === 'rejected') {
    // An answer to the commit itself, on a connection that goes on, says that it did not happen.
    const { isConnectionDropped, meaning } = describeFault(committed.reason)
    if ('severity' in committed.reason && meaning !== 'unknown' && !isConnectionDropped) {
      throw committed.reason
    }
    throw new UnknownOutcomeError('the connection was lost during commit', {
      cause: committed.reason,
    })
  }
  if (checked.status === 'rejected') throw withoutStandby(checked.reason)
  const { command } = committed.value
  if (command !== 'COMMIT') throw new Error(`PostgreSQL answered commit with ${command}`)
  // A cancelled wait for a standby comes back as success with a warning: the row may be on one
  // node only. https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA
  if (connection.warning !== undefined) throw new UnknownOutcomeError(connection.warning)
}

function withoutStandby(error: unknown): unknown {
  if ((error as { code?: string }).code !== divisionByZero) return error
  return new DatabaseUnavailableError('no standby would confirm the write', { cause: error })
}

async function rollback(connection: PostgresConnection): Promise<void> {
  if (connection.isLost || connection.hasExpired) return
  try {
    await connection.send('rollback')
  } catch {
    // The connection is gone, and its transaction with it; the first error says why.
  }
}
