/** The embedded store: one SQLite file, read on this thread, written by one writer thread. @module */
import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailableError, RequestError } from '../errors.ts'
import { makeFolder } from '../make-folder.ts'
import {
  type Database,
  type Durability,
  type Transaction,
  UniqueViolationError,
} from './database.ts'
import { migrate, type SchemaPolicy } from './migrate.ts'
import { probeStore } from './probe-store.ts'
import type { Statement } from './sql.ts'
import { type SqliteConnection, type Synchronous, sqliteConnection } from './sqlite-connection.ts'
import type {
  ErrorMessage,
  SqliteWriterOptions,
  WriteAnswer,
  WriteMessage,
} from './sqlite-writer.ts'
import { StoreError } from './store-error.ts'

export interface SqliteOptions {
  readonly file: string
  /** How far a commit waits for the disk; anything below FULL can lose acknowledged writes. */
  readonly synchronous?: Synchronous
  /** The most transactions that share one commit. */
  readonly maxGroupSize?: number
  /** What may be done to the schema. */
  readonly schema?: SchemaPolicy
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
 * Open a SQLite store, and create it if it is not there.
 * @param options The file, what may be done to its schema, and relaxations that only measurements
 * use.
 * @throws {StoreError} When the engine does not keep `synchronous` as set.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  makeFolder(dirname(options.file), 0o700)
  const synchronous = options.synchronous ?? 'FULL'
  await migrateSqlite(options.file, synchronous, options.schema ?? 'expect')
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
      // The reader goes first: whoever goes last folds the log into the one file, if they may write.
      if (closing === undefined) reader.close()
      closing ??= writer.close()
      return closing
    },
  }
}

/**
 * Open a SQLite store to look at it; neither its file nor those beside it are written.
 * @param file The store's file.
 */
export function lookIntoSqlite(file: string): LookedAtSqlite {
  const address = pathToFileURL(file)
  // Without a log the file is all there is. With one, another process may be writing, and the index
  // of the log is read but not mended: https://www.sqlite.org/uri.html
  address.search = existsSync(`${file}-wal`) ? 'readonly_shm=1' : 'immutable=1'
  const reader = sqliteConnection(address, { isReadOnly: true, synchronous: 'FULL' })
  return {
    engine: 'sqlite',
    read: async <R extends object>(statement: Statement) => reader.run(statement) as R[],
    durability: async () => sqliteDurability(reader, 'FULL'),
    close: async () => reader.close(),
  }
}

type LookedAtSqlite = Pick<Database, 'engine' | 'read' | 'durability' | 'close'>

/** On a full disk a little write still finds room, in the log's own file, that an import does not. */
function assertFreeSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) throw new DatabaseUnavailableError('the disk is full')
}

async function migrateSqlite(
  file: string,
  synchronous: Synchronous,
  policy: SchemaPolicy,
): Promise<void> {
  const connection = sqliteConnection(file, { isReadOnly: false, synchronous })
  try {
    await migrate(
      {
        engine: 'sqlite',
        run: async (statement) => connection.run(statement),
        runScript: async (script) => connection.runScript(script),
        begin: async () => connection.runScript('begin immediate'),
      },
      policy,
    )
    assertSettings(connection, synchronous)
  } finally {
    connection.close()
  }
}

/** Read the settings back after the first use: the value shown before it may be another. */
function assertSettings(connection: SqliteConnection, synchronous: Synchronous): void {
  const wanted = synchronous === 'FULL' ? '2' : '1'
  const found = connection.setting('synchronous')
  if (found !== wanted) {
    throw new StoreError(`SQLite keeps synchronous=${found}, not ${synchronous}`)
  }
  const mode = connection.setting('journal_mode')
  if (mode !== 'wal') {
    throw new StoreError(`SQLite keeps journal_mode=${mode}: the file system does not support WAL`)
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
      return new RequestError(error.key ?? 'internal-error', error.message, { field: error.field })
    case 'unique-violation':
      return new UniqueViolationError(error.message)
    case 'unavailable':
      return new DatabaseUnavailableError(error.message)
    case 'other':
      return Object.assign(new Error(error.message), { stack: error.stack })
  }
}
