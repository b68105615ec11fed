/** Finds the server of a PostgreSQL store that takes writes. @module */
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import { DatabaseRefusedError } from '../database.ts'
import { type PostgresServer, parsePostgresAddress } from './postgres-address.ts'
import {
  connectPostgres,
  type PostgresConnection,
  type StatementNaming,
} from './postgres-connection.ts'
import { describeFault } from './postgres-errors.ts'

const connectTimeoutMs = 3_000

/** Starts with the server that answered last, as an unreachable one costs a time-out. */
export function serverFinder(
  url: string,
  naming: StatementNaming,
): (signal: AbortSignal) => Promise<PostgresConnection> {
  const { servers, isForWriting } = parsePostgresAddress(url)
  let firstIndex = 0
  return async (signal) => {
    const failures: Failure[] = []
    for (let step = 0; step < servers.length; step += 1) {
      const index = (firstIndex + step) % servers.length
      const { name, url } = servers[index] as PostgresServer
      try {
        const options = { timeoutMs: connectTimeoutMs, signal, naming }
        const connection = await connectPostgres(url, options)
        if (isForWriting) await assertTakesWrites(connection)
        firstIndex = index
        return connection
      } catch (error) {
        signal.throwIfAborted()
        failures.push({ name, error })
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

async function assertTakesWrites(connection: PostgresConnection): Promise<void> {
  connection.setDeadline(connectTimeoutMs)
  try {
    // A script, because prepared statements could clash behind a pooler.
    const [session] = await connection.runScript(
      `select current_setting('transaction_read_only') = 'on' as is_read_only`,
    )
    const { is_read_only: isReadOnly } = session as unknown as { is_read_only: boolean }
    if (isReadOnly) throw new DatabaseUnavailableError('it takes no writes')
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
