/**
 * Brings a store's schema up to date: runs each file of `migrations/` that is for its engine once, in the order
 * of their numbers.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { counted } from '../base/visible-text.ts'
import { type Row, StoreError } from './database.ts'
import type { EngineName } from './dialect.ts'
import { dialects } from './dialects.ts'
import {
  isSpreadStore,
  listSpreadSteps,
  preparationOfSpread,
  spreadTables,
} from './postgres/spread-store.ts'
import { type Statement, sql } from './sql.ts'

/** The smallest piece of an engine that a migration needs: one connection. */
export interface MigrationConnection {
  readonly engine: EngineName
  /** Begin a transaction that no other process's migration can overlap. */
  begin(): Promise<void>
  run(statement: Statement): Promise<Row[]>
  /** Run several statements without values. */
  runScript(script: string): Promise<void>
  /** Whether the tables of a new store are to be spread over several servers. */
  canSpread(): Promise<boolean>
  /** List from where others are connected to the store, as far as its engine can tell. */
  listOthers(): Promise<readonly string[]>
}

/**
 * What opening a store may do to its schema. An empty store is filled unless it must be there.
 *
 * - `made`: refuse a store whose schema is behind, and one that is empty
 * - `expect`: refuse a store whose schema is behind; only two commands may change what other
 *   processes are working with
 * - `upgrade`: bring it up to date
 * - `upgrade-alone`: the same, unless others are connected, who would go on with what they know
 */
export type SchemaPolicy = 'made' | 'expect' | 'upgrade' | 'upgrade-alone'

/** There is no store, and none is to be made. */
export class NoStoreError extends StoreError {
  constructor() {
    super('there is no store')
  }
}

/** How far a store's schema is. */
export interface SchemaState {
  /** The number of the newest migration that it has seen; undefined for an empty store. */
  readonly version: number | undefined
  /** The files that this program would run. */
  readonly pending: readonly string[]
  /** Whether it has seen a migration that this program does not know. */
  readonly isNewer: boolean
  /** Whether it is being spread over several servers, or that was ended. */
  readonly isHalfSpread: boolean
}

/** Where the migrations of this program are. */
const migrationsFolder: URL = new URL('../../migrations/', import.meta.url)

/**
 * Prepare the schema of a store for this program.
 * @param connection A connection with no transaction open.
 * @param policy What may be done to it.
 * @throws {StoreError} When the store was made by a newer Markport, or is behind and may not be
 * changed, or not now.
 */
export async function migrate(
  connection: MigrationConnection,
  policy: SchemaPolicy,
  folder: URL = migrationsFolder,
): Promise<void> {
  const { engine, run, runScript } = connection
  const state = await readSchema(engine, run, folder)
  assertKnown(state)
  if (isUpToDate(state)) return
  const isNew = state.version === undefined
  if (isNew && policy === 'made') throw new NoStoreError()
  if (!isNew && (policy === 'expect' || policy === 'made')) throw behind(state)
  if (!isNew && policy === 'upgrade-alone') {
    const others = await remainingOthers(connection.listOthers)
    if (others.length > 0) throw besideOthers(others)
  }
  // First: what comes after it may need it.
  if (state.isHalfSpread) await spreadTables(connection)
  const isToSpread = isNew && (await connection.canSpread())
  await connection.begin()
  try {
    await runScript(
      'create table if not exists migrations (version bigint primary key, applied_at bigint not null)',
    )
    // Read again: another process may have been quicker.
    const { version, pending } = await readSchema(engine, run, folder)
    for (const name of pending) {
      await runScript(readFileSync(new URL(name, folder), 'utf8'))
      await run(sql`insert into migrations values (${versionOf(name)}, ${Date.now()})`)
    }
    if (isToSpread && version === undefined) {
      for (const statement of preparationOfSpread) await runScript(statement)
    }
    await runScript('commit')
  } catch (error) {
    // A full disk has ended the transaction already; the first error says what is wrong.
    await runScript('rollback').catch(() => {})
    throw error
  }
  if (isToSpread || (engine === 'postgres' && (await isSpreadStore(run)))) {
    await spreadTables(connection)
  }
}

/** A connection that was closed is listed until its server has ended it. */
const closingMs = 100
const maxLooks = 20

/**
 * List the others who are connected to a store, once those have had the time to go who are about to.
 */
async function remainingOthers(
  listOthers: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (let looks = 1; ; looks += 1) {
    const others = await listOthers()
    if (others.length === 0 || looks === maxLooks) return others
    await sleep(closingMs)
  }
}

/**
 * Find out how far a store's schema is; writes nothing.
 * @param read Runs a reading statement on it.
 */
export async function readSchema(
  engine: EngineName,
  read: (statement: Statement) => Promise<readonly object[]>,
  folder?: URL,
): Promise<SchemaState> {
  const isEmpty = (await read(dialects[engine].findMigrations)).length === 0
  const rows = isEmpty ? [] : await read(sql`select max(version) as version from migrations`)
  const [{ version }] = [...(rows as { version: number | null }[]), { version: null }] as const
  const isHalfSpread =
    engine === 'postgres' && (await isSpreadStore(read)) && (await listSpreadSteps(read)).length > 0
  return { ...compareSchema(engine, version ?? undefined, folder), isHalfSpread }
}

/** Compare the schema of a store with that of this program. */
export function compareSchema(
  engine: EngineName,
  version: number | undefined,
  folder: URL = migrationsFolder,
): Pick<SchemaState, 'version' | 'pending' | 'isNewer'> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(`.${engine}.sql`))
    .sort((one, other) => versionOf(one) - versionOf(other))
  return {
    version,
    pending: files.filter((name) => versionOf(name) > (version ?? 0)),
    isNewer: (version ?? 0) > versionOf(files.at(-1) ?? ''),
  }
}

/** A migration is named by its number and its engine: `0001.sqlite.sql`. */
function versionOf(name: string): number {
  return Number(name.split('.')[0])
}

function isUpToDate({ pending, isHalfSpread }: SchemaState): boolean {
  return pending.length === 0 && !isHalfSpread
}

/**
 * Refuse the store of a newer program.
 * @throws {StoreError} Naming the schema that it has.
 */
export function assertKnown({ isNewer, version }: SchemaState): void {
  if (!isNewer) return
  throw new StoreError(
    `The store was made by a newer Markport (its schema is number ${version}): upgrade this one.`,
  )
}

/**
 * Refuse a store that this program cannot work on as it is.
 * @throws {StoreError} Saying what to do.
 */
export function assertUpToDate(state: SchemaState): void {
  assertKnown(state)
  if (!isUpToDate(state)) throw behind(state)
}

function behind({ pending, isHalfSpread }: SchemaState): StoreError {
  if (isHalfSpread) {
    return new StoreError(
      'This store is being spread over several servers, or that was ended. Wait for it; where nothing does it any more, run markport migrate, which goes on.',
    )
  }
  return new StoreError(
    `The store was made by an older Markport: ${counted(pending.length, 'migration')} would change its schema. Stop older services on it, take a backup, then run markport migrate.`,
  )
}

function besideOthers(others: readonly string[]): StoreError {
  const places = [...new Set(others)].join(', ')
  return new StoreError(
    `Markport has ${counted(others.length, 'connection')} open to this store, from ${places}: a service would go on with the schema that it knows. Stop services on it first; --beside-services migrates nevertheless.`,
  )
}
