/** A store behind the program's back: changed, looked at as bytes, and read whole. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type DatabaseOptions, storeFileName } from '../../../src/store/open-database.ts'
import { askPostgres } from '../postgres/postgres-node.ts'

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

export function rareRows(ids: { readonly user: number; readonly space: number }): string {
  const { user, space } = ids
  return `
    insert into one_time_links values ('c0de', ${user}, 1, 9007199254740991);
    insert into password_tries values ('a''key', 9007199254740991);
    insert into identities values ('https://id.example', 'Ünï', ${user}, 7), ('https://id.example', 'z', ${user}, 8);
    insert into second_factors values (${user}, 9);
    insert into second_factor_secrets values (${user}, '736563726574', 10);
    insert into recovery_codes values ('r1', ${user}), ('r2', ${user});
    insert into group_access values (${space}, ${user}, 'read');
    insert into user_groups values (70, 'Wörter', 'wörter', 1);
    insert into group_members values (70, ${user});
    insert into group_grants values (${space}, 70, 'read');
    insert into token_spaces select id, ${space} from tokens;
    insert into remote_orders values (${space}, 'b', 1, 2, 3, 4), (${space}, 'A', 1, 2, 3, 4);
    insert into remote_reservations values (${space}, '1', 'Größe 😀', 'Größe', '7', 'u', 9007199254740991, ${user});
    insert into deliveries values (${space}, 'a title', 1, 'a', 'h', 'written', '{}', '{}', 'd',
      x'00ff61', null, null, '[]', null, 2, 3, 4, '', 5);
    insert into page_reservations values (${space}, 1, 'lines
and "quotes" \\ back', 77, 9007199254740991, ${user});
    insert into page_reports values (${space}, 9, 8, 1, 'Ä', 'wörds', ${user}, 1, 'änswer', ${user}, 2);
    insert into drafts values (${user}, 0, '{}', 'dräft', '[]', 1);
    insert into webhooks (id, space_id, url, created_at) values (7, ${space}, 'https://a.example/ü', 1);
    insert into webhook_secrets values (7, 'whsec_a');
    insert into webhook_deliveries values (${space}, 7, 8, 9, 1, 2);
    insert into followed_repositories (id, space_id, parent_id, url, branch, folder, every_ms, user_id, created_at, next_at)
      values (7, ${space}, '1', 'https://a.example/ü.git', 'main', '.', 300000, ${user}, 1, 2);
    insert into repository_secrets values (7, '{}');
    insert into source_pages values (${space}, 'döcs', 8, 1, 0, 'ä.md', 'k', '', 'd', 1, '+a b', 'r', 9, null);`
}

export async function readWhole(store: DatabaseOptions): Promise<Map<string, string[]>> {
  if ('dataDirectory' in store) {
    const database = new DatabaseSync(join(store.dataDirectory, storeFileName), { readOnly: true })
    try {
      const tables = database
        .prepare(
          "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
        )
        .all() as { name: string }[]
      return new Map(
        tables.map(({ name }) => [name, texts(database.prepare(`select * from ${name}`).all())]),
      )
    } finally {
      database.close()
    }
  }
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    const whole = new Map<string, string[]>()
    for (const { name } of tables) {
      whole.set(name, texts((await client.query(`select * from ${name}`)).rows))
    }
    return whole
  } finally {
    await client.end()
  }
}

/** The driver returns bigint as text. */
function texts(rows: readonly object[]): string[] {
  const text = (value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value && String(value)
  return rows
    .map((row) => Object.entries(row).map(([name, value]) => `${name}=${text(value)}`))
    .map((members) => members.sort().join('\n'))
    .sort()
}
