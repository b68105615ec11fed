/** One connection to PostgreSQL, with a deadline for every statement. @module */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import type { Row } from '../database.ts'
import type { Statement } from '../sql.ts'
import { describeFault } from './postgres-errors.ts'

export interface StatementAnswer {
  readonly rows: Row[]
  readonly command: string
}

export interface SentOutcome {
  readonly answers: readonly StatementAnswer[]
  readonly error: unknown
}

export interface PostgresConnection extends ReturnType<typeof wrap> {}

export interface StatementNaming {
  /** Named prepared statements halve the server's time. Off behind poolers without support. */
  isOn: boolean
}

export const applicationName = 'markport'
const cancelGraceMs = 1_000
const endGraceMs = 1_000
/** Values of bigint columns fit a double: ids and milliseconds stay below 2^53. */
const int8 = 20
const numeric = 1700
/** SQLSTATE of success in notices; unlike messages it does not depend on the language. */
const successCode = '00000'

/** Members of the driver's client that its types lack; the driver's own pool uses them too. */
interface DriverClient {
  readonly connection: { readonly stream: Socket }
  readonly processID: number
  readonly secretKey: number
  readonly sslNegotiation: 'postgres' | 'direct'
}

export async function connectPostgres(
  url: string,
  options: { timeoutMs: number; signal: AbortSignal; naming: StatementNaming },
): Promise<PostgresConnection> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: options.timeoutMs,
    // Send only the name at the start: poolers refuse parameters that they do not know.
    application_name: applicationName,
    keepAlive: true,
    // Networks silently drop connections that are idle for some minutes.
    keepAliveInitialDelayMillis: 30_000,
    pipeline: true,
    types: { getTypeParser: parserOf },
  })
  let isLost = false
  const markLost = (): void => {
    isLost = true
  }
  // Without a listener, losing an idle connection would end the process.
  client.on('error', markLost)
  client.on('end', markLost)
  const cutConnection = (): void => void streamOf(client).destroy()
  options.signal.addEventListener('abort', cutConnection)
  try {
    options.signal.throwIfAborted()
    await client.connect()
  } catch (error) {
    cutConnection()
    throw error
  } finally {
    options.signal.removeEventListener('abort', cutConnection)
  }
  return wrap(client, () => isLost, options.naming)
}

