/** What commands may do to the schema of a store, and to a store at all. @module */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { SchemaPolicy } from '../../src/store/migrate.ts'
import {
  type DatabaseOptions,
  lookIntoDatabase,
  openDatabase,
  storeFileName,
} from '../../src/store/open-database.ts'
import { sql } from '../../src/store/sql.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { stopOwnCluster } from '../support/postgres/test-postgres.ts'
import { callCli } from '../support/service/run-cli.ts'
import { startService } from '../support/service/service-process.ts'
import { serveStore } from '../support/service/test-server.ts'
import { createTestStore, type EngineName } from '../support/store/test-engines.ts'

const releases: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
})

async function freshPlace(engine: EngineName): Promise<{ store: DatabaseOptions; args: string[] }> {
  const { options: store, remove } = await createTestStore(engine, false)
  releases.push(remove)
  const args =
    'databaseUrl' in store ? ['--database-url', store.databaseUrl] : ['--data', store.dataDirectory]
  return { store, args }
}

test('each engine has a file for each number of the schema', () => {
  const files = readdirSync(new URL('../../migrations/', import.meta.url)).sort()
  const numbers = [...new Set(files.map((name) => name.split('.')[0] ?? ''))]
  assert.deepEqual(
    files,
    numbers.flatMap((number) => [`${number}.postgres.sql`, `${number}.sqlite.sql`]),
  )
})

for (const engine of ['sqlite', 'postgres'] satisfies EngineName[]) {
  describe(`on ${engine}`, () => {
    test('an older store is refused by every command but serve and migrate, and stays as it is', async () => {
      const { store, args } = await freshPlace(engine)
      await makeStoreOf(store, 0)
      const before = await storeFingerprint(store)
      const commands = [
        ['space', 'list'],
        ['space', 'create', 'DOCS', 'Docs'],
        ['page', 'show', '1'],
        ['user', 'list'],
        ['token', 'list'],
        ['license', 'show'],
      ]
      for (const command of commands) {
        const run = await callCli([...command, ...args])
        assert.equal(run.code, 1, command.join(' '))
        assert.match(
          run.stderr,
          /made by an older Markport: 1 migration .*run markport migrate\.\n$/,
        )
      }
      assert.equal(await storeFingerprint(store), before)
    })

    test('migrate lists what there is to do, does it once, and all commands go on', async () => {
      const { store, args } = await freshPlace(engine)
      await makeStoreOf(store, 0)
      const before = await storeFingerprint(store)
      const dry = await callCli(['migrate', '--dry-run', '--json', ...args])
      assert.equal(dry.code, 0, dry.stderr)
      const { applied, pending } = JSON.parse(dry.stdout)
      assert.deepEqual(applied, [])
      assert.deepEqual(pending, [`0001.${engine}.sql`])
      assert.equal(await storeFingerprint(store), before)
      const done = await callCli(['migrate', '--json', ...args])
      assert.deepEqual(JSON.parse(done.stdout), { applied: pending, pending: [] }, done.stderr)
      const again = await callCli(['migrate', ...args])
      assert.equal(again.stdout, 'The schema is up to date.\n')
      assert.equal((await callCli(['space', 'list', ...args])).code, 0)
    })

    test('the next migration changes a store with data, as a whole or not at all', async () => {
      const { store, args } = await freshPlace(engine)
      await callCli(['migrate', ...args])
      assert.equal((await callCli(['space', 'create', 'DOCS', 'Docs', ...args])).code, 0)
      const folder = temporaryFolder()
      cpSync(new URL('../../migrations/', import.meta.url), folder, { recursive: true })
      const next = join(folder, `0002.${engine}.sql`)
      const migrations = pathToFileURL(`${folder}/`)
      const open = (policy: SchemaPolicy) => openDatabase({ ...store, migrations }, policy)
      const move = `-- Notes; each has a space.
        create table notes (space_id bigint primary key references spaces (id), text text not null);
        insert into notes select id, name from spaces;
        alter table spaces add column colour text not null default 'none';`
      writeFileSync(next, `${move}\nselect 1 from nowhere;`)
      const before = await storeFingerprint(store)
      await assert.rejects(open('expect'), /made by an older Markport: 1 migration would/)
      await assert.rejects(open('upgrade'), /nowhere/)
      assert.equal(await storeFingerprint(store), before)
      writeFileSync(next, move)
      const upgraded = await open('upgrade')
      const rows = await upgraded.read(sql`
        select text, colour from notes join spaces on spaces.id = notes.space_id where key = 'DOCS'`)
      assert.deepEqual(rows.map(Object.values), [['Docs', 'none']])
      await upgraded.close()
      const older = await callCli(['space', 'list', ...args])
      assert.match(older.stderr, /made by a newer Markport .*number 2.*upgrade this one/)
    })

    test('a newer store is refused by every command, serve and migrate as well', async () => {
      const { store, args } = await freshPlace(engine)
      await makeStoreOf(store, 9999)
      const before = await storeFingerprint(store)
      for (const command of [
        ['space', 'list'],
        ['migrate'],
        ['serve', '--listen', '127.0.0.1:0'],
      ]) {
        const run = await callCli([...command, ...args])
        assert.equal(run.code, 1, command.join(' '))
        assert.match(run.stderr, /made by a newer Markport.*number 9999.*upgrade this one/)
        assert.doesNotMatch(run.stderr, /\n {4}at /)
      }
      const after = await storeFingerprint(store)
      assert.equal(after.replace(/\nserve\.lock .*/, ''), before)
    })

    test('doctor writes nothing, and serve migrates an older store at its start', async () => {
      const { store, args } = await freshPlace(engine)
      const looksOnly = async (code: number, expected: RegExp): Promise<void> => {
        const before = await storeFingerprint(store)
        const run = await callCli(['doctor', ...args])
        assert.equal(run.code, code, run.stdout + run.stderr)
        assert.match(run.stdout, expected)
        assert.equal(await storeFingerprint(store), before)
      }
      await looksOnly(0, /✓ store: .*(?:not there yet|empty)/)
      await makeStoreOf(store, 0)
      await looksOnly(1, /✗ schema: behind this program: 0001\.\w+\.sql\n.*markport migrate/)
      const stop = await startStoppable(store)
      await looksOnly(0, /✓ schema: up to date/)
      // Leaves writes in the log that are not in the file yet.
      await callCli(['space', 'create', 'DOCS', 'Docs', ...args])
      await looksOnly(0, /✓ store: \w+, 1 pages?\n/)
      await stop()
      await looksOnly(0, /✓ store: \w+, 1 pages?\n/)
      // Control: a write changes the fingerprint.
      const before = await storeFingerprint(store)
      await callCli(['license', 'set', 'inactive', ...args])
      assert.notEqual(await storeFingerprint(store), before)
      if (engine === 'postgres') await stopOwnCluster()
    })

    test('a command that makes a store says so, and where', async () => {
      const { store, args } = await freshPlace(engine)
      const first = await callCli(['migrate', '--json', ...args])
      const place = 'dataDirectory' in store ? store.dataDirectory : '--database-url'
      assert.match(first.stderr, new RegExp(`^Created a new store.*${place}`))
      assert.equal((await callCli(['space', 'list', ...args])).stderr, '')
    })
  })
}

