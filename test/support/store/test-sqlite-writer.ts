/** The program of a writer thread that knows the transactions of tests beside the product's. @module */
import { runSqliteWriter } from '../../../src/database/sqlite/run-sqlite-writer.ts'
import { transactions } from '../../../src/transactions.ts'
import { addDelivery, addImport, addRemotePage } from './delivery-records.ts'
import { addMany } from './many-spaces.ts'
import { addRecords } from './old-records.ts'
import { forgetTotpSecrets, replaceApiToken } from './test-auth-transactions.ts'
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

runSqliteWriter({
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
  increment,
  lapseDeliveryLeases,
  loseDeliveries,
  putSetting,
  replaceApiToken,
  runStatement,
  runUntil,
})
