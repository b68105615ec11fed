/** The thread that writes to every store of a test process, and knows the transactions of tests too. @module */
import { type MessagePort, parentPort } from 'node:worker_threads'
import {
  runSqliteWriter,
  type SqliteWriterOptions,
} from '../../../src/store/sqlite/run-sqlite-writer.ts'
import { transactions } from '../../../src/transactions.ts'
import * as testRecords from './test-records.ts'
import * as testTransactions from './test-transactions.ts'

export interface SharedStore {
  readonly options: SqliteWriterOptions
  readonly port: MessagePort
  readonly isForTests: boolean
}

const { crewId: _, ...records } = testRecords
const { execute: __, ...others } = testTransactions
const all = { ...transactions, ...records, ...others }

parentPort?.on('message', ({ options, port, isForTests }: SharedStore) => {
  try {
    runSqliteWriter(isForTests ? all : transactions, options, port)
  } catch (error) {
    process.stderr.write(`${error}\n`)
    port.close()
  }
})
