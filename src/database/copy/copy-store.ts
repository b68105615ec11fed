/** Copies a whole store into another one, of the same engine or the other. @module */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { counted } from '../../base/visible-text.ts'
import type { Database } from '../database.ts'
import { assertUpToDate, markOfCopy, readSchema, remainingOthers } from '../migrate.ts'
import {
  type DatabaseOptions,
  lookIntoDatabase,
  openDatabase,
  storeFileName,
} from '../open-database.ts'
import { listOtherConnections } from '../postgres/postgres.ts'
import { parsePostgresAddress } from '../postgres/postgres-address.ts'
import { serverFinder } from '../postgres/postgres-servers.ts'
import { sql } from '../sql.ts'
import { lockForServing, type ServeLock } from '../sqlite/serve-lock.ts'
import { StoreError } from '../store-error.ts'
import { copiedTables } from './copied-tables.ts'
import { finishCopy } from './copy-changes.ts'
import { type CopiedRows, copyRows } from './copy-rows.ts'

export interface CopyRequest {
  readonly source: DatabaseOptions
  /** An empty place, or one with what a copy of the same store that was ended has left. */
  readonly target: DatabaseOptions
  /** Told how many rows of a table are there, and whether these are all. */
  readonly onRows: (table: string, rows: number, isWhole: boolean) => void
}

/**
 * Copy a store that nobody serves. The copy opens for nobody before it is whole; until then the same
 * request goes on with it.
 * @returns What both hold, table by table.
 * @throws {StoreError} Saying why there is no whole copy.
 */
export async function copyStore({ source, target, onRows }: CopyRequest): Promise<CopiedRows[]> {
  const { copyOf, madeAt } = await identify(source)
  const held = await holdStore(source)
  try {
    return await whileOpen(target, copyOf, async (to) => {
      const copied = await copyTables(source, to, onRows)
      await held.release()
      await to.write(finishCopy, { mark: markOfCopy({ copyOf }), madeAt })
      return copied
    })
  } finally {
    held.close()
  }
}

/** Find out what a store is known by, and when it was made. */
async function identify(
  source: DatabaseOptions,
): Promise<{ readonly copyOf: string; readonly madeAt: number }> {
  const database = await lookIntoDatabase(source)
  try {
    const schema = database && (await readSchema(database.engine, database.read))
    if (database === undefined || schema === undefined || schema.applied.length === 0) {
      throw new StoreError('There is no store to copy.')
    }
    assertUpToDate(schema)
    const [store] = await database.read<{ app_id: string | null; made_at: number }>(sql`
      select (select value from settings where name = 'app_id') as app_id, min(applied_at) as made_at
      from migrations`)
    return { copyOf: store?.app_id ?? 'an empty store', madeAt: store?.made_at ?? 0 }
  } finally {
    await database?.close()
  }
}

async function whileOpen<Result>(
  target: DatabaseOptions,
  copyOf: string,
  work: (to: Database) => Promise<Result>,
): Promise<Result> {
  const to = await openDatabase(target, { copyOf })
  let lock: ServeLock | undefined
  try {
    // Nor may another copy go on with it.
    lock = lockForServing(target)
    return await work(to)
  } finally {
    lock?.release()
    await to.close()
  }
}

async function copyTables(
  source: DatabaseOptions,
  to: Database,
  onRows: CopyRequest['onRows'],
): Promise<CopiedRows[]> {
  const from = await lookIntoDatabase(source)
  if (from === undefined) throw new StoreError('There is no store to copy any more.')
  try {
    const done: CopiedRows[] = []
    for (const table of copiedTables) {
      done.push(await copyRows(table, { from, to }, (...told) => onRows(table.table, ...told)))
    }
    return done
  } finally {
    await from.close()
  }
}

interface HeldStore {
  /**
   * Find out whether nobody has written since, and let go.
   * @throws When the hold was lost.
   */
  release(): Promise<void>
  /** Let go, whatever happened. */
  close(): void
}

/**
 * Hold a store that nobody serves.
 * @param store Where it is; its schema is this program's.
 * @throws {StoreError} When a service runs on the store.
 */
async function holdStore(store: DatabaseOptions): Promise<HeldStore> {
  return 'databaseUrl' in store ? holdPostgres(store.databaseUrl) : holdSqlite(store.dataDirectory)
}

function holdSqlite(dataDirectory: string): HeldStore {
  const lock = lockForServing({ dataDirectory })
  const database = new DatabaseSync(join(dataDirectory, storeFileName), { timeout: 5_000 })
  const close = (): void => {
    if (database.isOpen) database.close()
    lock?.release()
  }
  try {
    // Commands write without the lock of services.
    database.exec('begin immediate')
  } catch (error) {
    close()
    throw error
  }
  return { release: async () => database.exec('rollback'), close }
}

async function holdPostgres(url: string): Promise<HeldStore> {
  const connect = serverFinder(parsePostgresAddress(url), { isOn: false })
  const connection = await connect(new AbortController().signal)
  const tables = copiedTables.map(({ table }) => table).join(', ')
  try {
    const others = await remainingOthers(() => listOtherConnections(connection))
    if (others.length > 0) throw served(others)
    await connection.runScript(
      "begin; set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = 0",
    )
    await connection.runScript(`lock table ${tables} in share mode`)
  } catch (error) {
    connection.end()
    throw error
  }
  return {
    // The locks end with the connection, and this would fail then.
    async release() {
      await connection.runScript('commit')
    },
    close: connection.end,
  }
}

function served(others: readonly string[]): StoreError {
  const places = [...new Set(others)].join(', ')
  return new StoreError(
    `Markport has ${counted(others.length, 'connection')} open to this store, from ${places}. Stop the services on it: what they would import meanwhile would not be in the copy.`,
  )
}
