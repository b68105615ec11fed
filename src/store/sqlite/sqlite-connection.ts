/** One SQLite connection with the settings that durability depends on. @module */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import { type Row, UniqueViolationError } from '../database.ts'
import type { Statement } from '../sql.ts'

export interface SqliteConnection extends ReturnType<typeof sqliteConnection> {}

// Error codes: https://www.sqlite.org/rescode.html
const constraintUnique = 2067
const constraintPrimaryKey = 1555
/** BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN: the store is at fault, not the statement. */
const storeFaults = new Set([5, 8, 10, 11, 13, 14])
/** 16 MB instead of SQLite's 4, so that frequently changed pages are copied less often. */
const checkpointPages = 4_000
const busyTimeoutMs = 5_000

export function sqliteConnection(file: string | URL, { isReadOnly }: { isReadOnly: boolean }) {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: isReadOnly })
  try {
    if (!isReadOnly) {
      database.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = ${checkpointPages}`)
    }
    // Anything below FULL can lose acknowledged writes, and builds of SQLite differ in the default
    // for WAL mode.
    database.exec('pragma synchronous = full; pragma foreign_keys = on')
  } catch (error) {
    database.close()
    throw error
  }
  const statementsByText = new Map<string, StatementSync>()
  // Equal statements share their `parts`, so identity finds the compiled one.
  const statementsByParts = new WeakMap<readonly string[], StatementSync>()
  const prepare = (parts: readonly string[]): StatementSync => {
    const text = parts.join('?')
    const query = statementsByText.get(text) ?? database.prepare(text)
    statementsByText.set(text, query)
    statementsByParts.set(parts, query)
    return query
  }
  return {
    run({ parts, values }: Statement): Row[] {
      try {
        const query = statementsByParts.get(parts) ?? prepare(parts)
        return query.all(...(values as SQLInputValue[])) as Row[]
      } catch (error) {
        throw translateError(error)
      }
    },
    runScript(script: string): void {
      try {
        database.exec(script)
      } catch (error) {
        throw translateError(error)
      }
    },
    get isInTransaction(): boolean {
      return database.isTransaction
    },
    setting(name: string): string {
      const row = database.prepare(`pragma ${name}`).get() ?? {}
      return String(Object.values(row)[0])
    },
    close(): void {
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
  // The low byte of an extended code is its primary code.
  if (storeFaults.has(code & 0xff))
    return new DatabaseUnavailableError(error.message, { cause: error })
  return error
}
