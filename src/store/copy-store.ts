/** Copies a whole SQLite store into an empty PostgreSQL database, in one transaction. @module */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError, UniqueViolationError } from './database.ts'
import { assertUpToDate, readSchema } from './migrate.ts'
import { lookIntoDatabase, openDatabase, storeFileName } from './open-database.ts'
import type { PostgresConnection } from './postgres/postgres-connection.ts'
import { toDatabaseError } from './postgres/postgres-errors.ts'
import { serverFinder } from './postgres/postgres-servers.ts'
import { sendStep } from './postgres/postgres-transaction.ts'
import { type SqlValue, type Statement, sql } from './sql.ts'
import { lockForServing } from './sqlite/store-folder.ts'

const maxRows = 250
const maxBytes = 1024 * 1024

export interface CopyRequest {
  readonly dataDirectory: string
  readonly databaseUrl: string
  readonly onRows: (table: string, rows: number, isWhole: boolean) => void
}

interface CopiedRows {
  readonly table: string
  readonly rows: number
}

type StoredRow = Readonly<Record<string, SqlValue>>

/** @throws {StoreError} When copying fails; then only empty tables remain. */
export async function copyStore(request: CopyRequest): Promise<CopiedRows[]> {
  const { dataDirectory, databaseUrl } = request
  await assertStoreToCopy(dataDirectory)
  const lock = lockForServing({ dataDirectory })
  const from = new DatabaseSync(join(dataDirectory, storeFileName), { timeout: 5_000 })
  try {
    // Commands write without the lock of services, so this transaction keeps them out.
    from.exec('begin immediate')
    await (await openDatabase({ databaseUrl }, 'upgrade-alone')).close()
    const connect = serverFinder(databaseUrl, { isOn: false })
    const to = await connect(new AbortController().signal)
    try {
      return await copyTables(from, to, request.onRows)
    } catch (error) {
      throw toDatabaseError(error)
    } finally {
      to.end()
    }
  } finally {
    from.close()
    lock?.release()
  }
}

async function assertStoreToCopy(dataDirectory: string): Promise<void> {
  if (!existsSync(join(dataDirectory, storeFileName))) {
    throw new StoreError('There is no store to copy.')
  }
  const store = await lookIntoDatabase({ dataDirectory })
  try {
    if (store !== undefined) assertUpToDate(await readSchema(store.engine, store.read))
  } finally {
    await store?.close()
  }
}

async function copyTables(
  from: DatabaseSync,
  to: PostgresConnection,
  onRows: CopyRequest['onRows'],
): Promise<CopiedRows[]> {
  await to.runScript('begin; set local idle_in_transaction_session_timeout = 0')
  // Citus refuses to write to a reference table after parallel queries in the same transaction.
  await to.runScript(`set local citus.multi_shard_modify_mode = 'sequential'`)
  const tables = listCopiedTables(from)
  await assertEmpty(tables, to)
  const copied: CopiedRows[] = []
  for (const table of tables) {
    copied.push(
      await copyRows(table, { from, to }, (...progress) => onRows(table.table, ...progress)),
    )
  }
  const [{ made_at = 0 } = {}] = from
    .prepare('select min(applied_at) as made_at from migrations')
    .all()
  await ask(to, [sql`update migrations set applied_at = ${made_at as number}`])
  await to.runScript('commit')
  return copied
}

async function assertEmpty(tables: readonly CopiedTable[], to: PostgresConnection): Promise<void> {
  for (const { table } of tables) {
    if ((await to.runScript(`select 1 from ${table} limit 1`)).length === 0) continue
    throw new StoreError(
      'There is a store already where the copy is to go. Nothing of it is changed; for a copy give an empty database.',
    )
  }
}

