/** Rewrites a store's files, because deleted rows leave their bytes in them. @module */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreError } from './database.ts'
import { type DatabaseOptions, storeFileName } from './open-database.ts'
import { parsePostgresAddress } from './postgres/postgres-address.ts'
import type { PostgresConnection } from './postgres/postgres-connection.ts'
import { serverFinder } from './postgres/postgres-servers.ts'

const busyTimeoutMs = 30_000
const snapshotTimeoutMs = 600_000
const snapshotPauseMs = 50

/** Blocks writers, and on PostgreSQL readers too. Throws when the store stays in use. */
export async function vacuumStore(store: DatabaseOptions): Promise<void> {
  if ('databaseUrl' in store) await vacuumPostgres(store.databaseUrl)
  else vacuumSqlite(join(store.dataDirectory, storeFileName))
}

function vacuumSqlite(file: string): void {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    // Words of deleted rows stay in the index until its parts are merged.
    for (const index of ['page_words', 'title_words']) {
      database.exec(`insert into ${index} (${index}) values ('optimize')`)
    }
    database.exec('vacuum')
    // The log keeps old content until it is truncated.
    const row = database.prepare('pragma wal_checkpoint(truncate)').get()
    if (row?.busy !== 0) {
      throw new StoreError('others read the store all the time; try again, or stop them')
    }
  } finally {
    database.close()
  }
}

async function vacuumPostgres(url: string): Promise<void> {
  const connect = serverFinder(parsePostgresAddress(url), { isOn: false })
  const connection = await connect(new AbortController().signal)
  try {
    await connection.runScript('analyze')
    await connection.runScript(forgetStatisticsOfEmpty)
    await waitForOlderSnapshots(connection)
    await connection.runScript('vacuum full')
  } finally {
    connection.end()
  }
}

/** Statistics contain samples of words, and `analyze` does not clear them for an empty table. */
const forgetStatisticsOfEmpty = `do $$ declare
  of_column record;
  is_empty boolean;
begin
  for of_column in
    select tablename, attname, format_type(atttypid, atttypmod) as type
    from pg_stats join pg_attribute using (attname)
    where schemaname = current_schema() and attrelid = format('%I', tablename)::regclass
  loop
    execute format('select not exists (select from %I)', of_column.tablename) into is_empty;
    if is_empty then
      execute format('alter table %I alter %I type %s',
        of_column.tablename, of_column.attname, of_column.type);
    end if;
  end loop;
end $$`

/** Vacuum keeps rows that an older snapshot may still see, so wait until those have ended. */
async function waitForOlderSnapshots(connection: PostgresConnection): Promise<void> {
  const [{ now } = {}] = await connection.runScript(
    'select pg_snapshot_xmax(pg_current_snapshot()) as now',
  )
  const older = `select where pg_snapshot_xmin(pg_current_snapshot()) < '${now}'::xid8 or exists (
    select from pg_stat_activity
    where (datname = current_database() or datname is null) and pid <> pg_backend_pid()
      and age(backend_xmin) > age('${now}'::xid8::xid)
  )`
  for (const endsAt = Date.now() + snapshotTimeoutMs; Date.now() < endsAt; ) {
    if ((await connection.runScript(older)).length === 0) return
    await wait(snapshotPauseMs)
  }
  throw new StoreError(
    'a transaction on this PostgreSQL is older than what was deleted; end it, and try again',
  )
}
