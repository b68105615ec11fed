/** Brings the rows of one table into another store, and looks whether they are the same there. @module */
import { createHash } from 'node:crypto'
import { type Database, UniqueViolationError } from '../database.ts'
import { dialects } from '../dialects.ts'
import type { LookedAtDatabase } from '../open-database.ts'
import { type SqlValue, type Statement, sql } from '../sql.ts'
import { StoreError } from '../store-error.ts'
import type { CopiedTable } from './copied-tables.ts'
import { insertRows } from './copy-changes.ts'

/** What is read of a table at once: so many rows, as long as they are no larger in all. */
const maxRows = 250
const maxBytes = 1024 * 1024

type StoredRow = Readonly<Record<string, SqlValue>>

export interface CopiedRows {
  readonly table: string
  readonly rows: number
  /** SHA-256 of all rows in the order of the source: what both stores hold. */
  readonly digest: string
}

/**
 * Copy what is not there yet of a table, and compare all of it.
 * @param to Holds nothing of the table, or what was copied before.
 * @param onRows Told how many rows are there by now, and whether these are all.
 * @throws {StoreError} Naming a row that is not the same in both.
 */
export async function copyRows(
  copied: CopiedTable,
  { from, to }: { readonly from: LookedAtDatabase; readonly to: Database },
  onRows: (rows: number, isWhole: boolean) => void,
): Promise<CopiedRows> {
  const { table } = copied
  const hash = createHash('sha256')
  let rows = 0
  for await (const batch of batchesOf(copied, from)) {
    const before = await findCopies(copied, to, batch)
    const missing = batch.filter((row) => !before.has(keyOf(copied, row)))
    if (missing.length > 0) await insert(table, missing, to)
    const copies = missing.length > 0 ? await findCopies(copied, to, batch) : before
    for (const row of batch) {
      const text = canonical(row)
      const key = keyOf(copied, row)
      if (canonical(copies.get(key)) !== text) throw differs(table, key)
      hash.update(text)
    }
    rows += batch.length
    onRows(rows, false)
  }
  const [counted] = await to.read<{ count: number }>(
    sql`select count(*) as count from ${named(table)} where ${copied.condition ?? sql`1 = 1`}`,
  )
  if (counted?.count !== rows) throw differs(table, `${counted?.count} rows in place of ${rows}`)
  onRows(rows, true)
  return { table, rows, digest: hash.digest('hex') }
}

async function insert(table: string, rows: readonly StoredRow[], to: Database): Promise<void> {
  const columns = Object.keys(rows[0] as StoredRow)
  const values = rows.map((row) => columns.map((name) => row[name] as SqlValue))
  try {
    await to.write(insertRows, { table, columns, rows: values }, { isLossHarmless: true })
  } catch (error) {
    throw error instanceof UniqueViolationError ? differs(table, error.message) : error
  }
}

/** Read a table by its key, a few rows at a time. */
async function* batchesOf(
  { table, key, condition = sql`1 = 1` }: CopiedTable,
  from: LookedAtDatabase,
): AsyncGenerator<readonly StoredRow[]> {
  const columns = Object.keys(key)
  const between = columns.slice(1).map(() => ', ')
  const [name, order] = [named(table), named(columns.join(', '))]
  // Twice as many each time: what rows of this table take is not known before.
  let limit = 1
  let behind: Statement = sql`1 = 1`
  for (;;) {
    const rows = await from.read<StoredRow>(
      sql`select * from ${name} where ${condition} and ${behind} order by ${order} limit ${limit}`,
    )
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    const last = rows.at(-1) as StoredRow
    const values = columns.map((column) => last[column] as SqlValue)
    behind = { parts: [`(${columns.join(', ')}) > (`, ...between, ')'], values }
    const fitting = Math.floor((maxBytes / bytesOf(rows)) * rows.length)
    limit = Math.max(1, Math.min(limit * 2, fitting, maxRows))
  }
}

async function findCopies(
  { table, key }: CopiedTable,
  to: Database,
  rows: readonly StoredRow[],
): Promise<Map<string, StoredRow>> {
  const columns = Object.keys(key)
  const keys = rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
  const isSame = columns.map((name) => `copied.${name} = given.${name}`).join(' and ')
  const found = await to.read<StoredRow>(sql`
    select copied.* from ${dialects[to.engine].givenRows(keys, key)}
    cross join ${named(table)} copied where ${named(isSame)}`)
  return new Map(found.map((row) => [keyOf({ key }, row), row]))
}

function named(text: string): Statement {
  return { parts: [text], values: [] }
}

function keyOf({ key }: Pick<CopiedTable, 'key'>, row: StoredRow): string {
  return JSON.stringify(Object.keys(key).map((name) => row[name]))
}

/** Equal for rows that hold the same, whichever engine they are of. */
function canonical(row: StoredRow | undefined): string {
  const members = Object.entries(row ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(
    members.map(([name, value]) =>
      value instanceof Uint8Array ? [name, Buffer.from(value).toString('base64')] : [name, value],
    ),
  )
}

function bytesOf(rows: readonly StoredRow[]): number {
  let bytes = 1
  for (const row of rows) {
    for (const value of Object.values(row)) {
      bytes += typeof value === 'number' ? 8 : (value?.length ?? 1)
    }
  }
  return bytes
}

function differs(table: string, what: string): StoreError {
  return new StoreError(
    `The copy is not the same in the table ${table}: ${what}. What was copied before may be of another day: empty the place of the copy, and run the command again. The store itself was not changed.`,
  )
}
