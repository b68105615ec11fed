/** What the errors of PostgreSQL and of its connections mean for reads and writes. @module */
import { DatabaseUnavailableError, UnknownOutcomeError } from '../../contract/errors.ts'
import { DatabaseRefusedError, UniqueViolationError } from '../database.ts'

export interface Fault {
  /**
   * `unavailable`: nothing was written, try later · `unknown`: it may be committed · `retry`: run
   * the transaction again · `unprepared`: the server does not know a prepared statement, or has it
   * already · `unique-violation` · `refused`: the server rejects our user · `ours`: the statement
   * is wrong.
   */
  readonly meaning:
    | 'unavailable'
    | 'unknown'
    | 'retry'
    | 'unprepared'
    | 'unique-violation'
    | 'refused'
    | 'ours'
  readonly isConnectionDropped: boolean
}

const keep = false
const drop = true

/**
 * By SQLSTATE or class, the most specific first:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const faultTable: readonly (readonly [string, Fault['meaning'], boolean])[] = [
  ['23505', 'unique-violation', keep],
  ['22007', 'retry', keep], // the deadline passed or the server's clock changed: `endCheck`
  ['40001', 'retry', keep], // serialization failure
  ['40P01', 'retry', keep], // deadlock
  ['40003', 'unknown', drop], // statement completion unknown: distributed engines
  ['26000', 'unprepared', keep], // a pooler switched to another connection
  ['42P05', 'unprepared', keep], // another process prepared it on the pooler's connection
  ['25006', 'unavailable', drop], // read-only: a standby or a demoted primary
  ['25P03', 'unavailable', drop], // idle in transaction for too long
  ['25P04', 'unavailable', drop], // transaction for too long
  ['28', 'refused', drop], // password, pg_hba.conf
  ['3D000', 'refused', drop], // no such database
  ['55P03', 'unavailable', keep], // lock not available
  ['57014', 'unavailable', keep], // cancelled by a time-out or an administrator
  ['57P', 'unavailable', drop], // shutting down, crashed, starting up, database dropped
  ['53300', 'unavailable', drop], // too many connections
  ['53', 'unavailable', keep], // disk full, out of memory
  ['58', 'unavailable', keep], // I/O error below PostgreSQL
  ['08', 'unavailable', drop], // connection errors; poolers report all their errors like this
]

const socketCodes: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  // The server has not created its Unix socket yet.
  'ENOENT',
])

/** Citus lost a worker before committing, and reports no code of its own for that. */
const lostWorker =
  /^(?:failure on connection marked as essential|server closed the connection unexpectedly)/

export function describeFault(error: unknown): Fault {
  if (error instanceof DatabaseRefusedError)
    return { meaning: 'refused', isConnectionDropped: true }
  if (error instanceof DatabaseUnavailableError) {
    return { meaning: 'unavailable', isConnectionDropped: true }
  }
  const code = (error as { code?: unknown } | undefined)?.code
  if (typeof code !== 'string') return { meaning: 'ours', isConnectionDropped: false }
  if (socketCodes.has(code)) return { meaning: 'unavailable', isConnectionDropped: true }
  if (lostWorker.test((error as Error).message)) {
    return { meaning: 'unavailable', isConnectionDropped: false }
  }
  const row = faultTable.find(([prefix]) => code.startsWith(prefix))
  return row === undefined
    ? { meaning: 'ours', isConnectionDropped: false }
    : { meaning: row[1], isConnectionDropped: row[2] }
}

export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError || error instanceof UnknownOutcomeError)
    return error
  const { message } = error as Error
  switch (describeFault(error).meaning) {
    case 'unique-violation':
      return new UniqueViolationError(message, { cause: error })
    case 'unknown':
      return new UnknownOutcomeError(message, { cause: error })
    case 'refused':
      return new DatabaseRefusedError(message, { cause: error })
    case 'unavailable':
    case 'retry':
    case 'unprepared':
      return new DatabaseUnavailableError(message, { cause: error })
    case 'ours':
      return error
  }
}
