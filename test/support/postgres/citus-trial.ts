/** What a campaign asks of a Citus beyond the service: what it is, and an empty database again. @module */
import { askPostgres } from './postgres-node.ts'

/** Say what answers at an address. */
export async function describeCitus(url: string): Promise<string> {
  const [extension] = await askPostgres(
    url,
    `select extversion from pg_extension where extname = 'citus'`,
  )
  if (extension === undefined) return 'no Citus: one PostgreSQL, whose store is not spread'
  const workers = await askPostgres(
    url,
    `select nodename || ':' || nodeport as name, success from run_command_on_workers('select 1')`,
  )
  const named = workers.map(({ name, success }) => `${name} ${success ? 'answers' : 'is away'}`)
  return `Citus ${extension.extversion}: ${named.join(', ')}`
}

/** Refuse a database that has something in it. */
export async function assertEmpty(url: string): Promise<void> {
  if ((await listTables(url)).length > 0)
    throw new Error('The database has tables: name an empty one.')
}

/** Take away what a part of the campaign has left, table by table. */
export async function emptyDatabase(url: string): Promise<void> {
  const names = (await listTables(url)).join(', ')
  if (names !== '') await askPostgres(url, `drop table ${names} cascade`)
}

/** Those of the extension stay. */
async function listTables(url: string): Promise<string[]> {
  const rows = await askPostgres(
    url,
    `select tablename from pg_tables where schemaname = 'public' and tablename not like 'pg_dist_%'`,
  )
  return rows.map(({ tablename }) => tablename)
}
