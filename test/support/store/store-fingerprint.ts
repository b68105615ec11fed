/** Everything that a store holds, as one text, to tell whether something wrote to it. @module */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseOptions } from '../../../src/database/open-database.ts'

/**
 * Take the fingerprint of a store: the bytes and times of its files, or PostgreSQL's tables, rows
 * and counters of what was written. Not of the index that SQLite keeps of its log: readers note there
 * how far they read.
 */
export async function storeFingerprint(options: DatabaseOptions): Promise<string> {
  if ('databaseUrl' in options) return postgresFingerprint(options.databaseUrl)
  const { dataDirectory } = options
  if (!existsSync(dataDirectory)) return 'no folder'
  return readdirSync(dataDirectory)
    .sort()
    .filter((name) => !name.endsWith('-shm'))
    .map((name) => {
      const file = join(dataDirectory, name)
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
      return `${name} ${statSync(file).mtimeMs} ${hash}`
    })
    .join('\n')
}

async function postgresFingerprint(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query(
      `select relname, relfilenode from pg_class where relnamespace = 'public'::regnamespace
       order by relname`,
    )
    const lines = tables.rows.map((row) => JSON.stringify(row))
    for (const { relname } of (
      await client.query(
        "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname",
      )
    ).rows as { relname: string }[]) {
      // xmin names the transaction that wrote a row, also where it wrote the same again.
      const rows = await client.query(`select xmin::text, t::text from ${relname} t order by 2`)
      lines.push(`${relname} ${JSON.stringify(rows.rows)}`)
    }
    return lines.join('\n')
  } finally {
    await client.end()
  }
}
