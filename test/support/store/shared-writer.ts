/** One writer thread for all stores of a process: to load the product into one for each costs more than most tests. @module */
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Database } from '../../../src/store/database.ts'
import { type DatabaseOptions, openDatabase } from '../../../src/store/open-database.ts'
import type { SqliteWriterOptions } from '../../../src/store/sqlite/run-sqlite-writer.ts'
import { type WriterThread, writerBehind } from '../../../src/store/sqlite/start-sqlite-writer.ts'
import type { SharedStore } from './test-sqlite-writer.ts'

const program = new URL('./test-sqlite-writer.ts', import.meta.url)
let shared: Worker | undefined

export function withSharedWriter(store: DatabaseOptions, isForTests: boolean): DatabaseOptions {
  if ('databaseUrl' in store) return store
  return { ...store, startWriterThread: (options) => joinSharedWriter(options, isForTests) }
}

function joinSharedWriter(options: SqliteWriterOptions, isForTests: boolean): WriterThread {
  shared ??= new Worker(program)
  shared.unref()
  const { port1, port2 } = new MessageChannel()
  const store: SharedStore = { options, port: port2, isForTests }
  shared.postMessage(store, [port2])
  return writerBehind(port1)
}

export function openTestDatabase(options: DatabaseOptions): Promise<Database> {
  return openDatabase(withSharedWriter(options, true))
}
