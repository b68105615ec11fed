/** Runs transactions on PostgreSQL, and believes a commit only when it was confirmed. @module */
import { DatabaseUnavailableError, UnknownOutcomeError } from '../../base/errors.ts'
import type { OneTrip, Row, Transaction, TransactionBody, WriteOptions } from '../database.ts'
import { dialectOf } from '../dialects.ts'
import { type Statement, sql } from '../sql.ts'
import { clockColumns, endCheck, type ServerClock, type TransactionEnd } from './postgres-clock.ts'
import type { PostgresConnection, StatementNaming } from './postgres-connection.ts'
import { describeFault, toDatabaseError } from './postgres-errors.ts'
import type { PostgresPool } from './postgres-pool.ts'
import type { StatementAnswer, TripOutcome } from './postgres-trip.ts'

/** What became known of the store when it was opened. */
export interface OpenedStore {
  isSpread: boolean
}

export interface TransactionLane {
  readonly pool: PostgresPool
  readonly naming: StatementNaming
  readonly store: OpenedStore
  readonly clock: ServerClock
  /** Refuse to commit what no standby would confirm. */
  readonly requireStandby: boolean
  /** The longest time for the body with all its attempts, and for the commit behind it. */
  readonly limitMs: number
  readonly commitLimitMs: number
}

const maxAttempts = 5
/** The server's own bounds: they end what a process left behind that died or is out of reach. */
const serverTimeout = '10s'
/** How long statements that share a transaction may wait for others' locks: each alone may longer. */
const sharedLockTimeout = '500ms'
/**
 * Fails unless a standby has to confirm the commit that travels right behind it, which then is a
 * rollback. Asked here and not before, it costs no round trip and leaves no time to be wrong in.
 */
const standbyCheck = `
  select 1 / count(*) as standbys from pg_stat_replication
  where state = 'streaming' and sync_state in ('sync', 'quorum')
    and current_setting('synchronous_commit') not in ('off', 'local')`
const divisionByZero = '22012'
const cameTooLate = '22007'

/**
 * Run a transaction, again where the engine asks for it.
 * @param lane The connections, and what a commit must be confirmed by.
 * @throws {Error} As `Database.write` does.
 */
export async function runTransaction<Input, Result>(
  lane: TransactionLane,
  transaction: Transaction<Input, Result>,
  input: Input,
  options: WriteOptions = {},
): Promise<Result> {
  const untilMs = endOf(lane, options)
  const conduct = { ...lane, ...options, untilMs }
  return inAttempts(lane, untilMs, (connection) =>
    runSteps(
      connection,
      transaction(input, dialectOf({ engine: 'postgres', ...lane.store })),
      conduct,
    ),
  )
}

/**
 * Tell when a transaction's time is over, on the monotonic clock: then the server refuses it.
 * @param lane How long transactions may take.
 */
export function endOf(
  lane: Pick<TransactionLane, 'limitMs'>,
  {
    untilMs = Number.POSITIVE_INFINITY,
    limitMs = lane.limitMs,
  }: Pick<WriteOptions, 'untilMs' | 'limitMs'>,
): number {
  return Math.min(untilMs, performance.now() + limitMs)
}

/**
 * Run statements as a transaction in one round trip, again where the engine asks for it.
 * @param untilMs The end of its time, on the monotonic clock.
 * @throws {Error} As `Database.write` does.
 */
export async function runTrip(
  lane: TransactionLane,
  statements: readonly Statement[],
  untilMs: number,
): Promise<Row[][]> {
  return inAttempts(lane, untilMs, (connection) =>
    runAtOnce(connection, statements, { ...lane, untilMs }),
  )
}

/** Tell whether a transaction can share another's round trip. */
export function isOneTrip<Input, Result>(
  transaction: Transaction<Input, Result>,
): transaction is OneTrip<Input, Result> {
  return 'statements' in transaction
}

/**
 * Tell whether the same once more is likely to do; nothing was written so far.
 * @param naming Turned off when a server does not know statements by the names that they were given.
 */
export function isWorthAnotherTry(error: unknown, naming: StatementNaming): boolean {
  const { meaning } = describeFault(error)
  if (meaning === 'unprepared') naming.isOn = false
  return meaning === 'retry' || meaning === 'unprepared'
}

async function inAttempts<Result>(
  { pool, naming }: TransactionLane,
  untilMs: number,
  work: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pool.use(untilMs - performance.now(), work)
    } catch (error) {
      const isLast = attempt === maxAttempts || performance.now() >= untilMs
      if (isLast || !isWorthAnotherTry(error, naming)) throw toDatabaseError(error)
    }
  }
}

