/**
 * Brings a store's schema up to date: runs each file of `migrations/` once, in order of name. What
 * only one engine understands stands in `NNNN-name.sqlite.sql` or `NNNN-name.postgres.sql`.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { type Row, UnusableStoreError } from './database.ts'
import { type Statement, sql } from './sql.ts'

/** The smallest piece of an engine that a migration needs: one connection. */
export interface MigrationConnection {
  readonly engine: 'sqlite' | 'postgres'
  /** Begin a transaction that no other process's migration can overlap. */
  begin(): Promise<void>
  run(statement: Statement): Promise<Row[]>
  /** Run several statements without values. */
  runScript(script: string): Promise<void>
}

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Run the migrations that the store has not seen, all in one transaction.
 * @param connection A connection with no transaction open.
 * @throws {UnusableStoreError} When the store was made by a newer Markport.
 */
export async function migrate(connection: MigrationConnection): Promise<void> {
  const names = readdirSync(folder).filter((name) => isFor(connection.engine, name))
  const files = names.sort(compareNames)
  await connection.begin()
  try {
    await connection.runScript(
      'create table if not exists migrations (name text primary key, applied_at bigint not null)',
    )
    const applied = (await connection.run(sql`select name from migrations`)).map((row) => row.name)
    const unknown = applied.find((name) => !files.includes(String(name)))
    if (unknown !== undefined) {
      throw new UnusableStoreError(
        `The store was made by a newer Markport (it has ${unknown}): upgrade this one.`,
      )
    }
    for (const name of files.filter((file) => !applied.includes(file))) {
      await connection.runScript(readFileSync(new URL(name, folder), 'utf8'))
      await connection.run(sql`insert into migrations values (${name}, ${Date.now()})`)
    }
    await connection.runScript('commit')
  } catch (error) {
    await connection.runScript('rollback')
    throw error
  }
}

/** A name has two parts, or three when it is for one engine. */
function isFor(engine: MigrationConnection['engine'], name: string): boolean {
  const [, second, third] = name.split('.')
  return third === undefined ? second === 'sql' : second === engine && third === 'sql'
}

/** An engine's own part comes after what it adds to. */
function compareNames(a: string, b: string): number {
  return a.replace('.sql', '') < b.replace('.sql', '') ? -1 : 1
}
