/** One connection to PostgreSQL: it owns every promise and has a deadline for everything. @module */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailableError } from '../../base/errors.ts'
import type { Row } from '../database.ts'
import type { Statement } from '../sql.ts'
import {
  ScriptTrip,
  Trip,
  type TripOptions,
  type TripOutcome,
  type TripStatement,
} from './postgres-trip.ts'

export interface PostgresConnection {
  /**
   * Send statements that travel together; what stands behind one that fails is not run. It never
   * rejects: how far it came is in what it resolves with.
   * @param onAnswered Called when all are done, before anything that was sent behind them.
   */
  send(statements: readonly Statement[], onAnswered?: () => void): Promise<TripOutcome>
  /** The same for a script, in one message: the server begins once it has the whole of it. */
  sendScript(script: string): Promise<TripOutcome>
  /** Do some work, and have all that it sends travel in one write. */
  together<Result>(work: () => Result): Result
  /** Run a script of several statements without values, and read the rows of a single one. */
  runScript(script: string): Promise<Row[]>
  /**
   * End the transaction that is open, also when the time is over.
   * @returns Whether the connection goes on.
   */
  rollback(): Promise<boolean>
  /** Give what is under way so much time from now; then the server is asked to cancel it. */
  setDeadline(ms: number): void
  clearDeadline(): void
  /** Forget the warnings of the server so far, and keep the next one. */
  listenForWarning(): void
  /** The first warning since then. */
  readonly warning: string | undefined
  /** Whether the time was over. */
  readonly hasExpired: boolean
  readonly isLost: boolean
  /** Whether it can be used again: alive, and in no transaction. */
  readonly isReusable: boolean
  /** Cut it, whatever is under way. */
  destroy(): void
  /** Say goodbye to the server; for idle connections. */
  end(): void
}

/** What a process learned of the way to its server. */
export interface StatementNaming {
  /**
   * Whether statements get names, by which the server keeps them parsed: planning takes as much of
   * its time as running them. A pooler that gives each transaction another connection
   * cannot have them, unless it follows them.
   */
  isOn: boolean
}

/** By which the server's other connections of Markport are known. */
export const applicationName = 'markport'
/** How long a cancelled statement may take to end before the connection is cut. */
const cancelGraceMs = 1_000
const endGraceMs = 1_000
/** Numbers of a bigint column fit a double: ids and milliseconds stay below 2^53. */
const int8 = 20
const numeric = 1700
/** The class of success; a warning has another, whatever the server's language calls it. */
const successCode = '00000'

/** What the driver has beside its types: its own pool uses it in the same way. */
interface DriverClient {
  readonly connection: { readonly stream: Socket }
  readonly processID: number
  readonly secretKey: number
  readonly sslNegotiation: 'postgres' | 'direct'
}

/**
 * Connect to one server.
 * @param options The time that it may take, a signal that ends the attempt, and the naming.
 */
export async function connectPostgres(
  url: string,
  options: { timeoutMs: number; signal: AbortSignal; naming: StatementNaming },
): Promise<PostgresConnection> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: options.timeoutMs,
    // Nothing but the name travels at the start: poolers refuse parameters that they do not follow.
    application_name: applicationName,
    keepAlive: true,
    // Networks forget connections that are silent for some minutes, and tell nobody.
    keepAliveInitialDelayMillis: 30_000,
    pipeline: true,
  })
  let isLost = false
  const markLost = (): void => {
    isLost = true
  }
  // Without a listener the loss of an idle connection would end the process.
  client.on('error', markLost)
  client.on('end', markLost)
  const cut = (): void => void streamOf(client).destroy()
  options.signal.addEventListener('abort', cut)
  try {
    options.signal.throwIfAborted()
    await client.connect()
  } catch (error) {
    cut()
    throw error
  } finally {
    options.signal.removeEventListener('abort', cut)
  }
  return wrap(client, () => isLost, options.naming)
}

function wrap(
  client: pg.Client,
  isLost: () => boolean,
  naming: StatementNaming,
): PostgresConnection {
  let timer: NodeJS.Timeout | undefined
  let hasExpired = false
  let warning: string | undefined
  client.on('notice', ({ code, message }) => {
    if (code !== successCode) warning ??= message
  })
  const known: TripOptions['known'] = new Map()
  let isCut = false
  const destroy = (): void => {
    isCut = true
    streamOf(client).destroy()
  }
  const expire = (): void => {
    hasExpired = true
    timer = setTimeout(destroy, cancelGraceMs)
    // Cutting alone would not do: a commit that waits for a standby does not look at its socket, so
    // that the server would keep it, with its locks, for as long as the standby is away.
    cancel(client)
  }
  return {
    async send(statements, onAnswered) {
      if (hasExpired) return { answers: [], error: late() }
      const named = statements.map((statement) => toTripStatement(statement, naming))
      return client.query(new Trip(named, { known, parserOf, onAnswered })).outcome
    },
    async sendScript(script) {
      if (hasExpired) return { answers: [], error: late() }
      return client.query(new ScriptTrip(script, { known, parserOf })).outcome
    },
    together(work) {
      const stream = streamOf(client)
      stream.cork()
      try {
        return work()
      } finally {
        stream.uncork()
      }
    },
    async runScript(script) {
      if (hasExpired) throw late()
      return (await client.query(script)).rows
    },
    async rollback() {
      if (isCut || isLost()) return false
      return client.query('rollback').then(
        () => true,
        () => false,
      )
    },
    setDeadline(ms) {
      clearTimeout(timer)
      if (!hasExpired) timer = setTimeout(expire, ms)
    },
    clearDeadline: () => clearTimeout(timer),
    listenForWarning() {
      warning = undefined
    },
    get warning() {
      return warning
    },
    get hasExpired() {
      return hasExpired
    },
    get isLost() {
      return isCut || isLost()
    },
    get isReusable() {
      return !isCut && !isLost() && !hasExpired && client.getTransactionStatus() === 'I'
    },
    destroy,
    end() {
      const grace = setTimeout(destroy, endGraceMs)
      void owned(client.end().finally(() => clearTimeout(grace)))
    },
  }
}

/** What a statement is told that came too late. */
export const lateMessage = 'PostgreSQL did not answer in time'

function late(): DatabaseUnavailableError {
  return new DatabaseUnavailableError(lateMessage)
}

function owned<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {})
  return promise
}

/**
 * Ask the server, over a connection of its own, to stop what this one is doing.
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

function toTripStatement({ parts, values }: Statement, naming: StatementNaming): TripStatement {
  const { name, text } = textOf(parts)
  return { name: naming.isOn ? name : undefined, text, values }
}

/** A template that has no other in it has the same parts each time. */
const byParts = new WeakMap<readonly string[], StatementText>()
const byText = new Map<string, StatementText>()

function textOf(parts: readonly string[]): StatementText {
  const found = byParts.get(parts)
  if (found !== undefined) return found
  const text = parts.reduce((before, part, index) => `${before}$${index}${part}`)
  let made = byText.get(text)
  if (made === undefined) {
    made = { name: statementName(text), text }
    byText.set(text, made)
  }
  byParts.set(parts, made)
  return made
}

/** Made from the text, so that no two processes ever mean different statements by one name. */
function statementName(text: string): string {
  return `markport_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
}
