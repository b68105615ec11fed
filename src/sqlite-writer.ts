/** The program of the thread that writes to a SQLite store. @module */
import { runSqliteWriter } from './database/sqlite/run-sqlite-writer.ts'
import { transactions } from './transactions.ts'

runSqliteWriter(transactions)
