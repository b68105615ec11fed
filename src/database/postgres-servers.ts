/** Finds the server of a PostgreSQL address that will do: the first in order that answers and takes writes. @module */

import { DatabaseUnavailableError } from '../errors.ts'
import { DatabaseRefusedError } from './database.ts'
import type { PostgresAddress, SessionAttributes } from './postgres-address.ts'
import {
  connectPostgres,
  type PostgresConnection,
  type StatementNaming,
} from './postgres-connection.ts'
import { describeFault } from './postgres-errors.ts'

/** For one server; with several, the others are tried afterwards. */
const connectTimeoutMs = 3_000

/**
 * Make the function that connects. It begins with the server that answered last: one that is out
 * of reach costs its time-out, and that only once.
 * @param address The servers, and which of them will do.
 * @param naming Whether statements get names.
 */
export function serverFinder(
  { servers, sessionAttributes }: PostgresAddress,
  naming: StatementNaming,
): (signal: AbortSignal) => Promise<PostgresConnection> {
  let first = 0
  return async (signal) => {
    const problems: string[] = []
    let refusal: unknown
    for (let step = 0; step < servers.length; step += 1) {
      const index = (first + step) % servers.length
      const { name, url } = servers[index] as (typeof servers)[number]
      try {
        const connection = await connectPostgres(url, {
          timeoutMs: connectTimeoutMs,
          signal,
          naming,
        })
        await assertSession(connection, sessionAttributes)
        first = index
        return connection
      } catch (error) {
        signal.throwIfAborted()
        problems.push(`${name}: ${reasonOf(error)}`)
        if (isRefusal(error)) refusal = error
      }
    }
    const tried = problems.join('; ')
    if (refusal === undefined) {
      throw new DatabaseUnavailableError(`PostgreSQL cannot be reached (${tried})`)
    }
    const wayOut = 'Check user, password and database of the address, and pg_hba.conf.'
    throw new DatabaseRefusedError(`PostgreSQL refuses: ${tried}. ${wayOut}`, { cause: refusal })
  }
}

/** Make sure that a server takes the writes that its address promises. */
async function assertSession(
  connection: PostgresConnection,
  wanted: SessionAttributes,
): Promise<void> {
  if (wanted === 'any') return
  connection.setDeadline(connectTimeoutMs)
  try {
    // As a script, which has no name that another process could have taken behind a pooler.
    const [row] = await connection.runScript(`
      select pg_is_in_recovery() as is_standby,
        current_setting('transaction_read_only') = 'on' as is_read_only`)
    const { is_standby, is_read_only } = row as unknown as {
      is_standby: boolean
      is_read_only: boolean
    }
    if (is_standby) throw new DatabaseUnavailableError('it is a standby')
    if (is_read_only && wanted === 'read-write')
      throw new DatabaseUnavailableError('it is read-only')
  } catch (error) {
    connection.destroy()
    throw error
  } finally {
    connection.clearDeadline()
  }
}

function isRefusal(error: unknown): boolean {
  // The driver's own words where the server asks for a password and there is none.
  return describeFault(error).meaning === 'refused' || /^SASL: /.test((error as Error).message)
}

/** An attempt at several addresses of one name fails with no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || code || String(error)
}
