/** The shared store: PostgreSQL, or a distributed engine that speaks its protocol. @module */
import pg from 'pg'
import {
  type Database,
  DatabaseUnavailableError,
  type Dialect,
  type Durability,
  type Row,
  type Transaction,
  type TransactionBody,
  UniqueViolationError,
  UnknownOutcomeError,
} from './database.ts'
import { type MigrationConnection, migrate, type SchemaPolicy } from './migrate.ts'
import { type Statement, sql } from './sql.ts'

export interface PostgresOptions {
  readonly url: string
  /** Connections that this process holds at most. */
  readonly maxConnections?: number
  /** What may be done to the schema; `leave` looks at nothing and changes nothing. */
  readonly schema?: SchemaPolicy | 'leave'
}

const dialect: Dialect = {
  engine: 'postgres',
  forKeyShare: sql`for key share`,
  forUpdate: sql`for update`,
}
const connectTimeoutMs = 5_000
/** The server gives up on a statement after this; the client a little later, if the server is gone. */
const statementTimeoutMs = 10_000
const clientTimeoutMs = 15_000
const maxAttempts = 5
/** Numbers of a bigint column fit a double: ids and milliseconds stay below 2^53. */
const int8 = 20
const numeric = 1700

// SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
const uniqueViolation = '23505'
const serializationFailure = '40001'
const deadlockDetected = '40P01'

/** What one transaction's connection has told us besides rows. */
interface Session {
  readonly client: pg.PoolClient
  /** Warnings since the commit was sent. */
  warnings: string[]
}

/**
 * Open a PostgreSQL store, and make it if the database is empty.
 * @param options The address, the size of the connection pool and what becomes of the schema.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const pool = createPool(options)
  try {
    const { schema = 'expect' } = options
    if (schema !== 'leave') {
      await withClient(pool, (session) => migratePostgres(session.client, schema))
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined
  return {
    engine: 'postgres',
    async read<R extends object>(statement: Statement) {
      return withClient(
        pool,
        async ({ client }) => (await client.query(toQuery(statement))).rows as R[],
      )
    },
    write<Input, Result>(transaction: Transaction<Input, Result>, input: Input): Promise<Result> {
      const result = runTransaction(pool, transaction, input)
      running.add(result)
      return result.finally(() => running.delete(result))
    },
    durability: () => withClient(pool, ({ client }) => postgresDurability(client)),
    close() {
      closing ??= Promise.allSettled(running).then(() => pool.end())
      return closing
    },
  }
}

function createPool(options: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    query_timeout: clientTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    application_name: 'markport',
    pipeline: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === int8 || oid === numeric
          ? Number
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  } as pg.PoolConfig)
  // A connection that dies while idle or while checked out reports it by an event; without these
  // listeners the process would end with it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function withClient<Result>(
  pool: pg.Pool,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  let client: pg.PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    throw new DatabaseUnavailableError('PostgreSQL cannot be reached', { cause: error })
  }
  const session: Session = { client, warnings: [] }
  const onNotice = (notice: {
    severity?: string | undefined
    message?: string | undefined
  }): void => {
    if (notice.severity === 'WARNING') session.warnings.push(notice.message ?? '')
  }
  client.on('notice', onNotice)
  let isBroken = true
  try {
    const result = await use(session)
    isBroken = false
    return result
  } catch (error) {
    // After an answer from the server the connection is usable again; after silence it is not.
    isBroken = !isServerError(error)
    throw isBroken && isConnectionError(error)
      ? new DatabaseUnavailableError('the connection to PostgreSQL was lost', { cause: error })
      : error
  } finally {
    client.off('notice', onNotice)
    client.release(isBroken)
  }
}

async function runTransaction<Input, Result>(
  pool: pg.Pool,
  transaction: Transaction<Input, Result>,
  input: Input,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withClient(pool, (session) => runOnce(session, transaction.body(input, dialect)))
    } catch (error) {
      const code = (error as { code?: string }).code
      if (code === uniqueViolation) {
        throw new UniqueViolationError((error as Error).message, { cause: error })
      }
      const canRetry = code === serializationFailure || code === deadlockDetected
      if (!canRetry) throw isShutdown(code) ? unavailable(error) : error
      if (attempt === maxAttempts) throw unavailable(error)
    }
  }
}

async function runOnce<Result>(session: Session, body: TransactionBody<Result>): Promise<Result> {
  const { client } = session
  let begun: Promise<unknown> | undefined
  const send = (statement: Statement): Promise<Row[]> => {
    begun ??= client.query('begin')
    return client.query(toQuery(statement)).then((answer) => answer.rows as Row[])
  }
  try {
    let step = body.next()
    while (!step.done) {
      const asked = step.value
      // Pipelined: the statements of one step travel together, behind `begin` on the first.
      const answers = await Promise.all('parts' in asked ? [send(asked)] : asked.map(send))
      step = body.next('parts' in asked ? answers[0] : answers)
    }
    await begun
    if (begun !== undefined) await commit(session)
    return step.value
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) await rollback(client)
    throw error
  }
}

/** Commit, and believe it only when the server said COMMIT without a warning. */
async function commit(session: Session): Promise<void> {
  session.warnings = []
  let command: string
  try {
    command = (await session.client.query('commit')).command
  } catch (error) {
    throw new UnknownOutcomeError('the connection was lost during commit', { cause: error })
  }
  if (command !== 'COMMIT') throw new Error(`PostgreSQL answered commit with ${command}`)
  // A cancelled wait for a standby comes back as success with a warning: the row may be on one
  // node only. https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA
  const [warning] = session.warnings
  if (warning !== undefined) throw new UnknownOutcomeError(warning)
}

