/** The embedded store: one SQLite file, read on this thread, written by one writer thread. @module */
import { mkdirSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { RequestError } from '../errors.ts'
import {
  type Database,
  DatabaseUnavailableError,
  type Durability,
  type Transaction,
  UniqueViolationError,
} from './database.ts'
import { migrate } from './migrate.ts'
import { probeStore } from './probe-store.ts'
import type { Statement } from './sql.ts'
import { type SqliteConnection, type Synchronous, sqliteConnection } from './sqlite-connection.ts'
import type {
  ErrorMessage,
  SqliteWriterOptions,
  WriteAnswer,
  WriteMessage,
} from './sqlite-writer.ts'

export interface SqliteOptions {
  readonly file: string
  /** How far a commit waits for the disk; anything below FULL can lose acknowledged writes. */
  readonly synchronous?: Synchronous
  /** The most transactions that share one commit. */
  readonly maxGroupSize?: number
}

interface PendingWrite {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

const defaultMaxGroupSize = 64
/** About what the largest import writes. */
const minFreeBytes = 16 * 1024 * 1024
/** SQLite's fix of a WAL-reset fault: https://www.sqlite.org/releaselog/3_51_3.html */
const oldestSqliteVersion = '3.51.3'

/**
 * Open a SQLite store, create it if it is not there, and bring its schema up to date.
 * @param options The file, and relaxations that only measurements use.
 * @throws {Error} When the engine does not keep `synchronous` as set.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
  const synchronous = options.synchronous ?? 'FULL'
  await migrateSqlite(options.file, synchronous)
  const reader = sqliteConnection(options.file, { isReadOnly: true, synchronous })
  const writer = startWriter({
    file: options.file,
    synchronous,
    maxGroupSize: options.maxGroupSize ?? defaultMaxGroupSize,
  })
  let closing: Promise<void> | undefined
  return {
    engine: 'sqlite',
    read: async <R extends object>(statement: Statement) => reader.run(statement) as R[],
    write: writer.write,
    async probe() {
      try {
        assertFreeSpace(dirname(options.file))
        await writer.write(probeStore, { dice: 0, now: Date.now() })
        return { problem: undefined }
      } catch (problem) {
        return { problem: problem as Error }
      }
    },
    durability: async () => sqliteDurability(reader, synchronous),
    close() {
      closing ??= writer.close().then(() => reader.close())
      return closing
    },
  }
}

/** On a full disk a little write still finds room, in the log's own file, that an import does not. */
function assertFreeSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) throw new DatabaseUnavailableError('the disk is full')
}

async function migrateSqlite(file: string, synchronous: Synchronous): Promise<void> {
  const connection = sqliteConnection(file, { isReadOnly: false, synchronous })
  try {
    await migrate({
      engine: 'sqlite',
      run: async (statement) => connection.run(statement),
      runScript: async (script) => connection.runScript(script),
      begin: async () => connection.runScript('begin immediate'),
    })
    assertSettings(connection, synchronous)
  } finally {
    connection.close()
  }
}

/** Read the settings back after a write: the value shown before the first one may be another. */
function assertSettings(connection: SqliteConnection, synchronous: Synchronous): void {
  const wanted = synchronous === 'FULL' ? '2' : '1'
  const found = connection.setting('synchronous')
  if (found !== wanted) throw new Error(`SQLite keeps synchronous=${found}, not ${synchronous}`)
  const mode = connection.setting('journal_mode')
  if (mode !== 'wal') {
    throw new Error(`SQLite keeps journal_mode=${mode}: the file system does not support WAL`)
  }
}

function sqliteDurability(reader: SqliteConnection, synchronous: Synchronous): Durability {
  const version = process.versions.sqlite ?? '0'
  const isNewEnough = version.localeCompare(oldestSqliteVersion, 'en', { numeric: true }) >= 0
  const isDurable = synchronous === 'FULL' && isNewEnough
  return {
    isDurable,
    description: isDurable
      ? 'an acknowledged import is on this machine’s disk: it survives a crash and a power cut'
      : `an acknowledged import can be lost (SQLite ${version}, synchronous ${synchronous})`,
    wayOut: isDurable ? undefined : 'Set the database back to its durable settings.',
    settings: {
      sqlite: version,
      journal_mode: reader.setting('journal_mode'),
      synchronous: reader.setting('synchronous') === '2' ? 'FULL' : 'NORMAL',
    },
  }
}

function startWriter(workerData: SqliteWriterOptions): Pick<Database, 'write' | 'close'> {
  // The same extension as this file's: .ts from a checkout, .js once built.
  const worker = new Worker(new URL(`./sqlite-writer${extension()}`, import.meta.url), {
    workerData,
  })
  const pending = new Map<number, PendingWrite>()
  let lastId = 0
  let closed: Error | undefined

  const fail = (error: Error): void => {
    closed = new DatabaseUnavailableError('the writer thread has stopped', { cause: error })
    for (const { reject } of pending.values()) reject(closed)
    pending.clear()
  }
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      fail(new Error('the writer thread ended'))
      resolve()
    })
  })
  worker.on('error', fail)
  worker.on('message', (answers: WriteAnswer[]) => {
    for (const answer of answers) {
      const write = pending.get(answer.id)
      pending.delete(answer.id)
      if ('error' in answer) write?.reject(receivedError(answer.error))
      else write?.resolve(answer.result as never)
    }
  })
  return {
    write<Input, Result>(transaction: Transaction<Input, Result>, input: Input): Promise<Result> {
      if (closed !== undefined) return Promise.reject(closed)
      lastId += 1
      const { module, name } = transaction
      const message: WriteMessage = { id: lastId, module, name, input }
      return new Promise<Result>((resolve, reject) => {
        pending.set(message.id, { resolve, reject })
        worker.postMessage(message)
      })
    },
    async close() {
      worker.postMessage('close')
      await exited
    },
  }
}

function extension(): string {
  return import.meta.url.endsWith('.ts') ? '.ts' : '.js'
}

function receivedError(error: ErrorMessage): Error {
  switch (error.kind) {
    case 'request':
      return new RequestError(error.key ?? 'internal-error', error.message)
    case 'unique-violation':
      return new UniqueViolationError(error.message)
    case 'unavailable':
      return new DatabaseUnavailableError(error.message)
    case 'other':
      return Object.assign(new Error(error.message), { stack: error.stack })
  }
}
