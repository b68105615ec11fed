/**
 * Brings a store's schema up to date: runs each file of `migrations/` once, in order of name. What
 * only one engine understands stands in `NNNN-name.sqlite.sql` or `NNNN-name.postgres.sql`.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { counted } from '../base/visible-text.ts'
import type { Row } from './database.ts'
import type { EngineName } from './dialect.ts'
import { dialects } from './dialects.ts'
import { beginOfSpread, isMarkOfSpread, spreadTables } from './postgres/spread-store.ts'
import { type Statement, sql } from './sql.ts'
import { StoreError } from './store-error.ts'

/** The smallest piece of an engine that a migration needs: one connection. */
export interface MigrationConnection {
  readonly engine: EngineName
  /** Begin a transaction that no other process's migration can overlap. */
  begin(): Promise<void>
  run(statement: Statement): Promise<Row[]>
  /** Run several statements without values. */
  runScript(script: string): Promise<void>
  /** Whether tables are to be spread over several servers: those of a new store, or of one that is. */
  isToSpread(isNew: boolean): Promise<boolean>
  /** List from where others are connected to the store, as far as its engine can tell. */
  listOthers(): Promise<readonly string[]>
}

/**
 * What opening a store may do to its schema. An empty store is filled in any case.
 *
 * - `expect`: refuse a store whose schema is behind; only two commands may change what other
 *   processes are working with
 * - `upgrade`: bring it up to date
 * - `upgrade-alone`: the same, unless others are connected, who would go on with what they know
 * - `copyOf`: make the copy of another store, or go on with one that was begun; nothing else may be there
 */
export type SchemaPolicy = 'expect' | 'upgrade' | 'upgrade-alone' | UnfinishedCopy

export interface UnfinishedCopy {
  /** What the other store is known by. */
  readonly copyOf: string
}

const markStart = 'unfinished copy of '

/**
 * Name the migration that a store has as long as it is an unfinished copy: whoever opens it meets one
 * that is not known.
 */
export function markOfCopy({ copyOf }: UnfinishedCopy): string {
  return markStart + copyOf
}

/** How far a store's schema is. */
export interface SchemaState {
  /** Migrations that it has seen, in order; none in an empty store. */
  readonly applied: readonly string[]
  /** Those that this program would add, or finish. */
  readonly pending: readonly string[]
  /** One that this program does not know: the store belongs to a newer one. */
  readonly unknown: string | undefined
}

const folder = new URL('../../migrations/', import.meta.url)

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
): Promise<void> {
  const read = (): Promise<SchemaState> =>
    readSchema(connection.engine, (statement) => connection.run(statement))
  const state = await read()
  const mark = typeof policy === 'object' ? markOfCopy(policy) : undefined
  const isHalfSpread = state.pending.some(isMarkOfSpread)
  if (mark !== undefined && state.applied.length > 0 && !isHalfSpread)
    return assertBegun(state, mark)
  if (mark === undefined) assertKnown(state)
  if (state.pending.length === 0) return
  if (state.applied.length > 0) {
    if (policy === 'expect') throw behind(state)
    if (policy === 'upgrade-alone') {
      const others = await remainingOthers(connection.listOthers)
      if (others.length > 0) throw besideOthers(others)
    }
  }
  // First: what comes after it may need it.
  if (isHalfSpread) {
    await spreadTables(connection)
    return migrate(connection, policy)
  }
  const isToSpread = await connection.isToSpread(state.applied.length === 0)
  await connection.begin()
  try {
    await connection.runScript(
      'create table if not exists migrations (name text primary key, applied_at bigint not null)',
    )
    // Read again: another process may have been quicker.
    const now = await read()
    assertKnown(now)
    const added = now.pending.filter((name) => !isMarkOfSpread(name))
    for (const name of added) {
      await connection.runScript(readFileSync(new URL(name, folder), 'utf8'))
      await connection.run(sql`insert into migrations values (${name}, ${Date.now()})`)
    }
    for (const name of [mark, isToSpread ? beginOfSpread(added) : undefined]) {
      if (name === undefined) continue
      await connection.run(sql`insert into migrations values (${name}, ${Date.now()})`)
    }
    await connection.runScript('commit')
  } catch (error) {
    // A full disk has ended the transaction already; the first error says what is wrong.
    await connection.runScript('rollback').catch(() => {})
    throw error
  }
  if (isToSpread) await spreadTables(connection)
}

/** A connection that was closed is listed until its server has ended it. */
const closingMs = 100
const maxLooks = 20

/**
 * List the others who are connected to a store, once those have had the time to go who are about to.
 */
export async function remainingOthers(
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
): Promise<SchemaState> {
  const isEmpty = (await read(dialects[engine].findMigrations)).length === 0
  const rows = isEmpty ? [] : await read(sql`select name from migrations order by name`)
  return compareSchema(
    engine,
    (rows as { name: string }[]).map(({ name }) => name),
  )
}

/** Compare a store's migrations with those of this program. */
export function compareSchema(engine: EngineName, applied: readonly string[]): SchemaState {
  const files = readdirSync(folder)
    .filter((name) => isFor(engine, name))
    .sort(compareNames)
  return {
    applied,
    pending: [
      ...applied.filter(isMarkOfSpread),
      ...files.filter((name) => !applied.includes(name)),
    ],
    unknown: applied.find((name) => !files.includes(name) && !isMarkOfSpread(name)),
  }
}

/**
 * Refuse the store of a newer program, and a copy that is not finished.
 * @throws {StoreError} Naming what is not known.
 */
export function assertKnown({ unknown }: SchemaState): void {
  if (unknown === undefined) return
  if (unknown.startsWith(markStart)) throw unfinished()
  throw new StoreError(
    `The store was made by a newer Markport (it has ${unknown}): upgrade this one.`,
  )
}

function assertBegun({ applied, pending }: SchemaState, mark: string): void {
  if (applied.includes(mark) && pending.length === 0) return
  throw new StoreError(
    applied.some((name) => name.startsWith(markStart))
      ? 'The unfinished copy that is there is one of another store, or was begun by another Markport. Give another place, or empty this one.'
      : 'There is a store already where the copy is to go: another one, or the copy, finished. Nothing of it is changed; for a copy give an empty place.',
  )
}

function unfinished(): StoreError {
  return new StoreError(
    'This store is a copy that is not finished. Run the same "markport store copy" again, which goes on with it.',
  )
}

function halfSpread(): StoreError {
  return new StoreError(
    'This store is being spread over several servers, or that was ended. Wait for it; where nothing does it any more, run markport migrate, which goes on.',
  )
}

/**
 * Refuse a store that this program cannot work on as it is.
 * @throws {StoreError} Saying what to do.
 */
export function assertUpToDate(state: SchemaState): void {
  assertKnown(state)
  if (state.pending.length > 0) throw behind(state)
}

function behind({ pending }: SchemaState): StoreError {
  if (pending.some(isMarkOfSpread)) return halfSpread()
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

/** A name has two parts, or three when it is for one engine. */
function isFor(engine: EngineName, name: string): boolean {
  const [, second, third] = name.split('.')
  return third === undefined ? second === 'sql' : second === engine && third === 'sql'
}

/** An engine's own part comes after what it adds to. */
function compareNames(a: string, b: string): number {
  return a.replace('.sql', '') < b.replace('.sql', '') ? -1 : 1
}
