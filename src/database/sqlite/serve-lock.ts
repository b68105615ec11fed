/** Lets one service at a time run on a SQLite store; commands go on working beside it. @module */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../base/make-folder.ts'
import { StoreError } from '../database.ts'
import type { DatabaseOptions } from '../open-database.ts'
import { makePrivateFile } from './private-files.ts'

export interface ServeLock {
  /** Give the lock back; the end of the process, however it comes, does so as well. */
  release(): void
}

const fileName = 'serve.lock'
/** SQLITE_BUSY. */
const busy = 5

/**
 * Take the lock of a store's service. The file stays empty: SQLite locks it in the way that each
 * system offers, and no crash leaves it locked.
 * @param options Where the store is; a PostgreSQL store has no lock, any number may serve it.
 * @throws {StoreError} When another process has it.
 */
export function lockForServing(options: DatabaseOptions): ServeLock | undefined {
  if ('databaseUrl' in options) return undefined
  const { dataDirectory } = options
  makeFolder(dataDirectory, 0o700)
  const file = join(dataDirectory, fileName)
  makePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Without a journal beside it: a full disk has no room for one.
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new StoreError(
      `Another service runs on the store in ${dataDirectory}. A SQLite store is for one: stop the other first, or give another folder with --data.`,
    )
  }
  return { release: () => database.close() }
}
