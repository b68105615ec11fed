/** Runs transactions on PostgreSQL, and trusts only confirmed commits. @module */
import { DatabaseUnavailableError, UnknownOutcomeError } from '../../contract/errors.ts'
import type { Row, Transaction, TransactionBody, WriteOptions } from '../database.ts'
import { dialectOf } from '../dialects.ts'
import { type Statement, sql } from '../sql.ts'
import { clockColumns, endCheck, type ServerClock, type TransactionEnd } from './postgres-clock.ts'
import type {
  PostgresConnection,
  SentOutcome,
  StatementAnswer,
  StatementNaming,
} from './postgres-connection.ts'
import { describeFault, toDatabaseError } from './postgres-errors.ts'
import type { PostgresPool } from './postgres-pool.ts'

export interface OpenedStore {
  isSpread: boolean
}

export interface TransactionLane {
  readonly pool: PostgresPool
  readonly naming: StatementNaming
  readonly store: OpenedStore
  readonly clock: ServerClock
  readonly requireStandby: boolean
  readonly limitMs: number
  readonly commitLimitMs: number
}

const maxAttempts = 5
const serverTimeout = '10s'
/** Applies to transactions that share a commit; others may wait longer for locks. */
const sharedLockTimeout = '500ms'
/**
 * Fails unless a standby must confirm the commit, which then becomes a rollback. Sent together with
 * the commit, so it costs no round trip and cannot be outdated.
 */
const standbyCheck = `
  select 1 / count(*) as standbys from pg_stat_replication
  where state = 'streaming' and sync_state in ('sync', 'quorum')
    and current_setting('synchronous_commit') not in ('off', 'local')`
const divisionByZero = '22012'
const cameTooLate = '22007'

/** @throws {Error} As `Database.write` does. */
export async function runTransaction<Input, Result>(
  lane: TransactionLane,
  transaction: Transaction<Input, Result>,
  input: Input,
  options: WriteOptions = {},
): Promise<Result> {
  const untilMs = endOf(lane, options)
  const dialect = dialectOf({ engine: 'postgres', ...lane.store })
  return runAlone({ ...lane, ...options }, () => transaction(input, dialect), untilMs)
}

export async function runAlone<Result>(
  lane: TransactionLane & Pick<WriteOptions, 'isLossHarmless'>,
  begin: () => TransactionBody<Result>,
  untilMs: number,
): Promise<Result> {
  return inAttempts(lane, untilMs, async (connection) => {
    const [result] = await runBodies(connection, [begin()], { ...lane, untilMs })
    return result as Result
  })
}

/** By `performance.now()`. */
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
 * Whether repeating the transaction is likely to succeed; nothing was written so far.
 * @param naming Turned off when the server does not know a prepared statement.
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
  readonly untilMs: number
  readonly isShared?: boolean
}

type Step<Result> = ReturnType<TransactionBody<Result>['next']>

/**
 * Run bodies together as one transaction, step by step. The last statements go in one round trip
 * with the commit.
 * @throws {UnknownOutcomeError} When it may be committed. After any other error nothing was
 * written.
 */
export async function runBodies<Result>(
  connection: PostgresConnection,
  bodies: readonly TransactionBody<Result>[],
  conduct: Conduct,
): Promise<Result[]> {
  const end = await conduct.clock.endAt(connection, conduct.untilMs)
  let opening = openingOf(conduct)
  try {
    const steps: Step<Result>[] = bodies.map((body) => body.next())
    let isCommitting = false
    while (!isCommitting && steps.some(({ done }) => !done)) {
      const batches = steps.map(statementsOf)
      const statements = [...opening, ...batches.flat()]
      isCommitting = steps.every(({ done, value }) => done || 'last' in (value as object))
      const answers = isCommitting
        ? await sendWithCommit(connection, statements, conduct, end)
        : await sendStep(connection, statements)
      if (opening.length > 0) learnClock(conduct, answers)
      const rows = rowsOf(answers.slice(opening.length))
      opening = []
      for (const [index, body] of bodies.entries()) {
        const step = steps[index] as Step<Result>
        if (step.done) continue
        const ownRows = rows.splice(0, batches[index]?.length)
        steps[index] = body.next('parts' in step.value ? ownRows[0] : ownRows)
      }
    }
    if (!isCommitting && opening.length === 0) {
      prepareForCommit(connection, conduct)
      const ending = await connection.sendScript(endingOf(conduct, end))
      await assertCommitted(connection, ending, conduct)
    }
    return steps.map(({ value }) => value as Result)
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError) && !connection.isReusable) {
      await connection.rollback()
    }
    throw error
  }
}

function statementsOf({ done, value }: Step<unknown>): readonly Statement[] {
  if (done) return []
  const statements = 'last' in value ? value.last : value
  return 'parts' in statements ? [statements] : statements
}

async function sendStep(
  connection: PostgresConnection,
  statements: readonly Statement[],
): Promise<readonly StatementAnswer[]> {
  const { answers, error } = await connection.send(statements)
  if (error !== undefined) throw error
  return answers
}

async function sendWithCommit(
  connection: PostgresConnection,
  statements: readonly Statement[],
  conduct: Conduct,
  end: TransactionEnd,
): Promise<readonly StatementAnswer[]> {
  prepareForCommit(connection, conduct)
  const [body, ending] = connection.together(() => [
    connection.send(statements),
    connection.sendScript(endingOf(conduct, end)),
  ])
  const outcome = await body
  await assertCommitted(connection, outcome.error === undefined ? await ending : outcome, conduct)
  return outcome.answers
}

/** `set local`, because poolers share the session and refuse parameters at its start. */
function openingOf({ isLossHarmless, isShared }: Conduct): Statement[] {
  const settings = [
    clockColumns,
    sql`set_config('statement_timeout', ${serverTimeout}, true)`,
    sql`set_config('idle_in_transaction_session_timeout', ${serverTimeout}, true)`,
    ...(isShared ? [sql`set_config('lock_timeout', ${sharedLockTimeout}, true)`] : []),
    ...(isLossHarmless ? [sql`set_config('synchronous_commit', 'local', true)`] : []),
  ]
  return [sql`begin`, sql`select ${settings.reduce((list, setting) => sql`${list}, ${setting}`)}`]
}

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

/** A commit counts only when the server answers COMMIT without a warning. */
async function assertCommitted(
  connection: PostgresConnection,
  { answers, error }: SentOutcome,
  { clock, untilMs }: Conduct,
): Promise<void> {
  if (error !== undefined) {
    // If the connection still works, the error means that the commit did not happen.
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
  // A cancelled wait for a standby counts as success with a warning, though the row may be on one
  // node only: https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA
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
