/**
 * Brings a store into new files that hold nothing of what was deleted: rows leave their bytes in the
 * files until their room is used again.
 * @module
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DatabaseOptions, storeFileName } from './open-database.ts'
import { parsePostgresAddress } from './postgres/postgres-address.ts'
import { serverFinder } from './postgres/postgres-servers.ts'
import { StoreError } from './store-error.ts'

/** The longest wait for others who write. */
const busyTimeoutMs = 30_000

/**
 * Vacuum a store. Nobody writes meanwhile, and on PostgreSQL nobody reads.
 * @param store Where it is; its schema is this program's.
 * @throws {StoreError} When others use it all the time.
 */
export async function vacuumStore(store: DatabaseOptions): Promise<void> {
  if ('databaseUrl' in store) await vacuumPostgres(store.databaseUrl)
  else vacuumSqlite(join(store.dataDirectory, storeFileName))
}

function vacuumSqlite(file: string): void {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    // The index keeps words of rows that were deleted, until its parts are merged.
    for (const index of ['page_words', 'title_words']) {
      database.exec(`insert into ${index} (${index}) values ('optimize')`)
    }
    database.exec('vacuum')
    // What was there before is in the log as well, as long as it is not written anew.
    const row = database.prepare('pragma wal_checkpoint(truncate)').get()
    if (row?.busy !== 0) {
      throw new StoreError('others read the store all the time; try again, or stop them')
    }
  } finally {
    database.close()
  }
}

async function vacuumPostgres(url: string): Promise<void> {
  const connect = serverFinder(parsePostgresAddress(url), { isOn: false })
  const connection = await connect(new AbortController().signal)
  try {
    await connection.runScript('vacuum full')
  } finally {
    connection.end()
  }
}
