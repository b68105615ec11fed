/** Parses addresses of PostgreSQL stores, and finds the server that takes writes. @module */
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import { DatabaseRefusedError } from '../database.ts'
import {
  connectPostgres,
  type PostgresConnection,
  type StatementNaming,
} from './postgres-connection.ts'
import { describeFault } from './postgres-errors.ts'

export interface PostgresAddress {
  readonly servers: readonly PostgresServer[]
  /** Whether a server that takes no writes is passed over. */
  readonly isForWriting: boolean
}

interface PostgresServer {
  readonly name: string
  readonly url: string
}

/**
 * Parse an address, possibly with several servers: `postgres://user@one:5432,two:5433/name`. The
 * default is then a server that takes writes, as with `target_session_attrs=read-write`.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 * @throws {RangeError} Without quoting the address, which may contain a password.
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  const [, scheme, user = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s.exec(text) ?? []
  if (scheme === undefined) throw new RangeError('use postgres://user@host:port/database')
  const [path = '', search = ''] = rest.split('?', 2)
  const parameters = new URLSearchParams(search)
  const names = hosts.split(',')
  const attributes =
    parameters.get('target_session_attrs') ?? (names.length > 1 ? 'read-write' : 'any')
  if (!['any', 'read-write', 'primary'].includes(attributes)) {
    throw new RangeError('use target_session_attrs=any, read-write or primary')
  }
  parameters.delete('target_session_attrs')
  const servers = names.map((name) => ({
    name: name || parameters.get('host') || 'localhost',
    url: `${scheme}${user}${name}${path}${parameters.size > 0 ? `?${parameters}` : ''}`,
  }))
  // `URL` refuses an empty host after a user, which PostgreSQL's driver takes for a socket.
  const isUsable = servers.every(({ url }) => URL.canParse(url.replace('@/', '@localhost/')))
  if (!isUsable || (names.length > 1 && names.includes(''))) {
    throw new RangeError('use postgres://user@host:port/database; between several hosts a comma')
  }
  return { servers, isForWriting: attributes !== 'any' }
}

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