interface Conduct
  extends Pick<TransactionLane, 'clock' | 'requireStandby' | 'commitLimitMs'>,
    Pick<WriteOptions, 'isLossHarmless'> {
  /** Its end, on the monotonic clock. */
  readonly untilMs: number
  /** Its statements are those of several transactions. */
  readonly isShared?: boolean
}

async function runSteps<Result>(
  connection: PostgresConnection,
  body: TransactionBody<Result>,
  conduct: Conduct,
): Promise<Result> {
  const end = await conduct.clock.endAt(connection, conduct.untilMs)
  let opening = openingOf(conduct)
  try {
    let step = body.next()
    while (!step.done) {
      const asked = step.value
      const statements = 'parts' in asked ? [asked] : asked
      const { answers, error } = await connection.send([...opening, ...statements])
      if (error !== undefined) throw error
      if (opening.length > 0) learnClock(conduct, answers)
      const rows = rowsOf(answers.slice(opening.length))
      opening = []
      step = body.next('parts' in asked ? rows[0] : rows)
    }
    if (opening.length === 0) {
      prepareForCommit(connection, conduct)
      await assertCommitted(
        connection,
        await connection.sendScript(endingOf(conduct, end)),
        conduct,
      )
    }
    return step.value
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) await connection.rollback()
    throw error
  }
}

/**
 * Run statements as a transaction in one round trip, once. When it fails, nothing happened.
 * @param conduct What its commit must be confirmed by, and its end.
 * @throws {UnknownOutcomeError} When it may or may not have happened.
 */
export async function runAtOnce(
  connection: PostgresConnection,
  statements: readonly Statement[],
  conduct: Conduct,
): Promise<Row[][]> {
  const end = await conduct.clock.endAt(connection, conduct.untilMs)
  const opening = openingOf(conduct)
  const [body, ending] = connection.together(() => [
    connection.send([...opening, ...statements], () => prepareForCommit(connection, conduct)),
    // When the body fails, so does this.
    connection.sendScript(endingOf(conduct, end)),
  ])
  const outcome = await body
  learnClock(conduct, outcome.answers)
  await assertCommitted(connection, outcome.error === undefined ? await ending : outcome, conduct)
  return rowsOf(outcome.answers.slice(opening.length))
}

/** `set local`, since poolers hand the session on to others, and refuse parameters at its start. */
function openingOf({ isLossHarmless, isShared }: Conduct): Statement[] {
  const settings = [
    clockColumns,
    sql`set_config('statement_timeout', ${serverTimeout}, true)`,
    sql`set_config('idle_in_transaction_session_timeout', ${serverTimeout}, true)`,
    ...(isShared ? [sql`set_config('lock_timeout', ${sharedLockTimeout}, true)`] : []),
    ...(isLossHarmless ? [sql`set_config('synchronous_commit', 'local', true)`] : []),
  ]
  return [sql`begin`, sql`select ${settings.reduce((all, one) => sql`${all}, ${one}`)}`]
}

/** Of the opening. */
function learnClock({ clock }: Conduct, answers: readonly StatementAnswer[]): void {
  clock.learn(answers[1]?.rows[0])
}

function endingOf({ requireStandby, isLossHarmless }: Conduct, end: TransactionEnd): string {
  const checks = requireStandby && !isLossHarmless ? [standbyCheck, endCheck(end)] : [endCheck(end)]
  return [...checks, 'commit'].join(';')
}

function prepareForCommit(connection: PostgresConnection, { commitLimitMs }: Conduct): void {
  connection.setDeadline(commitLimitMs)
  connection.listenForWarning()
}

/** Believe a commit only when the server said COMMIT without a warning. */
async function assertCommitted(
  connection: PostgresConnection,
  { answers, error }: TripOutcome,
  { clock, untilMs }: Conduct,
): Promise<void> {
  if (error !== undefined) {
    // On a connection that goes on, an error says that the commit did not happen.
    const goesOn = await connection.rollback()
    if (!goesOn || describeFault(error).meaning === 'unknown') {
      throw new UnknownOutcomeError('the connection was lost during commit', {
        cause: error,
        untilMs,
      })
    }
    if (codeOf(error) === cameTooLate) clock.forget()
    throw codeOf(error) === divisionByZero ? withoutStandby(error) : error
  }
  const command = answers.at(-1)?.command
  if (command !== 'COMMIT') throw new Error(`PostgreSQL answered commit with ${command}`)
  // A cancelled wait for a standby comes back as success with a warning: the row may be on one
  // node only. https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA
  if (connection.warning !== undefined) {
    throw new UnknownOutcomeError(connection.warning, { untilMs: performance.now() })
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}

function withoutStandby(error: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError('no standby would confirm the write', { cause: error })
}

function rowsOf(answers: readonly StatementAnswer[]): Row[][] {
  return answers.map(({ rows }) => rows)
}
