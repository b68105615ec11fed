/** Runs transactions on PostgreSQL, and trusts only confirmed commits. @module */
import { DatabaseUnavailableError, UnknownOutcomeError } from '../../contract/errors.ts'
import type { Row, Transaction, TransactionBody, WriteOptions } from '../database.ts'
import { dialectOf } from '../dialects.ts'
import { type Statement, sql } from '../sql.ts'
import type {
  PostgresConnection,
  SentOutcome,
  StatementAnswer,
  StatementNaming,
} from './postgres-connection.ts'
import { describeFault, toDatabaseError } from './postgres-errors.ts'
import type { PostgresPool } from './postgres-pool.ts'

export interface TransactionLane {
  readonly pool: PostgresPool
  readonly naming: StatementNaming
  readonly store: { isSpread: boolean }
  readonly clock: ReturnType<typeof serverClock>
  readonly requireStandby: boolean
  readonly limitMs: number
  readonly commitLimitMs: number
}

const maxAttempts = 5
const serverTimeout = '10s'
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
  const { untilMs: callersEndMs = Number.POSITIVE_INFINITY, limitMs = lane.limitMs } = options
  const untilMs = Math.min(callersEndMs, performance.now() + limitMs)
  const dialect = dialectOf({ engine: 'postgres', ...lane.store })
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lane.pool.use(untilMs - performance.now(), (connection) =>
        runBody(connection, transaction(input, dialect), { ...lane, ...options, untilMs }),
      )
    } catch (error) {
      const isLast = attempt === maxAttempts || performance.now() >= untilMs
      if (isLast || !isWorthAnotherTry(error, lane.naming)) throw toDatabaseError(error)
    }
  }
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

type Conduct = TransactionLane & Pick<WriteOptions, 'isLossHarmless'> & { readonly untilMs: number }

/**
 * Run a body as one transaction, step by step. The last statements go in one round trip with the
 * commit.
 * @throws {UnknownOutcomeError} When it may be committed. After any other error nothing was
 * written.
 */
async function runBody<Result>(
  connection: PostgresConnection,
  body: TransactionBody<Result>,
  conduct: Conduct,
): Promise<Result> {
  const end = await conduct.clock.endAt(connection, conduct.untilMs)
  let opening = openingOf(conduct)
  try {
    let step = body.next()
    let isCommitting = false
    while (!step.done) {
      isCommitting = 'last' in step.value
      const batch = 'last' in step.value ? step.value.last : step.value
      const isSingle = 'parts' in batch
      const statements = [...opening, ...(isSingle ? [batch] : batch)]
      const answers = isCommitting
        ? await sendWithCommit(connection, statements, conduct, end)
        : await sendStep(connection, statements)
      if (opening.length > 0) conduct.clock.learn(answers[1]?.rows[0])
      const rows = answers.slice(opening.length).map(({ rows }) => rows)
      opening = []
      step = body.next(isSingle ? rows[0] : rows)
    }
    if (!isCommitting && opening.length === 0) {
      prepareForCommit(connection, conduct)
      const ending = await connection.sendScript(endingOf(conduct, end))
      await assertCommitted(connection, ending, conduct)
    }
    return step.value
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError) && !connection.isReusable) {
      await connection.rollback()
    }
    throw error
  }
}

export async function sendStep(
  connection: PostgresConnection,
  statements: readonly Statement[],
): Promise<readonly StatementAnswer[]> {
  const { answers, error } = await connection.send(statements)
  if (error !== undefined) throw error
  return answers
}

export async function readOn(connection: PostgresConnection, statement: Statement): Promise<Row[]> {
  return (await sendStep(connection, [statement]))[0]?.rows ?? []
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
function openingOf({ isLossHarmless }: Conduct): Statement[] {
  const settings = [
    clockColumns,
    sql`set_config('statement_timeout', ${serverTimeout}, true)`,
    sql`set_config('idle_in_transaction_session_timeout', ${serverTimeout}, true)`,
    ...(isLossHarmless ? [sql`set_config('synchronous_commit', 'local', true)`] : []),
  ]
  return [sql`begin`, sql`select ${settings.reduce((list, setting) => sql`${list}, ${setting}`)}`]
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

interface TransactionEnd {
  readonly startedAt: number
  readonly at: number
}

interface Reading extends TransactionEnd {
  readonly readAtMs: number
}

const clockColumns: Statement = sql`date_part('epoch', clock_timestamp()) as clock,
  date_part('epoch', pg_postmaster_start_time()) as started_at`

const freshForMs = 5_000
const knownForMs = 10_000

export function serverClock() {
  let bestReading: Reading | undefined

  function learn(row: Row | undefined): void {
    if (row === undefined) return
    // Taken after the server read its clock, so the estimate is never ahead.
    const readAtMs = performance.now()
    const reading = { at: Number(row.clock), startedAt: Number(row.started_at), readAtMs }
    const isBetter =
      bestReading === undefined ||
      bestReading.startedAt !== reading.startedAt ||
      readAtMs - bestReading.readAtMs > freshForMs ||
      reading.at > atInstant(bestReading, readAtMs)
    if (isBetter) bestReading = reading
  }

  return {
    /** @param untilMs By `performance.now()`; the returned deadline is never later. */
    async endAt(connection: PostgresConnection, untilMs: number): Promise<TransactionEnd> {
      if (bestReading === undefined || performance.now() - bestReading.readAtMs > knownForMs) {
        learn((await readOn(connection, sql`select ${clockColumns}`))[0])
      }
      const reading = bestReading as unknown as Reading
      return { startedAt: reading.startedAt, at: atInstant(reading, untilMs) }
    },
    learn,
    /** Called on reconnecting, because the next server may have another clock. */
    forget(): void {
      bestReading = undefined
    },
  }
}

function atInstant({ at, readAtMs }: Reading, instantMs: number): number {
  return at + (instantMs - readAtMs) / 1000
}

/**
 * Fails after the deadline. Sent in one message with `commit`, so nothing delays the commit in
 * between, and the transaction already holds its locks, so newer transactions wait for it.
 */
function endCheck({ startedAt, at }: TransactionEnd): string {
  return `select cast(case when date_part('epoch', clock_timestamp()) <= ${at}
    and date_part('epoch', pg_postmaster_start_time()) = ${startedAt}
    then '00:00' else 'the transaction came too late' end as time)`
}
