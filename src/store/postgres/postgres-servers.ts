/** Finds the first server of a PostgreSQL address with the requested attributes. @module */
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import { DatabaseRefusedError } from '../database.ts'
import type { PostgresAddress, SessionAttributes } from './postgres-address.ts'
import {
  connectPostgres,
  type PostgresConnection,
  type StatementNaming,
} from './postgres-connection.ts'
import { describeFault } from './postgres-errors.ts'

const connectTimeoutMs = 3_000

/** Starts with the server that answered last, as an unreachable one costs a time-out. */
export function serverFinder(
  { servers, sessionAttributes }: PostgresAddress,
  naming: StatementNaming,
): (signal: AbortSignal) => Promise<PostgresConnection> {
  let firstIndex = 0
  return async (signal) => {
    const failures: Failure[] = []
    const passes: readonly SessionAttributes[] =
      sessionAttributes === 'prefer-standby' ? ['standby', 'any'] : [sessionAttributes]
    for (const attributes of passes) {
      for (let step = 0; step < servers.length; step += 1) {
        const index = (firstIndex + step) % servers.length
        const { name, url } = servers[index] as (typeof servers)[number]
        try {
          const connection = await connectPostgres(url, {
            timeoutMs: connectTimeoutMs,
            signal,
            naming,
          })
          await assertSession(connection, attributes)
          firstIndex = index
          return connection
        } catch (error) {
          signal.throwIfAborted()
          failures.push({ name, error })
        }
      }
    }
    throw noneOf(failures)
  }
}

interface Failure {
  readonly name: string
  readonly error: unknown
}

function noneOf(failures: readonly Failure[]): DatabaseUnavailableError {
  const attempts = failures.map(({ name, error }) => `${name}: ${reasonOf(error)}`).join('; ')
  const refusal = failures.findLast(({ error }) => isRefusal(error))
  if (refusal === undefined) {
    return new DatabaseUnavailableError(`PostgreSQL cannot be reached (${attempts})`)
  }
  const wayOut = 'Check user, password and database of the address, and pg_hba.conf.'
  const message = `PostgreSQL refuses: ${attempts}. ${wayOut}`
  return new DatabaseRefusedError(message, { cause: refusal.error })
}

interface Session {
  readonly is_standby: boolean
  readonly is_read_only: boolean
}

/**
 * Why a session is unsuitable, by libpq's rules:
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-TARGET-SESSION-ATTRS
 */
const reasonsAgainst: Readonly<
  Record<
    Exclude<SessionAttributes, 'any' | 'prefer-standby'>,
    (session: Session) => string | undefined
  >
> = {
  'read-write': ({ is_standby, is_read_only }) =>
    is_standby ? 'it is a standby' : is_read_only ? 'it is read-only' : undefined,
  'read-only': ({ is_standby, is_read_only }) =>
    is_standby || is_read_only ? undefined : 'it takes writes',
  primary: ({ is_standby }) => (is_standby ? 'it is a standby' : undefined),
  standby: ({ is_standby }) => (is_standby ? undefined : 'it is no standby'),
}

async function assertSession(
  connection: PostgresConnection,
  attributes: SessionAttributes,
): Promise<void> {
  if (attributes === 'any' || attributes === 'prefer-standby') return
  connection.setDeadline(connectTimeoutMs)
  try {
    // A script, because prepared statements could clash behind a pooler.
    const [session] = await connection.runScript(`
      select pg_is_in_recovery() as is_standby,
        current_setting('transaction_read_only') = 'on' as is_read_only`)
    const reason = reasonsAgainst[attributes](session as unknown as Session)
    if (reason !== undefined) throw new DatabaseUnavailableError(reason)
  } catch (error) {
    connection.destroy()
    throw error
  } finally {
    connection.clearDeadline()
  }
}

function isRefusal(error: unknown): boolean {
  // The driver's message when the server asks for a password and there is none.
  return describeFault(error).meaning === 'refused' || /^SASL: /.test((error as Error).message)
}

/** When every address of a host name fails, the error has no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || code || String(error)
}
