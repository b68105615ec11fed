/** Copies a whole store into another one, of the same engine or the other. @module */
import type { Database } from '../database.ts'
import { assertUpToDate, markOfCopy, readSchema } from '../migrate.ts'
import { type DatabaseOptions, lookIntoDatabase, openDatabase } from '../open-database.ts'
import { sql } from '../sql.ts'
import { lockForServing, type ServeLock } from '../sqlite/serve-lock.ts'
import { StoreError } from '../store-error.ts'
import { copiedTables } from './copied-tables.ts'
import { finishCopy } from './copy-changes.ts'
import { type CopiedRows, copyRows } from './copy-rows.ts'
import { holdStore } from './hold-store.ts'

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
 * @param request From where, and whereto.
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
