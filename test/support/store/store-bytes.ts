/** Looks for words in the bytes of a store's files, whatever its tables say. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseOptions } from '../../../src/database/open-database.ts'
import { askPostgres } from '../postgres/postgres-node.ts'

/**
 * Find words in a store's files: SQLite's with its log, PostgreSQL's of one database without its log.
 * @param words In lower case, as an index keeps them; the end of each is enough, since indexes share
 * beginnings.
 * @returns Those that are there.
 */
export async function findInStore(
  store: DatabaseOptions,
  words: readonly string[],
): Promise<string[]> {
  const folder = 'databaseUrl' in store ? await folderOf(store.databaseUrl) : store.dataDirectory
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const found = new Set<string>()
  for (const { name } of files) {
    // PostgreSQL writes this one anew at any time, and it holds its own tables' names alone.
    if (name === 'pg_internal.init') continue
    const bytes = readFileSync(join(folder, name))
    for (const word of words) if (bytes.includes(word.slice(-12))) found.add(word)
  }
  return [...found]
}

/** After a checkpoint the files are what the server knows. */
async function folderOf(url: string): Promise<string> {
  await askPostgres(url, 'checkpoint')
  const [row] = (await askPostgres(
    url,
    `select current_setting('data_directory') as folder, oid from pg_database
      where datname = current_database()`,
  )) as [{ folder: string; oid: string }]
  return join(row.folder, 'base', String(row.oid))
}
