/** Stores that are copied from one engine into the other and back: whole, verified, resumed, refused. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { copiedTables, uncopiedTables } from '../../src/database/copy/copied-tables.ts'
import type { DatabaseOptions } from '../../src/database/open-database.ts'
import { packVersions } from '../../src/embedded-wiki/store/packing/pack-versions.ts'
import type { Space } from '../../src/importing/target-wiki.ts'
import { waitUntil } from '../support/base/wait-until.ts'
import { useEverything } from '../support/delivery/use-everything.ts'
import { askPostgres } from '../support/postgres/postgres-node.ts'
import { stopOwnCluster } from '../support/postgres/test-postgres.ts'
import { callCli, mainFile } from '../support/service/run-cli.ts'
import { startService } from '../support/service/service-process.ts'
import { send, startTestServer, validImport } from '../support/service/test-server.ts'
import { testWorkers } from '../support/service/test-workers.ts'
import { runScript } from '../support/store/run-script.ts'
import { createTestStore, type EngineName } from '../support/store/test-engines.ts'
import { rareRows, readWhole } from '../support/store/whole-store.ts'

const releases: (() => Promise<unknown>)[] = []
after(async () => {
  for (const release of releases.reverse()) await release()
  await stopOwnCluster()
})

async function freshPlace(engine: EngineName): Promise<DatabaseOptions> {
  const { options, remove } = await createTestStore(engine, false)
  releases.push(remove)
  return options
}

const placeOf = (store: DatabaseOptions): string =>
  'databaseUrl' in store ? store.databaseUrl : store.dataDirectory
const named = (store: DatabaseOptions): string[] => [
  'databaseUrl' in store ? '--database-url' : '--data',
  placeOf(store),
]
const copyArgs = (from: DatabaseOptions, to: DatabaseOptions): string[] => [
  ...['store', 'copy', '--to', placeOf(to)],
  ...named(from),
]
async function copy(from: DatabaseOptions, to: DatabaseOptions): Promise<void> {
  const { code, stderr } = await callCli(copyArgs(from, to))
  assert.equal(code, 0, stderr)
}

/** What a copy has to hold. */
async function copiedRows(store: DatabaseOptions): Promise<Map<string, string[]>> {
  const whole = await readWhole(store)
  const settings = (whole.get('settings') ?? []).filter((row) => !row.includes('search-index'))
  return new Map(
    copiedTables.map(({ table }) => [
      table,
      table === 'settings' ? settings : (whole.get(table) ?? []),
    ]),
  )
}

let source: DatabaseOptions
let token: string
let space: Space
before(async () => {
  source = await freshPlace('sqlite')
  const server = await startTestServer(source, { readers: 'users' })
  await useEverything(server)
  await packVersions(server.database, testWorkers('sqlite').packRuns, async () => {})
  await server.stop()
  ;({ token, space } = server)
  const [admin] = ((await readWhole(source)).get('users') ?? []).filter((row) =>
    /name=admin/.test(row),
  )
  const user = Number(/^id=(\d+)$/m.exec(admin ?? '')?.[1])
  await runScript(source, rareRows({ user, space: Number(space.id) }))
})

test('every table of the store is copied, or stays behind for a reason', async () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const store = await freshPlace(engine)
    assert.equal((await callCli(['space', 'list', ...named(store)])).code, 0)
    const known = [...copiedTables.map(({ table }) => table), ...Object.keys(uncopiedTables)]
    assert.deepEqual(known.sort(), [...(await readWhole(store)).keys()].sort())
  }
})

test('from SQLite to PostgreSQL and back, each holds the same rows, and the copy serves', async () => {
  const [there, back] = [await freshPlace('postgres'), await freshPlace('sqlite')]
  await copy(source, there)
  await copy(there, back)
  const rows = await copiedRows(source)
  for (const [table, of] of rows) assert.notEqual(of.length, 0, `${table} tests nothing`)
  assert.deepEqual(await copiedRows(there), rows)
  assert.deepEqual(await copiedRows(back), rows)
  for (const store of [there, back]) {
    const whole = await readWhole(store)
    for (const table of ['sessions', 'rendered_versions', 'shown_api_tokens']) {
      assert.deepEqual(whole.get(table), [], `${table} stays behind`)
    }
    assert.deepEqual(
      whole.get('migrations')?.filter((row) => /copy/.test(row)),
      [],
      'no mark is left',
    )
    await assertServes(store)
  }
})

/** Tokens work, ids go on, pages are found by their words. */
async function assertServes(store: DatabaseOptions): Promise<void> {
  const highest = Math.max(...idsOf(await copiedRows(store)))
  const service = await startService(store, { args: ['--readers', 'anyone'] })
  const body = JSON.stringify({ ...validImport({ space }), pageTitle: 'After the move' })
  const { status, json } = await send(service.endpoint, body, { authorization: `Bearer ${token}` })
  assert.equal(status, 201, JSON.stringify(json))
  assert.ok(Number(json.page.id) > highest, `${json.page.id} comes after ${highest}`)
  await waitUntil('the index has all pages', async () => {
    const found = await (await fetch(`${service.url}/search?q=Moved`)).text()
    return found.includes('One page')
  })
  await service.end('SIGTERM')
}

