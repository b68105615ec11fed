/** Changes a store behind the program's back. @module */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type DatabaseOptions, storeFileName } from '../../../src/database/open-database.ts'

export async function runScript(options: DatabaseOptions, script: string): Promise<void> {
  if ('dataDirectory' in options) {
    const database = new DatabaseSync(join(options.dataDirectory, storeFileName))
    database.exec(script)
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: options.databaseUrl })
  await client.connect()
  await client.query(script)
  await client.end()
}
