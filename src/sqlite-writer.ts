/** The program of the thread that writes to a SQLite store. @module */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { runSqliteWriter, type SqliteWriterOptions } from './store/sqlite/run-sqlite-writer.ts'
import { transactions } from './transactions.ts'

runSqliteWriter(transactions, workerData as SqliteWriterOptions, parentPort as MessagePort)
