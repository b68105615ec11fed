/** One SQLite connection with the settings that the store's guarantees rest on. @module */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { DatabaseUnavailableError } from '../../base/errors.ts'
import { type Row, UniqueViolationError } from '../database.ts'
import type { Statement } from '../sql.ts'

export type Synchronous = 'FULL' | 'NORMAL'

export interface SqliteConnection {
  run(statement: Statement): Row[]
  runScript(script: string): void
  readonly isInTransaction: boolean
  /** Read a setting back from the engine. */
  setting(name: string): string
  close(): void
}

// Error codes: https://www.sqlite.org/rescode.html
const constraintUnique = 2067
const constraintPrimaryKey = 1555
/** BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN: the store, not the statement, is at fault. */
const storeFaults = new Set([5, 8, 10, 11, 13, 14])
/** 16 MB: pages that many commits write are copied to the file more seldom than by the default of 4. */
const checkpointPages = 4_000
/** Longest wait for another process's write, in the writer thread. */
const busyTimeoutMs = 5_000

/**
 * Open a connection and put its settings in force.
 * @param file The database file; an address of it may carry SQLite's own parameters.
 * @param options Reading only, and how far a commit waits for the disk.
 */
export function sqliteConnection(
  file: string | URL,
  options: { isReadOnly: boolean; synchronous: Synchronous },
): SqliteConnection {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: options.isReadOnly })
  try {
    if (!options.isReadOnly) {
      database.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = ${checkpointPages}`)
    }
    // Set by name on every connection: builds of SQLite differ in the default that WAL mode gets.
    database.exec(`pragma synchronous = ${options.synchronous}; pragma foreign_keys = on`)
  } catch (error) {
    // Others of this process would share what it has open.
    database.close()
    throw error
  }
  const prepared = new Map<string, StatementSync>()
  // A statement that is put together in the same way again has the same parts.
  const known = new WeakMap<readonly string[], StatementSync>()
  const prepare = (parts: readonly string[]): StatementSync => {
    const text = parts.join('?')
    const query = prepared.get(text) ?? database.prepare(text)
    prepared.set(text, query)
    known.set(parts, query)
    return query
  }
  return {
    run({ parts, values }) {
      try {
        const query = known.get(parts) ?? prepare(parts)
        return query.all(...(values as SQLInputValue[])) as Row[]
      } catch (error) {
        throw translateError(error)
      }
    },
    runScript(script) {
      try {
        database.exec(script)
      } catch (error) {
        throw translateError(error)
      }
    },
    get isInTransaction() {
      return database.isTransaction
    },
    setting(name) {
      const row = database.prepare(`pragma ${name}`).get() ?? {}
      return String(Object.values(row)[0])
    },
    close() {
      database.close()
    },
  }
}

function translateError(error: unknown): unknown {
  const code = (error as { errcode?: number }).errcode
  if (code === undefined || !(error instanceof Error)) return error
  if (code === constraintUnique || code === constraintPrimaryKey) {
    return new UniqueViolationError(error.message, { cause: error })
  }
  // The low byte is the primary code of an extended one.
  if (storeFaults.has(code & 0xff))
    return new DatabaseUnavailableError(error.message, { cause: error })
  return error
}
