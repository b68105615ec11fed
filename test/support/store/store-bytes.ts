/** Looks for words in the bytes of a store's files, whatever its tables say. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseOptions } from '../../../src/database/open-database.ts'
import { askPostgres } from '../postgres/postgres-node.ts'

/** Words in lower case; the ends suffice, because indexes share beginnings. */
export async function findInStore(
  store: DatabaseOptions,
  words: readonly string[],
): Promise<string[]> {
  const folder = 'databaseUrl' in store ? await folderOf(store.databaseUrl) : store.dataDirectory
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const found = new Set<string>()
  for (const { name } of files) {
    // PostgreSQL rewrites this file at any time, and it names only its own tables.
    if (name === 'pg_internal.init') continue
    const bytes = readFileSync(join(folder, name))
    for (const word of words) if (bytes.includes(word.slice(-12))) found.add(word)
  }
  return [...found]
}

/** After a checkpoint the files hold all that the server knows. */
async function folderOf(url: string): Promise<string> {
  await askPostgres(url, 'checkpoint')
  const [row] = (await askPostgres(
    url,
    `select current_setting('data_directory') as folder, oid from pg_database
      where datname = current_database()`,
  )) as [{ folder: string; oid: string }]
  return join(row.folder, 'base', String(row.oid))
}
