/** Keeps everybody from writing to a store, and lets them read, for as long as it is copied. @module */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { counted } from '../../base/visible-text.ts'
import { remainingOthers } from '../migrate.ts'
import { type DatabaseOptions, storeFileName } from '../open-database.ts'
import { listOtherConnections } from '../postgres/postgres.ts'
import { parsePostgresAddress } from '../postgres/postgres-address.ts'
import { serverFinder } from '../postgres/postgres-servers.ts'
import { lockForServing } from '../sqlite/serve-lock.ts'
import { StoreError } from '../store-error.ts'
import { copiedTables } from './copied-tables.ts'

export interface HeldStore {
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
export async function holdStore(store: DatabaseOptions): Promise<HeldStore> {
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
