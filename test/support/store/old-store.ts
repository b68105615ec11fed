/** Stores whose schema is not the one of this program. @module */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type DatabaseOptions, storeFileName } from '../../../src/database/open-database.ts'

/**
 * Make a store as a program with a schema of its own has left it: one before the first of ours, or a later one.
 * @param options Where; nothing may be there yet.
 * @param version The number of the schema that it says it has.
 */
export async function makeStoreOf(options: DatabaseOptions, version: number): Promise<void> {
  const script = `
    create table migrations (version bigint primary key, applied_at bigint not null);
    insert into migrations values (${version}, 0);`
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
