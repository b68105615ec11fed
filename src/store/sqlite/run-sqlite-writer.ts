/** A SQLite store's writer thread: queued transactions share one commit. @module */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { append } from '../../contract/base/lists.ts'
import { describeError, type SentError } from '../../contract/base/message.ts'
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import type { Transaction, TransactionBody, TransactionTable } from '../database.ts'
import { sqliteDialect } from '../dialects.ts'
import { sql } from '../sql.ts'
import { type SqliteConnection, sqliteConnection } from './sqlite-connection.ts'

const maxGroupSize = 64
/** How long the first write of a group waits for others, if it says that more are about to come. */
const crowdMs = 5
/** Nobody wakes it: `Atomics.wait` is the only sleep that does not give the thread away. */
const neverWoken = new Int32Array(new SharedArrayBuffer(4))

export interface SqliteWriterOptions {
  readonly file: string
}

export interface WriteMessage {
  readonly id: number
  readonly name: string
  readonly input: unknown
  /** Buffers in the input that the writer owns. */
  readonly buffers: readonly ArrayBuffer[]
  readonly untilMs: number
  readonly isInCrowd: boolean | undefined
}

export type WriteAnswer = { readonly id: number; readonly result: unknown } | FailedWrite

export interface FailedWrite {
  readonly id: number
  readonly error: SentError
  /** Name of the error's class: errors lose their class on the way between threads. */
  readonly name: string
}

/** The machine's monotonic clock, which threads share, unlike `performance.now`. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

interface Writing {
  readonly connection: SqliteConnection
  readonly transactions: TransactionTable
}

export function runSqliteWriter(
  transactions: TransactionTable,
  { file }: SqliteWriterOptions,
  port: MessagePort,
): void {
  const connection = sqliteConnection(file, { isReadOnly: false })
  connection.runScript(sqliteDialect.search.preparation)
  const queue: WriteMessage[] = []
  let isClosing = false

  const accept = (message: readonly WriteMessage[] | 'close'): void => {
    if (message === 'close') isClosing = true
    else append(queue, message)
  }
  const receive = (): void => {
    while (queue.length < maxGroupSize) {
      const received = receiveMessageOnPort(port)
      if (received === undefined) break
      accept(received.message as readonly WriteMessage[] | 'close')
    }
  }
  port.on('message', (message: readonly WriteMessage[] | 'close') => {
    accept(message)
    while (queue.length > 0) {
      receive()
      if (queue[0]?.isInCrowd && queue.length < maxGroupSize) {
        Atomics.wait(neverWoken, 0, 0, crowdMs)
        receive()
      }
      const group = queue.splice(0, maxGroupSize)
      port.postMessage(runGroup({ connection, transactions }, group))
      for (const { buffers } of group) buffers.forEach(release)
    }
    if (!isClosing) return
    connection.close()
    port.close()
  })
}

/**
 * Frees a buffer at once. A few hundred that wait for the garbage collector make it collect the
 * whole heap.
 */
function release(buffer: ArrayBuffer): void {
  buffer.transfer(0)
}

function runGroup(writing: Writing, group: readonly WriteMessage[]): WriteAnswer[] {
  const { connection } = writing
  try {
    connection.run(sql`begin immediate`)
    const answers = group.map((message) => runTransaction(writing, message))
    for (const statement of sqliteDialect.search.beforeCommit) connection.run(statement)
    // Commit nothing for a caller whose deadline has passed: run the group again without it.
    if (group.every(({ untilMs }, index) => isRefused(answers[index]) || machineMs() < untilMs)) {
      connection.run(sql`commit`)
      return answers
    }
    connection.run(sql`rollback`)
    return runGroup(writing, group)
  } catch (error) {
    if (connection.isInTransaction) connection.run(sql`rollback`)
    return group.map((message) => failed(message, error))
  }
}

function isRefused(answer: WriteAnswer | undefined): boolean {
  return answer !== undefined && 'error' in answer
}

/** Uses a savepoint of the group's transaction, so that a failure undoes only its own writes. */
function runTransaction({ connection, transactions }: Writing, message: WriteMessage): WriteAnswer {
  connection.run(sql`savepoint one`)
  try {
    if (machineMs() >= message.untilMs) throw new DatabaseUnavailableError('it came too late')
    const transaction = find(transactions, message.name)
    const result = runBody(connection, transaction(message.input, sqliteDialect))
    connection.run(sql`release one`)
    return { id: message.id, result }
  } catch (error) {
    // On a full disk SQLite rolls back the whole transaction: then the whole group fails.
    if (!connection.isInTransaction) throw error
    connection.run(sql`rollback to one`)
    connection.run(sql`release one`)
    return failed(message, error)
  }
}

function find(transactions: TransactionTable, name: string): Transaction<unknown, unknown> {
  if (Object.hasOwn(transactions, name)) {
    return transactions[name] as Transaction<unknown, unknown>
  }
  throw new TypeError(`There is no transaction ${name} in the table (src/transactions.ts).`)
}

function runBody(connection: SqliteConnection, body: TransactionBody<unknown>): unknown {
  let step = body.next()
  while (!step.done) {
    const batch = step.value
    const statements = 'last' in batch ? batch.last : batch
    step = body.next(
      'parts' in statements ? connection.run(statements) : statements.map(connection.run),
    )
  }
  return step.value
}

function failed({ id }: WriteMessage, error: unknown): FailedWrite {
  return { id, error: describeError(error), name: error instanceof Error ? error.name : '' }
}
