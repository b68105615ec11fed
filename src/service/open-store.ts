/** Opens the store of a service, whatever state its server or its disk is in. @module */
import { initializeStore } from '../auth/initialize-store.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/database.ts'
import { idAllocator } from '../database/ids.ts'
import { type DatabaseOptions, openDatabase } from '../database/open-database.ts'
import { openOrRead } from '../database/sqlite/read-until-room.ts'
import { waitForStore } from './wait-for-store.ts'

export interface OpenStoreDependencies {
  readonly log: Log
  readonly clock: () => Date
  /** Ends the wait for the store. */
  readonly signal?: AbortSignal
  /** Told when there was no store, and one was made. */
  readonly onNewStore?: () => void
}

/**
 * Open a store; wait for a PostgreSQL until it takes writes, and read from a SQLite store that has
 * no room for any.
 * @param place Where the store is.
 * @param dependencies The log, the clock, what ends the wait, and who is told of a new store.
 */
export function openStore(
  place: DatabaseOptions,
  { log, clock, onNewStore, signal = new AbortController().signal }: OpenStoreDependencies,
): Promise<Database> {
  if (!('databaseUrl' in place)) return openOrRead(place)
  const open = async (): Promise<Database> => {
    const database = await openDatabase({ ...place, signal }, 'upgrade')
    try {
      const { isNew } = await initializeStore(database, idAllocator(database, clock), clock)
      if (isNew) onNewStore?.()
      const { problem } = await database.probe()
      if (problem !== undefined) throw problem
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }
  return waitForStore(open, { log, signal })
}