async function rollback(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback')
  } catch {
    // The connection is gone, and its transaction with it; the first error says why.
  }
}

function toQuery(statement: Statement): { name: string; text: string; values: unknown[] } {
  const text = statement.parts.reduce((before, part, index) => `${before}$${index}${part}`)
  return { name: statementName(text), text, values: statement.values as unknown[] }
}

const names = new Map<string, string>()

/** A name lets the server keep the parsed statement for the connection. */
function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name
}

async function migratePostgres(client: pg.PoolClient, policy: SchemaPolicy): Promise<void> {
  const connection: MigrationConnection = {
    engine: 'postgres',
    async begin() {
      await client.query('begin')
      // Any constant will do, so long as every Markport uses the same.
      await client.query('select pg_advisory_xact_lock(740263)')
    },
    run: async (statement) => (await client.query(toQuery(statement))).rows as Row[],
    runScript: async (script) => {
      await client.query(script)
    },
  }
  await migrate(connection, policy)
}

async function postgresDurability(client: pg.PoolClient): Promise<Durability> {
  const answer = await client.query(`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names',
      'server_version')`)
  const settings = Object.fromEntries(
    (answer.rows as { name: string; setting: string }[]).map(({ name, setting }) => [
      name,
      setting,
    ]),
  )
  const isDurable =
    settings.fsync === 'on' &&
    settings.full_page_writes === 'on' &&
    !['off', undefined].includes(settings.synchronous_commit)
  const hasStandby =
    settings.synchronous_standby_names !== '' && settings.synchronous_commit !== 'local'
  return {
    isDurable,
    settings,
    description: !isDurable
      ? 'PostgreSQL is set so that an acknowledged import can be lost (see fsync, full_page_writes, synchronous_commit)'
      : hasStandby
        ? 'an acknowledged import is on disk here and on a standby: it survives the loss of the primary'
        : 'an acknowledged import is on the disk of one PostgreSQL server: it survives a crash, not the loss of that server',
  }
}

function isServerError(error: unknown): boolean {
  return typeof (error as { severity?: unknown }).severity === 'string'
}

function isConnectionError(error: unknown): boolean {
  const { message, code } = error as { message?: string; code?: string }
  return (
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    /connection terminated|query read timeout|not queryable|connection error/i.test(message ?? '')
  )
}

/** Class 57P: the server is stopping or not accepting; 53: out of resources; 55P03, 57014: timed out. */
function isShutdown(code: string | undefined): boolean {
  return code !== undefined && (/^(57P|53|08)/.test(code) || code === '55P03' || code === '57014')
}

function unavailable(error: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError((error as Error).message, { cause: error })
}
