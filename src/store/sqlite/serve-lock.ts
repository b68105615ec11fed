/** Lets only one service run on a SQLite store; commands still work beside it. @module */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../database.ts'
import type { DatabaseOptions } from '../open-database.ts'
import { makeFolder, makePrivateFile } from './private-files.ts'

export interface ServeLock {
  release(): void
}

const fileName = 'serve.lock'
const busy = 5

/**
 * A SQLite lock on an empty file works on every system and does not survive a crash.
 * @returns Undefined for PostgreSQL, which any number of processes may serve.
 * @throws {StoreError} When another process holds it.
 */
export function lockForServing(options: DatabaseOptions): ServeLock | undefined {
  if ('databaseUrl' in options) return undefined
  const { dataDirectory } = options
  makeFolder(dataDirectory, 0o700)
  const file = join(dataDirectory, fileName)
  makePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // No journal file: a full disk has no room for one.
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