describe('migrate beside others on PostgreSQL', () => {
  test('refuses while somebody is connected, says from where, and migrates when asked to', async () => {
    const { store, args } = await freshPlace('postgres')
    await makeStoreOf(store, 0)
    const other = await lookIntoDatabase(store)
    const refused = await callCli(['migrate', ...args])
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /Markport has 1 connection open to this store, from (?:[\d.]+|the server itself): .*Stop services/,
    )
    const dry = await callCli(['migrate', '--dry-run', '--json', ...args])
    assert.deepEqual(JSON.parse(dry.stdout).applied, [])
    const pending: string[] = JSON.parse(dry.stdout).pending
    assert.ok(pending.length > 0)
    const done = await callCli(['migrate', '--beside-services', '--json', ...args])
    assert.deepEqual(JSON.parse(done.stdout).applied, pending, done.stderr)
    await other?.close()
  })

  test('serve brings the store up to date beside others', async () => {
    const { store, args } = await freshPlace('postgres')
    await makeStoreOf(store, 0)
    const other = await lookIntoDatabase(store)
    const services = await Promise.all([serveStore(store), serveStore(store)])
    assert.equal((await callCli(['migrate', ...args])).stdout, 'The schema is up to date.\n')
    for (const service of services) await service.stop()
    await other?.close()
  })
})

describe('one service on a SQLite store', () => {
  test('a second one ends with a message, and commands go on beside the first', async () => {
    const { store, args } = await freshPlace('sqlite')
    const service = await startService(store)
    const second = await callCli(['serve', '--listen', '127.0.0.1:0', ...args])
    assert.equal(second.code, 1)
    assert.match(second.stderr, /Another service runs on the store in .*stop the other first/)
    const migrate = await callCli(['migrate', ...args])
    assert.match(migrate.stderr, /Another service runs on the store/)
    assert.equal((await callCli(['space', 'create', 'DOCS', 'Docs', ...args])).code, 0)
    // A crash leaves nothing locked, and a stop leaves one file to copy.
    await service.end('SIGKILL')
    await (await serveStore(store)).stop()
    const { dataDirectory } = store as { dataDirectory: string }
    assert.equal(existsSync(join(dataDirectory, 'markport.db-wal')), false)
  })
})

/** Only with SQLite does a killed service leave files that commands must read. */
async function startStoppable(store: DatabaseOptions): Promise<() => Promise<unknown>> {
  if ('databaseUrl' in store) return (await serveStore(store)).stop
  const service = await startService(store)
  return () => service.end('SIGKILL')
}

async function makeStoreOf(options: DatabaseOptions, version: number): Promise<void> {
  const script = `
    create table migrations (version bigint primary key, applied_at bigint not null);
    insert into migrations values (${version}, 0);`
  if ('dataDirectory' in options) {
    mkdirSync(options.dataDirectory, { recursive: true })
    const database = new DatabaseSync(join(options.dataDirectory, storeFileName))
    database.exec(`pragma journal_mode = wal; ${script}`)
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: options.databaseUrl })
  await client.connect()
  await client.query(script)
  await client.end()
}

/** Files' bytes and times, or tables' rows and write counters; without SQLite's index of the log, which readers change. */
async function storeFingerprint(options: DatabaseOptions): Promise<string> {
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
      // `xmin` changes even if the same values are written again.
      const rows = await client.query(`select xmin::text, t::text from ${relname} t order by 2`)
      lines.push(`${relname} ${JSON.stringify(rows.rows)}`)
    }
    return lines.join('\n')
  } finally {
    await client.end()
  }
}
