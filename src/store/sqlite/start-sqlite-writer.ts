/** Starts a SQLite store's writer thread and sends it transactions. @module */
import { EventEmitter } from 'node:events'
import { extname } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { append } from '../../contract/base/lists.ts'
import { toError } from '../../contract/base/message.ts'
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import {
  type Database,
  type Transaction,
  type TransactionTable,
  UniqueViolationError,
  type WriteOptions,
} from '../database.ts'
import {
  type FailedWrite,
  machineMs,
  runSqliteWriter,
  type SqliteWriterOptions,
  type WriteAnswer,
  type WriteMessage,
} from './run-sqlite-writer.ts'

interface PendingWrite {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/** `.ts` in a checkout, `.js` when built. */
const program = new URL(`../../sqlite-writer${extname(import.meta.url)}`, import.meta.url)

export type WriterThread = Pick<EventEmitter, 'on'> & Pick<Worker, 'postMessage'>

function startThread(options: SqliteWriterOptions): WriterThread {
  return new Worker(program, { workerData: options })
}

/** @param port Closed when the writer ends. */
export function writerBehind(port: MessagePort): WriterThread {
  const events = new EventEmitter()
  port.on('message', (message) => events.emit('message', message))
  port.on('close', () => events.emit('exit'))
  return Object.assign(events, { postMessage: port.postMessage.bind(port) })
}

export function startSqliteWriter(
  options: SqliteWriterOptions,
  start: (options: SqliteWriterOptions) => WriterThread = startThread,
): Pick<Database, 'write' | 'close'> {
  const worker = start(options)
  const pending = new Map<number, PendingWrite>()
  let lastId = 0
  let closingError: Error | undefined

  const fail = (error: Error): void => {
    closingError = new DatabaseUnavailableError('the writer thread has stopped', { cause: error })
    for (const { reject } of pending.values()) reject(closingError)
    pending.clear()
  }
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      fail(new Error('the writer thread ended'))
      resolve()
    })
  })
  worker.on('error', fail)
  const settle = (answer: WriteAnswer): void => {
    const write = pending.get(answer.id)
    pending.delete(answer.id)
    if ('error' in answer) write?.reject(receivedError(answer))
    else write?.resolve(answer.result as never)
  }
  worker.on('message', (answers: WriteAnswer[]) => answers.forEach(settle))
  let messages: WriteMessage[] = []
  let handedOver: ArrayBuffer[] = []
  const send = (): void => {
    const [batch, buffers] = [messages, handedOver]
    messages = []
    handedOver = []
    try {
      worker.postMessage(batch, buffers)
    } catch (error) {
      for (const { id } of batch) {
        pending.get(id)?.reject(error as Error)
        pending.delete(id)
      }
    }
  }
  return {
    write<Input, Result>(
      transaction: Transaction<Input, Result>,
      input: Input,
      options: WriteOptions = {},
    ): Promise<Result> {
      const { untilMs = Number.POSITIVE_INFINITY, handedOver: buffers = [], isInCrowd } = options
      if (closingError !== undefined) return Promise.reject(closingError)
      lastId += 1
      if (messages.length === 0) setImmediate(send)
      const end = machineMs() + (untilMs - performance.now())
      const { name } = transaction
      messages.push({ id: lastId, name, input, buffers, untilMs: end, isInCrowd })
      append(handedOver, buffers)
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      pending.set(lastId, { resolve, reject })
      return promise
    },
    async close() {
      setImmediate(() => worker.postMessage('close'))
      await exited
    },
  }
}

function receivedError({ error, name }: FailedWrite): Error {
  const received = toError(error)
  const kinds = [UniqueViolationError, DatabaseUnavailableError]
  const kind = kinds.find((kind) => kind.name === name)
  return kind === undefined ? received : new kind(received.message)
}

/** Starting a thread takes longer than the write of a command. */
export function writeHere(
  transactions: TransactionTable,
): (options: SqliteWriterOptions) => WriterThread {
  return (options) => {
    const { port1, port2 } = new MessageChannel()
    runSqliteWriter(transactions, options, port2)
    return writerBehind(port1)
  }
}