function wrap(client: pg.Client, isLost: () => boolean, naming: StatementNaming) {
  let timer: NodeJS.Timeout | undefined
  let hasExpired = false
  let warning: string | undefined
  client.on('notice', ({ code, message }) => {
    if (code !== successCode) warning ??= message
  })
  let isCut = false
  const destroy = (): void => {
    isCut = true
    streamOf(client).destroy()
  }
  const expire = (): void => {
    hasExpired = true
    timer = setTimeout(destroy, cancelGraceMs)
    // Also cancel on the server: a commit that waits for a standby ignores its closed socket and
    // would keep its locks until the standby returns.
    cancel(client)
  }
  /** The driver's error for a lost connection depends on the moment; make it always the same. */
  const faultOf = (error: unknown): unknown => {
    if (describeFault(error).meaning !== 'ours') return error
    const isOfDriver = error instanceof Error && !('severity' in error) && error.name === 'Error'
    if (!isOfDriver || !(isCut || isLost() || hasExpired)) return error
    const message = hasExpired ? lateMessage : 'the connection to PostgreSQL was lost'
    return new DatabaseUnavailableError(message, { cause: error })
  }
  /** Send the statements of `work` in as few packets as possible. */
  const together = <Result>(work: () => Result): Result => {
    const stream = streamOf(client)
    stream.cork()
    try {
      return work()
    } finally {
      stream.uncork()
    }
  }
  const outcomeOf = async (
    results: readonly Promise<pg.QueryResult<Row>>[],
  ): Promise<SentOutcome> => {
    const answers: StatementAnswer[] = []
    for (const answer of await Promise.allSettled(results)) {
      if (answer.status === 'rejected') return { answers, error: faultOf(answer.reason) }
      answers.push(answer.value)
    }
    return { answers, error: undefined }
  }
  return {
    /** Never rejects: the outcome contains the error, after which the server refuses the rest. */
    async send(statements: readonly Statement[]): Promise<SentOutcome> {
      if (hasExpired) return { answers: [], error: late() }
      return outcomeOf(
        together(() => statements.map((statement) => client.query(queryOf(statement, naming)))),
      )
    },
    /** Like `send`, for a script in one message: the server begins when it has all of it. */
    async sendScript(script: string): Promise<SentOutcome> {
      if (hasExpired) return { answers: [], error: late() }
      const results = client.query(script) as Promise<unknown> as Promise<pg.QueryResult<Row>[]>
      return results.then(
        (answers) => ({ answers, error: undefined }),
        (error) => ({ answers: [], error: faultOf(error) }),
      )
    },
    together,
    async runScript(script: string): Promise<Row[]> {
      if (hasExpired) throw late()
      const { rows } = await client.query(script).catch((error) => {
        throw faultOf(error)
      })
      return rows
    },
    /** Roll back, even after the deadline; returns whether the connection is usable. */
    async rollback(): Promise<boolean> {
      if (isCut || isLost()) return false
      return client.query('rollback').then(
        () => true,
        () => false,
      )
    },
    /** Start the deadline anew. When it passes, the server is asked to cancel the running statement. */
    setDeadline(ms: number): void {
      clearTimeout(timer)
      if (!hasExpired) timer = setTimeout(expire, ms)
    },
    clearDeadline: () => clearTimeout(timer),
    listenForWarning(): void {
      warning = undefined
    },
    get warning(): string | undefined {
      return warning
    },
    get hasExpired(): boolean {
      return hasExpired
    },
    get isLost(): boolean {
      return isCut || isLost()
    },
    get isReusable(): boolean {
      return !isCut && !isLost() && !hasExpired && client.getTransactionStatus() === 'I'
    },
    destroy,
    end(): void {
      const grace = setTimeout(destroy, endGraceMs)
      void owned(client.end().finally(() => clearTimeout(grace)))
    },
  }
}

const lateMessage = 'PostgreSQL did not answer in time'

function late(): DatabaseUnavailableError {
  return new DatabaseUnavailableError(lateMessage)
}

function owned<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {})
  return promise
}

/**
 * Cancelling needs a second connection:
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
function cancel(client: pg.Client): void {
  const { processID, secretKey, sslNegotiation } = client as unknown as DriverClient
  const { host, port, ssl } = client
  const config = { ssl, sslNegotiation } as pg.ConnectionConfig
  const connection = new pg.Connection(config) as DriverConnection
  const timer = setTimeout(() => connection.stream.destroy(), cancelGraceMs)
  connection.on('error', () => connection.stream.destroy())
  connection.on('end', () => clearTimeout(timer))
  connection.on('sslconnect', () => connection.cancel(processID, secretKey))
  connection.on('connect', () => {
    if (!ssl) connection.cancel(processID, secretKey)
    else if (sslNegotiation !== 'direct') connection.requestSsl()
  })
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}

interface DriverConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void
  requestSsl(): void
  cancel(processId: number, secretKey: number): void
}

function streamOf(client: pg.Client): Socket {
  return (client as unknown as DriverClient).connection.stream
}

function parserOf(oid: number): (text: string) => unknown {
  if (oid === int8 || oid === numeric) return Number
  return pg.types.getTypeParser(oid)
}

interface StatementText {
  readonly name: string
  readonly text: string
}

function queryOf({ parts, values }: Statement, naming: StatementNaming): pg.QueryConfig {
  const { name, text } = textOf(parts)
  return { text, values: [...values], ...(naming.isOn && { name }) }
}

const byParts = new WeakMap<readonly string[], StatementText>()
const byText = new Map<string, StatementText>()

function textOf(parts: readonly string[]): StatementText {
  const cachedName = byParts.get(parts)
  if (cachedName !== undefined) return cachedName
  const text = parts.reduce((text, part, index) => `${text}$${index}${part}`)
  let name = byText.get(text)
  if (name === undefined) {
    name = { name: statementName(text), text }
    byText.set(text, name)
  }
  byParts.set(parts, name)
  return name
}

/** The name is a hash of the text, so one name never means different statements. */
function statementName(text: string): string {
  return `markport_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
}
