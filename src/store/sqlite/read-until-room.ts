/** Opens a SQLite store read-only while its disk is full, until there is room. @module */
import type { Database } from '../database.ts'
import { readSchema } from '../migrate.ts'
import {
  type DatabaseOptions,
  type LookedAtDatabase,
  lookIntoDatabase,
  openDatabase,
} from '../open-database.ts'
import { probeStore } from '../store-state.ts'
import { DiskFullError, isDiskFull } from './disk-room.ts'

type EmbeddedStore = Extract<DatabaseOptions, { dataDirectory: string }>

const retryMs = 1_000

/**
 * On a full disk the store is read-only: every write or probe first tries to open it for writing,
 * and fails with a `DiskFullError` until that works.
 * @throws {Error} When it cannot be opened, or the disk is full and the schema is not up to date.
 */
export async function openOrRead(place: EmbeddedStore): Promise<Database> {
  try {
    return await openForWriting(place)
  } catch (error) {
    if (!isDiskFull(place.dataDirectory)) throw error
    const reader = await lookIntoDatabase(place)
    if (reader === undefined) throw error
    const { pending, isNewer } = await readSchema(reader.engine, reader.read)
    if (pending.length === 0 && !isNewer) return readUntilRoom(place, reader)
    await reader.close()
    throw error
  }
}

function readUntilRoom(place: EmbeddedStore, reader: LookedAtDatabase): Database {
  let writable: Database | undefined
  let store: Promise<LookedAtDatabase> = Promise.resolve(reader)
  let triedAtMs = performance.now()
  // One reader at a time: an open read-only connection keeps the log's index from being written.
  const reopen = async (previous: Promise<LookedAtDatabase>): Promise<LookedAtDatabase> => {
    await (await previous).close()
    try {
      writable = await openForWriting(place)
      return writable
    } catch (error) {
      const database = await lookIntoDatabase(place)
      if (database === undefined) throw error
      return database
    }
  }
  const openedForWriting = async (): Promise<Database> => {
    if (writable === undefined && performance.now() - triedAtMs >= retryMs) {
      triedAtMs = performance.now()
      store = reopen(store)
    }
    await store
    if (writable === undefined) throw new DiskFullError()
    return writable
  }
  return {
    engine: 'sqlite',
    secretKeys: place.secretKeys ?? [],
    read: async (statement) => (await store).read(statement),
    search: async (statement) => (await store).read(statement),
    write: async (transaction, input, options) =>
      (await openedForWriting()).write(transaction, input, options),
    version: () => writable?.version?.() ?? 0,
    async probe() {
      try {
        return await (await openedForWriting()).probe()
      } catch (problem) {
        return { problem: problem as Error }
      }
    },
    durability: async () => (await store).durability(),
    close: async () => (await store).close(),
  }
}

/** Probes too: opening can succeed on a disk without room for the first write. */
async function openForWriting(place: EmbeddedStore): Promise<Database> {
  const database = await openDatabase(place, 'upgrade')
  try {
    await database.write(probeStore, { dice: 0, now: Date.now() })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
