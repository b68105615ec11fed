/**
 * Brings a store into new files that hold nothing of what was deleted: rows leave their bytes in the
 * files until their room is used again.
 * @module
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreError } from './database.ts'
import { type DatabaseOptions, storeFileName } from './open-database.ts'
import { parsePostgresAddress } from './postgres/postgres-address.ts'
import type { PostgresConnection } from './postgres/postgres-connection.ts'
import { serverFinder } from './postgres/postgres-servers.ts'

/** The longest wait for others who write. */
const busyTimeoutMs = 30_000
/** The longest wait for transactions of others on a PostgreSQL: reports and backups take minutes. */
const snapshotTimeoutMs = 600_000
const snapshotPauseMs = 50

/**
 * Vacuum a store. Nobody writes meanwhile, and on PostgreSQL nobody reads.
 * @param store Where it is; its schema is this program's.
 * @throws {StoreError} When others use it all the time.
 */
export async function vacuumStore(store: DatabaseOptions): Promise<void> {
  if ('databaseUrl' in store) await vacuumPostgres(store.databaseUrl)
  else vacuumSqlite(join(store.dataDirectory, storeFileName))
}

function vacuumSqlite(file: string): void {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    // The index keeps words of rows that were deleted, until its parts are merged.
    for (const index of ['page_words', 'title_words']) {
      database.exec(`insert into ${index} (${index}) values ('optimize')`)
    }
    database.exec('vacuum')
    // What was there before is in the log as well, as long as it is not written anew.
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
    await olderSnapshotsEnded(connection)
    await connection.runScript('vacuum full')
  } finally {
    connection.end()
  }
}

/** Statistics hold samples of words, and to analyze a table without rows leaves them as they were. */
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

/** A deleted row is written again as long as a snapshot may see it, whoever has that. */
async function olderSnapshotsEnded(connection: PostgresConnection): Promise<void> {
  const [{ now } = {}] = await connection.runScript(
    'select pg_snapshot_xmax(pg_current_snapshot()) as now',
  )
  // Any new snapshot begins at the oldest transaction of all databases.
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