function idsOf(rows: ReadonlyMap<string, readonly string[]>): number[] {
  return ['pages', 'users', 'api_tokens', 'audit_records'].flatMap((table) =>
    (rows.get(table) ?? []).map((row) => Number(/^id=(\d+)$/m.exec(row)?.[1])),
  )
}

describe('a copy that was killed', () => {
  let there: DatabaseOptions & { databaseUrl: string }
  before(async () => {
    there = (await freshPlace('postgres')) as typeof there
    await runScript(
      source,
      `insert into audit_records with recursive n (i) as (select 1 union all select i + 1 from n where i < 900)
        select i, i, 'a', 'b', 'c', 'd', '' from n`,
    )
    await killInTheMiddle()
  })

  /** Another transaction has a row in the middle of a table, which the copy waits for. */
  async function killInTheMiddle(): Promise<void> {
    const child = spawn(process.execPath, [mainFile, ...copyArgs(source, there)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let told = ''
    child.stderr.on('data', (text) => {
      told += text
    })
    await waitUntil('the copy is begun', () => told.includes('settings '))
    const blocker = new pg.Client({ connectionString: there.databaseUrl })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query(`insert into audit_records values (500, 1, '', '', '', '', '')`)
    const isBlocked = (): Promise<boolean> =>
      // Other databases of the server have waiting transactions of their own.
      askPostgres(
        there.databaseUrl,
        `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      ).then((waiting) => waiting.length > 0)
    await waitUntil('the copy waits', isBlocked)
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
    await blocker.query('rollback')
    await blocker.end()
  }

  test('opens for nobody, and for the copy of no other store', async () => {
    const [{ count }] = (await askPostgres(
      there.databaseUrl,
      'select count(*) as count from audit_records',
    )) as [{ count: string }]
    assert.ok(Number(count) > 0 && Number(count) < 900, `${count} rows are there`)
    for (const command of ['space list', 'migrate', 'token list', 'serve']) {
      const run = await callCli([...command.split(' '), ...named(there)])
      assert.equal(run.code, 1, command)
      assert.match(
        run.stderr,
        /is a copy that is not finished\. Run the same "markport store copy"/,
      )
    }
    const other = await freshPlace('sqlite')
    await callCli(['space', 'create', 'OTHER', 'Other', ...named(other)])
    const run = await callCli(copyArgs(other, there))
    assert.equal(run.code, 1)
    assert.match(run.stderr, /unfinished copy that is there is one of another store/)
  })

  test('says which row is not the same, and goes on once it is', async () => {
    await askPostgres(there.databaseUrl, "update users set email = 'else' where name = 'ann'")
    const run = await callCli(copyArgs(source, there))
    assert.equal(run.code, 1)
    assert.match(
      run.stderr,
      /not the same in the table users: \[\d+\]\. .* The store itself was not changed/,
    )
    await askPostgres(
      there.databaseUrl,
      `update users set email = '${await emailOf('ann')}' where name = 'ann'`,
    )
    await askPostgres(there.databaseUrl, "insert into settings values ('more', 'x')")
    const more = await callCli(copyArgs(source, there))
    assert.match(more.stderr, /not the same in the table settings: \d+ rows in place of \d+/)
    await askPostgres(there.databaseUrl, "delete from settings where name = 'more'")
    await copy(source, there)
    assert.deepEqual(await copiedRows(there), await copiedRows(source))
  })

  async function emailOf(name: string): Promise<string> {
    const row = (await copiedRows(source)).get('users')?.find((one) => one.includes(`name=${name}`))
    return /^email=(.*)$/m.exec(row ?? '')?.[1] as string
  }
})

describe('refused', () => {
  test('a store that is served, and nothing is made', async () => {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const [served, target] = [await freshPlace(engine), await freshPlace('postgres')]
      const service = await startService(served)
      const run = await callCli(copyArgs(served, target))
      await service.end('SIGTERM')
      assert.equal(run.code, 1)
      assert.match(run.stderr, /Another service runs|Stop the services on it/)
      assert.deepEqual([...(await readWhole(target)).keys()], [])
      await copy(served, target)
    }
  })

  test('a place that holds a store, the store itself, none, and what is no place', async () => {
    const held = await freshPlace('postgres')
    await callCli(['space', 'create', 'MINE', 'Mine', ...named(held)])
    const before = await readWhole(held)
    const run = async (to: DatabaseOptions, from = source): Promise<string> =>
      (await callCli(copyArgs(from, to))).stderr
    assert.match(await run(held), /There is a store already where the copy is to go/)
    assert.deepEqual(await readWhole(held), before)
    assert.match(await run(source), /names the store itself/)
    assert.match(
      await run(await freshPlace('sqlite'), await freshPlace('sqlite')),
      /There is no store/,
    )
    const wrong = await callCli(['store', 'copy', '--to', 'mysql://u:secret@h/d', ...named(source)])
    assert.equal(wrong.code, 2)
    assert.match(
      wrong.stderr,
      /^markport: --to: use postgres:\/\/user@host:port\/database, or a folder\.$/m,
    )
    assert.equal((await callCli(['store', 'copy', ...named(source)])).code, 2)
  })
})
