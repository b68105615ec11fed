/** Rewrites the files of a store without what was deleted, for tests that look into them. @module */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../../../src/store/database.ts'
import { type DatabaseOptions, storeFileName } from '../../../src/store/open-database.ts'
import { serverFinder } from '../../../src/store/postgres/postgres-servers.ts'

const busyTimeoutMs = 30_000

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
  const connect = serverFinder(url, { isOn: false })
  const connection = await connect(new AbortController().signal)
  try {
    await connection.runScript('analyze')
    await connection.runScript(forgetStatisticsOfEmpty)
    await connection.runScript(waitForOthers)
    await connection.runScript('vacuum full')
  } finally {
    connection.end()
  }
}

/** `vacuum full` keeps rows that a transaction may still see that began before they went, and its
 * own snapshot counts transactions of all databases of the server. */
const waitForOthers = `do $$ declare
  next_id xid8 := pg_snapshot_xmax(pg_current_snapshot());
begin
  for turn in 1..600 loop
    exit when pg_snapshot_xmin(pg_current_snapshot()) >= next_id and not exists (
      select from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and age(backend_xmin) > age(next_id::xid));
    perform pg_sleep(0.05);
    perform pg_stat_clear_snapshot();
  end loop;
end $$`

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
