/** Runs the migrations in `migrations/` for a store's engine, each once and in order. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { counted } from '../contract/base/visible-text.ts'
import { type Row, StoreError } from './database.ts'
import { dialects, type EngineName } from './dialects.ts'
import {
  isSpreadStore,
  listSpreadSteps,
  preparationOfSpread,
  spreadTables,
} from './postgres/spread-store.ts'
import { type Statement, sql } from './sql.ts'

export interface MigrationConnection {
  readonly engine: EngineName
  begin(): Promise<void>
  run(statement: Statement): Promise<Row[]>
  runScript(script: string): Promise<void>
  canSpread(): Promise<boolean>
  listOtherClients(): Promise<readonly string[]>
}

/**
 * What may happen to the schema on opening:
 * - `made`: refuse a store that is behind or empty
 * - `expect`: fill an empty store, refuse one that is behind
 * - `upgrade`: bring it up to date
 * - `upgrade-alone`: bring it up to date unless others are connected
 */
export type SchemaPolicy = 'made' | 'expect' | 'upgrade' | 'upgrade-alone'

export class NoStoreError extends StoreError {
  constructor() {
    super('there is no store')
  }
}

export interface SchemaState {
  readonly version: number | undefined
  readonly pending: readonly string[]
  readonly isNewer: boolean
  readonly isHalfSpread: boolean
}

const migrationsFolder: URL = new URL('../../migrations/', import.meta.url)

/**
 * @param connection Without an open transaction.
 * @throws {StoreError} When a newer Markport made the store, or the schema is behind and the policy
 * or another client forbids to change it.
 */
export async function migrate(
  connection: MigrationConnection,
  policy: SchemaPolicy,
  folder: URL = migrationsFolder,
): Promise<void> {
  const { engine, run, runScript } = connection
  const state = await readSchema(engine, run, folder)
  assertNotNewer(state)
  if (isUpToDate(state)) return
  const isNew = state.version === undefined
  if (isNew && policy === 'made') throw new NoStoreError()
  if (!isNew && (policy === 'expect' || policy === 'made')) throw behind(state)
  if (!isNew && policy === 'upgrade-alone') {
    const otherClients = await remainingClients(connection.listOtherClients)
    if (otherClients.length > 0) throw clientsConnected(otherClients)
  }
  // Finish an interrupted distribution first: later migrations may need it.
  if (state.isHalfSpread) await spreadTables(connection)
  const isToSpread = isNew && (await connection.canSpread())
  await connection.begin()
  try {
    await runScript(
      'create table if not exists migrations (version bigint primary key, applied_at bigint not null)',
    )
    // Read the schema again under the lock: another process may have migrated meanwhile.
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
    // A full disk has already ended the transaction; report the first error, not the rollback's.
    await runScript('rollback').catch(() => {})
    throw error
  }
  if (isToSpread || (engine === 'postgres' && (await isSpreadStore(run)))) {
    await spreadTables(connection)
  }
}

/** The server lists a closed connection for a short time. */
const closingMs = 100
const maxLooks = 20

async function remainingClients(
  listOthers: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (let looks = 1; ; looks += 1) {
    const otherClients = await listOthers()
    if (otherClients.length === 0 || looks === maxLooks) return otherClients
    await sleep(closingMs)
  }
}

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

export function compareSchema(
  engine: EngineName,
  version: number | undefined,
  folder: URL = migrationsFolder,
): Pick<SchemaState, 'version' | 'pending' | 'isNewer'> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(`.${engine}.sql`))
    .sort((left, right) => versionOf(left) - versionOf(right))
  return {
    version,
    pending: files.filter((name) => versionOf(name) > (version ?? 0)),
    isNewer: (version ?? 0) > versionOf(files.at(-1) ?? ''),
  }
}

/** Migration files start with their number: `0001.sqlite.sql`. */
function versionOf(name: string): number {
  return Number(name.split('.')[0])
}

function isUpToDate({ pending, isHalfSpread }: SchemaState): boolean {
  return pending.length === 0 && !isHalfSpread
}

export function assertNotNewer({ isNewer, version }: SchemaState): void {
  if (!isNewer) return
  throw new StoreError(
    `The store was made by a newer Markport (its schema is number ${version}): upgrade this one.`,
  )
}

/** @throws {StoreError} When the schema does not fit this program; says what to do. */
export function assertUpToDate(state: SchemaState): void {
  assertNotNewer(state)
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

function clientsConnected(otherClients: readonly string[]): StoreError {
  const places = [...new Set(otherClients)].join(', ')
  return new StoreError(
    `Markport has ${counted(otherClients.length, 'connection')} open to this store, from ${places}: a service would go on with the schema that it knows. Stop services on it first; --beside-services migrates nevertheless.`,
  )
}
