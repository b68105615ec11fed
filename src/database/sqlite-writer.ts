/**
 * The writer thread of a SQLite store: it takes every transaction that has queued up while the last
 * commit waited for the disk, runs them in one, and answers each after that commit.
 * @module
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { DatabaseUnavailableError, RequestError } from '../errors.ts'
import {
  type Dialect,
  type Row,
  type Transaction,
  type TransactionBody,
  UniqueViolationError,
} from './database.ts'
import { type Statement, sql } from './sql.ts'
import { type SqliteConnection, type Synchronous, sqliteConnection } from './sqlite-connection.ts'

export interface SqliteWriterOptions {
  readonly file: string
  readonly synchronous: Synchronous
  /** The most transactions that share a commit; 1 gives each its own. */
  readonly maxGroupSize: number
}

export interface WriteMessage {
  readonly id: number
  readonly module: string
  readonly name: string
  readonly input: unknown
}

/** An error in a form that survives the way between threads. */
export interface ErrorMessage {
  readonly kind: 'request' | 'unique-violation' | 'unavailable' | 'other'
  readonly message: string
  readonly key?: RequestError['key']
  readonly field?: RequestError['field']
  readonly stack?: string | undefined
}

export type WriteAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: ErrorMessage }

type LoadedBody = (input: unknown, dialect: Dialect) => TransactionBody<unknown>

const dialect: Dialect = { engine: 'sqlite', forKeyShare: sql``, forUpdate: sql`` }
const bodies = new Map<string, LoadedBody>()

const port = parentPort
if (port !== null) {
  const options = workerData as SqliteWriterOptions
  const connection = sqliteConnection(options.file, {
    isReadOnly: false,
    synchronous: options.synchronous,
  })
  const waiting: WriteMessage[] = []
  let isDraining = false
  let isClosing = false

  const accept = (message: WriteMessage | 'close'): void => {
    if (message === 'close') isClosing = true
    else waiting.push(message)
  }

  // Everything that has arrived by now, up to a group: this is what makes commits shared.
  const takeGroup = (): WriteMessage[] => {
    while (waiting.length < options.maxGroupSize) {
      const received = receiveMessageOnPort(port)
      if (received === undefined) break
      accept(received.message as WriteMessage | 'close')
    }
    return waiting.splice(0, options.maxGroupSize)
  }

  const drain = async (): Promise<void> => {
    isDraining = true
    while (waiting.length > 0) {
      const group = takeGroup()
      for (const { module, name } of group) await load(module, name)
      port.postMessage(runGroup(connection, group))
    }
    isDraining = false
    if (isClosing) {
      connection.close()
      port.close()
    }
  }

  port.on('message', (message: WriteMessage | 'close') => {
    accept(message)
    if (!isDraining) void drain()
  })
}

async function load(module: string, name: string): Promise<void> {
  const address = `${module}#${name}`
  if (bodies.has(address)) return
  const loaded = (await import(module)) as Record<string, Transaction<unknown, unknown>>
  const transaction = loaded[name]
  if (transaction === undefined) throw new TypeError(`${module} exports no transaction ${name}`)
  bodies.set(address, transaction.body)
}

function runGroup(connection: SqliteConnection, group: readonly WriteMessage[]): WriteAnswer[] {
  try {
    connection.run(sql`begin immediate`)
    const ends: Statement[] = []
    const answers = group.map((message) => runOne(connection, message, ends))
    for (const statement of ends) connection.run(statement)
    connection.run(sql`commit`)
    return answers
  } catch (error) {
    if (connection.isInTransaction) connection.run(sql`rollback`)
    return group.map(({ id }) => ({ id, error: errorMessage(error) }))
  }
}

/** Run one transaction inside the group's; its failure undoes its own writes only. */
function runOne(
  connection: SqliteConnection,
  message: WriteMessage,
  ends: Statement[],
): WriteAnswer {
  connection.run(sql`savepoint one`)
  try {
    const body = bodies.get(`${message.module}#${message.name}`) as LoadedBody
    const own: Statement[] = []
    const result = runBody(connection, body(message.input, dialect), own)
    connection.run(sql`release one`)
    ends.push(...own)
    return { id: message.id, result }
  } catch (error) {
    // A full disk makes SQLite roll the whole transaction back: then the group fails together.
    if (!connection.isInTransaction) throw error
    connection.run(sql`rollback to one`)
    connection.run(sql`release one`)
    return { id: message.id, error: errorMessage(error) }
  }
}

function runBody(
  connection: SqliteConnection,
  body: TransactionBody<unknown>,
  ends: Statement[],
): unknown {
  const run = (statement: Statement): Row[] => {
    if (!statement.isDeferred) return connection.run(statement)
    ends.push(statement)
    return []
  }
  let step = body.next()
  while (!step.done) {
    const asked = step.value
    step = body.next('parts' in asked ? run(asked) : asked.map(run))
  }
  return step.value
}

function errorMessage(error: unknown): ErrorMessage {
  if (error instanceof RequestError) {
    const { message, key, field } = error
    return { kind: 'request', message, key, field }
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  if (error instanceof UniqueViolationError) return { kind: 'unique-violation', message }
  if (error instanceof DatabaseUnavailableError) return { kind: 'unavailable', message }
  return { kind: 'other', message, stack }
}
