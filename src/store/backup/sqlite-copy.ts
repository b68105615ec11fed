/** Copies a SQLite store while others write to it, and checks such a copy. @module */
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../database.ts'
import { secretTables } from '../secrets.ts'
import { sql } from '../sql.ts'
import { lookIntoSqlite } from '../sqlite/sqlite.ts'
import { type BackupContents, countedTables, toContents } from './contents.ts'

const maxFaults = 10

/**
 * Copy a store at one moment without blocking writers. Unlike SQLite's backup interface, it does
 * not restart when somebody writes, and leaves out deleted rows.
 */
export function copySqlite(source: string, target: string): void {
  const store = new DatabaseSync(source, { readOnly: true, timeout: 5_000 })
  try {
    store.prepare('vacuum into ?').run(target)
  } finally {
    store.close()
  }
  const copy = new DatabaseSync(target)
  try {
    // Overwrite deleted secrets, and keep them out of journal files.
    copy.exec('pragma journal_mode = memory; pragma secure_delete = on')
    const isThere = copy.prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
    for (const table of secretTables) {
      if (isThere.get(table) !== undefined) copy.exec(`delete from ${table}`)
    }
  } finally {
    copy.close()
  }
}

export async function readSqliteCopy(file: string): Promise<BackupContents> {
  const copy = lookIntoSqlite(file)
  try {
    const rows = await copy.read<{ integrity_check: string }>(sql`pragma integrity_check(10)`)
    const faults = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
    if (faults.length > 0) throw new StoreError(`it is damaged: ${faults.join('; ')}`)
    const tables = await copy.read<{ name: string }>(
      sql`select name from sqlite_schema where type = 'table'`,
    )
    const names = new Set(tables.map(({ name }) => name))
    const counts = new Map<string, number>()
    for (const table of countedTables.filter((name) => names.has(name))) {
      const [row] = await copy.read<{ count: number }>({
        parts: [`select count(*) as count from ${table}`],
        values: [],
      })
      counts.set(table, row?.count ?? 0)
    }
    const [newest] = names.has('migrations')
      ? await copy.read<{ version: number | null }>(
          sql`select max(version) as version from migrations`,
        )
      : []
    const contents = toContents('sqlite', newest?.version ?? undefined, counts)
    const orphans = await copy.read<{ table: string; parent: string }>(
      sql`select "table", parent from pragma_foreign_key_check limit ${maxFaults}`,
    )
    const [orphan] = orphans
    if (orphan !== undefined) {
      throw new StoreError(
        `it is not whole: rows of ${orphan.table} lack theirs in ${orphan.parent}`,
      )
    }
    return contents
  } finally {
    await copy.close()
  }
}
