/** Writes to a SQLite store on this thread, for programs that end soon. @module */
import { MessageChannel } from 'node:worker_threads'
import type { TransactionTable } from '../database.ts'
import { runSqliteWriter, type SqliteWriterOptions } from './run-sqlite-writer.ts'
import { type WriterThread, writerBehind } from './start-sqlite-writer.ts'

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
