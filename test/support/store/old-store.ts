/** Stores as an older Markport left them. @module */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type DatabaseOptions, storeFileName } from '../../../src/database/open-database.ts'

const first = '0001-initial.sql'

/**
 * Make a store that has seen the first migration only, and no command.
 * @param options Where; nothing may be there yet.
 * @param seen The migration that it says it has seen.
 */
export async function makeOldStore(options: DatabaseOptions, seen: string = first): Promise<void> {
  const script = `${readFileSync(new URL(`../../../migrations/${first}`, import.meta.url), 'utf8')}
    create table migrations (name text primary key, applied_at bigint not null);
    insert into migrations values ('${seen}', 0);`
  if ('dataDirectory' in options) {
    mkdirSync(options.dataDirectory, { recursive: true })
    const database = new DatabaseSync(join(options.dataDirectory, storeFileName))
    database.exec(`pragma journal_mode = wal; ${script}`)
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: options.databaseUrl })
  await client.connect()
  await client.query(script)
  await client.end()
}
