/** The embedded store: one SQLite file, read here and written by one thread. @module */
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import { type Database, type Durability, StoreError } from '../database.ts'
import { migrate, type SchemaPolicy } from '../migrate.ts'
import type { LookedAtDatabase } from '../open-database.ts'
import type { SecretKeys } from '../secrets.ts'
import { type Statement, sql } from '../sql.ts'
import { probeStore } from '../store-state.ts'
import type { SqliteWriterOptions } from './run-sqlite-writer.ts'
import { type SqliteConnection, sqliteConnection } from './sqlite-connection.ts'
import { sqliteSearcher } from './sqlite-searcher.ts'
import { startSqliteWriter, type WriterThread } from './start-sqlite-writer.ts'
import {
  assertFreeSpace,
  DiskFullError,
  isDiskFull,
  makeFolder,
  makePrivateFile,
} from './store-folder.ts'

export interface SqliteOptions {
  readonly file: string
  readonly schema?: SchemaPolicy
  readonly migrations?: URL
  readonly secretKeys?: SecretKeys
  readonly startWriterThread?: (options: SqliteWriterOptions) => WriterThread
}

/** The first version without a WAL-reset bug: https://www.sqlite.org/releaselog/3_51_3.html */
const oldestSqliteVersion = '3.51.3'
/** As SQLite reads `synchronous` back. */
const full = '2'

/** @throws {StoreError} When the engine does not keep `synchronous` as set. */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const folder = dirname(options.file)
  makeFolder(folder, 0o700)
  makePrivateFile(options.file)
  await migrateSqlite(options)
  const reader = sqliteConnection(options.file, { isReadOnly: true })
  const writer = startSqliteWriter({ file: options.file }, options.startWriterThread)
  const searcher = sqliteSearcher(options.file)
  let closing: Promise<void> | undefined
  return {
    engine: 'sqlite',
    secretKeys: options.secretKeys ?? [],
    read: async <R extends object>(statement: Statement) => reader.run(statement) as R[],
    search: async <R extends object>(statement: Statement) =>
      (await searcher.run(statement)) as R[],
    write: writer.write,
    async probe() {
      try {
        assertFreeSpace(folder)
        const now = Date.now()
        await writer.write(probeStore, { dice: 0, now })
        // Rows just written are not in the reader's cache, so this reads the disk.
        reader.run(sql`select probed_at from store_probes where probed_at >= ${now}`)
        await probeSqliteFile(options.file)
        return { problem: undefined }
      } catch (problem) {
        return { problem: isDiskFull(folder) ? new DiskFullError() : (problem as Error) }
      }
    },
    durability: async () => sqliteDurability(reader),
    close() {
      // Close the reader first: the last connection folds the log into the file, which only the
      // writer can.
      if (closing === undefined) reader.close()
      closing ??= searcher.close().then(writer.close)
      return closing
    },
  }
}

/** Open a store without writing its file or those beside it. */
export function lookIntoSqlite(file: string): Omit<LookedAtDatabase, 'workers'> {
  const address = pathToFileURL(file)
  // Without a log the file is complete. With one, another process may be writing, so read the log's
  // index without repairing it: https://www.sqlite.org/uri.html
  address.search = existsSync(`${file}-wal`) ? 'readonly_shm=1' : 'immutable=1'
  const reader = sqliteConnection(address, { isReadOnly: true })
  return {
    engine: 'sqlite',
    read: async <R extends object>(statement: Statement) => reader.run(statement) as R[],
    durability: async () => sqliteDurability(reader),
    close: async () => reader.close(),
  }
}

async function migrateSqlite({
  file,
  schema = 'expect',
  migrations,
}: SqliteOptions): Promise<void> {
  const connection = sqliteConnection(file, { isReadOnly: false })
  try {
    await migrate(
      {
        engine: 'sqlite',
        run: async (statement) => connection.run(statement),
        runScript: async (script) => connection.runScript(script),
        listOtherClients: async () => [],
        canSpread: async () => false,
        begin: async () => connection.runScript('begin immediate'),
      },
      schema,
      migrations,
    )
    assertSettings(connection)
  } finally {
    connection.close()
  }
}

function assertSettings(connection: SqliteConnection): void {
  const synchronous = connection.setting('synchronous')
  if (synchronous !== full) {
    throw new StoreError(`SQLite keeps synchronous=${synchronous}, not FULL`)
  }
  const mode = connection.setting('journal_mode')
  if (mode !== 'wal') {
    throw new StoreError(`SQLite keeps journal_mode=${mode}: the file system does not support WAL`)
  }
}

function sqliteDurability(reader: SqliteConnection): Durability {
  const version = process.versions.sqlite ?? '0'
  const isDurable = version.localeCompare(oldestSqliteVersion, 'en', { numeric: true }) >= 0
  return {
    isDurable,
    description: isDurable
      ? 'an acknowledged import is on this machine’s disk: it survives a crash and a power cut'
      : `an acknowledged import can be lost (SQLite ${version})`,
    wayOut: isDurable ? undefined : `Run Markport with SQLite ${oldestSqliteVersion} or newer.`,
    settings: {
      sqlite: version,
      journal_mode: reader.setting('journal_mode'),
      synchronous: reader.setting('synchronous') === full ? 'FULL' : 'NORMAL',
    },
  }
}

const pageBytes = 4_096
/** https://www.sqlite.org/fileformat.html#magic_header_string */
const magic = 'SQLite format 3\0'

async function probeSqliteFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const pages = Math.max(1, Math.floor(size / pageBytes))
    const bytes = Buffer.alloc(pageBytes)
    for (const page of [Math.floor(Math.random() * pages), 0]) {
      await handle.read(bytes, 0, pageBytes, page * pageBytes)
    }
    if (bytes.toString('latin1', 0, magic.length) !== magic) {
      throw new DatabaseUnavailableError('the file of the store cannot be read')
    }
  } finally {
    await handle.close()
  }
}
