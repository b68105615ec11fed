/** SQLite stores that are copied into a PostgreSQL: whole, verified, or not at all. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { uncopiedTables } from '../../src/store/copy-store.ts'
import type { DatabaseOptions } from '../../src/store/open-database.ts'
import { lockForServing } from '../../src/store/sqlite/store-folder.ts'
import type { Space } from '../../src/wiki/import/target-wiki.ts'
import { packVersions } from '../../src/wiki/store/pack-versions.ts'
import { waitUntil } from '../support/base/wait-until.ts'
import { useEverything } from '../support/delivery/use-everything.ts'
import { askPostgres } from '../support/postgres/postgres-node.ts'
import { stopOwnCluster } from '../support/postgres/test-postgres.ts'
import { callCli, mainFile } from '../support/service/run-cli.ts'
import { send, serveStore, startTestServer, validImport } from '../support/service/test-server.ts'
import { openTestDatabase } from '../support/store/shared-writer.ts'
import { rareRows, readWhole, runScript } from '../support/store/store-contents.ts'
import { createTestStore, type EngineName } from '../support/store/test-engines.ts'

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
  'store',
  'copy',
  '--to',
  placeOf(to),
  ...named(from),
]

async function copiedRows(store: DatabaseOptions): Promise<Map<string, string[]>> {
  const whole = await readWhole(store)
  const settings = (whole.get('settings') ?? []).filter((row) => !row.includes('search-index'))
  for (const table of uncopiedTables) whole.delete(table)
  return whole.set('settings', settings)
}

let source: DatabaseOptions
let token: string
let space: Space
before(async () => {
  source = await freshPlace('sqlite')
  const server = await startTestServer(source, { readers: 'users' })
  await useEverything(server)
  await packVersions(server.database, async () => {})
  await server.stop()
  ;({ token, space } = server)
  const [admin] = ((await readWhole(source)).get('users') ?? []).filter((row) =>
    /name=admin/.test(row),
  )
  const user = Number(/^id=(\d+)$/m.exec(admin ?? '')?.[1])
  await runScript(source, rareRows({ user, space: Number(space.id) }))
})

test('the copy holds the same rows, and serves', async () => {
  const there = await freshPlace('postgres')
  const { code, stderr } = await callCli(copyArgs(source, there))
  assert.equal(code, 0, stderr)
  const rows = await copiedRows(source)
  for (const [table, of] of rows) assert.notEqual(of.length, 0, `${table} tests nothing`)
  assert.deepEqual(await copiedRows(there), rows)
  const whole = await readWhole(there)
  for (const table of ['sessions', 'rendered_versions']) {
    assert.deepEqual(whole.get(table), [], `${table} stays behind`)
  }
  await assertServes(there)
})

async function assertServes(store: DatabaseOptions): Promise<void> {
  const highest = Math.max(...idsOf(await copiedRows(store)))
  const service = await serveStore(store)
  const body = JSON.stringify({ ...validImport({ space }), pageTitle: 'After the move' })
  const { status, json } = await send(service.endpoint, body, { authorization: `Bearer ${token}` })
  assert.equal(status, 201, JSON.stringify(json))
  assert.ok(Number(json.page.id) > highest, `${json.page.id} comes after ${highest}`)
  await waitUntil('the index has all pages', async () => {
    const found = await (await fetch(`${service.url}/search?q=Moved`)).text()
    return found.includes('One page')
  })
  await service.stop()
}

function idsOf(rows: ReadonlyMap<string, readonly string[]>): number[] {
  return ['pages', 'users', 'tokens', 'audit_records'].flatMap((table) =>
    (rows.get(table) ?? []).map((row) => Number(/^id=(\d+)$/m.exec(row)?.[1])),
  )
}

test('of a copy that was killed nothing is left, and the next is whole', async () => {
  const there = (await freshPlace('postgres')) as { databaseUrl: string }
  await openAndClose(there)
  const blocker = new pg.Client({ connectionString: there.databaseUrl })
  await blocker.connect()
  // An open transaction holds a row, so the copy waits in the middle of a table.
  await blocker.query('begin')
  await blocker.query(`insert into user_groups values (70, 'x', 'x', 1)`)
  const child = spawn(process.execPath, [mainFile, ...copyArgs(source, there)], { stdio: 'ignore' })
  const ended = once(child, 'close')
  await waitUntil('the copy waits', async () => {
    const waiting = await askPostgres(
      there.databaseUrl,
      `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return waiting.length > 0
  })
  child.kill('SIGKILL')
  await ended
  await blocker.query('rollback')
  await blocker.end()
  await waitUntil('the server has ended it', async () => {
    const others = await askPostgres(
      there.databaseUrl,
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return others.length === 0
  })
  for (const [table, rows] of await copiedRows(there)) assert.deepEqual(rows, [], table)
  const again = await callCli(copyArgs(source, there))
  assert.equal(again.code, 0, again.stderr)
  assert.deepEqual(await copiedRows(there), await copiedRows(source))
})

test('a row that does not arrive as it was is named, and nothing is kept', async () => {
  const there = (await freshPlace('postgres')) as { databaseUrl: string }
  await openAndClose(there)
  const spoil = (body: string): Promise<unknown> =>
    askPostgres(
      there.databaseUrl,
      `create or replace function spoil() returns trigger language plpgsql as $$ begin ${body} end $$;
      create or replace trigger spoil before insert on users for each row execute function spoil()`,
    )
  await spoil(`new.email = 'else'; return new;`)
  const changed = await callCli(copyArgs(source, there))
  assert.equal(changed.code, 1)
  assert.match(changed.stderr, /not the same in the table users: \[\d+\]\. Nothing of it is kept/)
  await spoil('return null;')
  const lost = await callCli(copyArgs(source, there))
  assert.match(lost.stderr, /not the same in the table users: \[\d+\]/)
  for (const [table, rows] of await copiedRows(there)) assert.deepEqual(rows, [], table)
})

async function openAndClose(place: DatabaseOptions): Promise<void> {
  await (await openTestDatabase(place)).close()
}

describe('refused', () => {
  test('a store that is served, and nothing is made', async () => {
    const [served, target] = [await freshPlace('sqlite'), await freshPlace('postgres')]
    await openAndClose(served)
    const lock = lockForServing(served)
    const run = await callCli(copyArgs(served, target))
    lock?.release()
    assert.equal(run.code, 1)
    assert.match(run.stderr, /Another service runs/)
    assert.deepEqual([...(await readWhole(target)).keys()], [])
  })

  test('a place that holds a store, a store that is not there, and what is no place', async () => {
    const held = await freshPlace('postgres')
    await callCli(['migrate', ...named(held)])
    const before = await readWhole(held)
    const run = await callCli(copyArgs(source, held))
    assert.match(run.stderr, /There is a store already where the copy is to go/)
    assert.deepEqual(await readWhole(held), before)
    const none = await callCli(copyArgs(await freshPlace('sqlite'), await freshPlace('postgres')))
    assert.match(none.stderr, /[Tt]here is no store/)
    for (const place of ['mysql://u:secret@h/d', '/folder']) {
      const wrong = await callCli(['store', 'copy', '--to', place, ...named(source)])
      assert.equal(wrong.code, 2)
      assert.match(wrong.stderr, /^markport: --to: use postgres:\/\/user@host:port\/database\.$/m)
    }
    assert.equal((await callCli(['store', 'copy', ...named(source)])).code, 2)
  })
})
