/** The thread that writes to every store of a test process, and knows the transactions of tests too. @module */
import { type MessagePort, parentPort } from 'node:worker_threads'
import {
  runSqliteWriter,
  type SqliteWriterOptions,
} from '../../../src/store/sqlite/run-sqlite-writer.ts'
import { transactions } from '../../../src/transactions.ts'
import {
  addDelivery,
  addImport,
  addMany,
  addRecords,
  addRemotePage,
  forgetTotpSecrets,
  loseKey,
  replaceApiToken,
} from './test-records.ts'
import {
  addSetting,
  addThenRefuse,
  damageVersion,
  endDeliveryPauses,
  forgetReservedIds,
  forgetSearchIndex,
  increment,
  lapseDeliveryLeases,
  loseDeliveries,
  putSetting,
  runStatement,
  runUntil,
} from './test-transactions.ts'

export interface SharedStore {
  readonly options: SqliteWriterOptions
  readonly port: MessagePort
  readonly isForTests: boolean
}

const all = {
  ...transactions,
  addDelivery,
  addImport,
  addMany,
  addRecords,
  addRemotePage,
  addSetting,
  addThenRefuse,
  damageVersion,
  endDeliveryPauses,
  forgetReservedIds,
  forgetSearchIndex,
  forgetTotpSecrets,
  loseKey,
  increment,
  lapseDeliveryLeases,
  loseDeliveries,
  putSetting,
  replaceApiToken,
  runStatement,
  runUntil,
}

parentPort?.on('message', ({ options, port, isForTests }: SharedStore) => {
  try {
    runSqliteWriter(isForTests ? all : transactions, options, port)
  } catch (error) {
    process.stderr.write(`${error}\n`)
    port.close()
  }
})