/** @throws {StoreError} Naming a row that differs after copying. */
async function copyRows(
  copied: CopiedTable,
  { from, to }: { readonly from: DatabaseSync; readonly to: PostgresConnection },
  onRows: (rows: number, isWhole: boolean) => void,
): Promise<CopiedRows> {
  const { table, key } = copied
  let rows = 0
  for (const batch of batchesOf(copied, from)) {
    const copies = await insert(table, batch, to)
    for (const [index, row] of batch.entries()) {
      if (canonical(copies[index]) === canonical(row)) continue
      throw differs(table, JSON.stringify(key.map((name) => row[name])))
    }
    rows += batch.length
    onRows(rows, false)
  }
  const [{ count = 0 } = {}] = await to.runScript(`select count(*) as count from ${table}`)
  if (Number(count) !== rows) throw differs(table, `${count} rows in place of ${rows}`)
  onRows(rows, true)
  return { table, rows }
}

function* batchesOf(
  { table, key }: CopiedTable,
  from: DatabaseSync,
): Generator<readonly StoredRow[]> {
  const select = from.prepare(`select * from ${table} order by ${key.join(', ')}`)
  let batch: StoredRow[] = []
  let bytes = 0
  for (const row of select.iterate() as Iterable<StoredRow>) {
    batch.push(row)
    bytes += bytesOf(row)
    if (batch.length < maxRows && bytes < maxBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

/** @returns The rows as they are in the copy. */
async function insert(
  table: string,
  rows: readonly StoredRow[],
  to: PostgresConnection,
): Promise<readonly StoredRow[]> {
  const columns = Object.keys(rows[0] as StoredRow)
  const between = columns.slice(1).map(() => ', ')
  const parts = [
    `insert into ${table} (${columns.join(', ')}) values (`,
    ...between,
    ') returning *',
  ]
  try {
    return await ask(
      to,
      rows.map((row) => ({ parts, values: columns.map((name) => row[name] as SqlValue) })),
    )
  } catch (error) {
    const problem = toDatabaseError(error)
    throw problem instanceof UniqueViolationError ? differs(table, problem.message) : error
  }
}

async function ask(
  to: PostgresConnection,
  statements: readonly Statement[],
): Promise<readonly StoredRow[]> {
  return (await sendStep(to, statements)).flatMap(({ rows }) => rows)
}

function canonical(row: StoredRow | undefined): string {
  const members = Object.entries(row ?? {}).sort(([left], [right]) => (left < right ? -1 : 1))
  return JSON.stringify(
    members.map(([name, value]) =>
      value instanceof Uint8Array ? [name, Buffer.from(value).toString('base64')] : [name, value],
    ),
  )
}

function bytesOf(row: StoredRow): number {
  let bytes = 0
  for (const value of Object.values(row)) {
    bytes += typeof value === 'number' ? 8 : (value?.length ?? 1)
  }
  return bytes
}

function differs(table: string, difference: string): StoreError {
  return new StoreError(
    `The copy is not the same in the table ${table}: ${difference}. Nothing of it is kept, and the store itself was not changed: give an empty database that nothing else works on, and run the command again.`,
  )
}

interface CopiedTable {
  readonly table: string
  readonly key: readonly string[]
}

/** Left out: what counts in its own store alone, and what is made again when it is missing. */
export const uncopiedTables: readonly string[] = [
  'migrations',
  'sessions',
  'store_probes',
  'rendered_versions',
  'previews',
  'preview_pages',
  'preview_attachments',
  'page_texts',
]

/** In the order of filling: referenced tables come first. */
function listCopiedTables(from: DatabaseSync): CopiedTable[] {
  const rows = from.prepare(
    `select name from pragma_table_list
      where schema = 'main' and type = 'table' and name not like 'sqlite@_%' escape '@'`,
  )
  const all = rows.all().map(({ name }) => name as string)
  const references = from.prepare('select "table" as name from pragma_foreign_key_list(?)')
  const names = new Set<string>()
  const add = (name: string): void => {
    if (names.has(name) || uncopiedTables.includes(name)) return
    for (const { name: parent } of references.all(name)) if (parent !== name) add(parent as string)
    names.add(name)
  }
  for (const name of all) add(name)
  const keys = from.prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
  return Array.from(names, (table) => ({
    table,
    key: keys.all(table).map(({ name }) => name as string),
  }))
}
