/** What PostgreSQL gets late it refuses: nothing older comes behind what was acknowledged. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openLog } from '../src/contract/base/log.ts'
import { DatabaseUnavailableError, UnknownOutcomeError } from '../src/contract/errors.ts'
import { type RunningServer, startServer } from '../src/server/service/server.ts'
import type { DatabaseOptions } from '../src/store/open-database.ts'
import { sql } from '../src/store/sql.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { type LateCommitReport, posterTo, runLateCommits } from './support/loss/late-commits.ts'
import { type Holding, startDatabaseProxy } from './support/network/database-proxy.ts'
import { createTestDatabase, stopOwnCluster } from './support/postgres/test-postgres.ts'
import { type PreparedStore, prepareStore } from './support/prepared-store.ts'
import { defaultOptions } from './support/service/test-server.ts'
import { testPool } from './support/service/test-workers.ts'
import { openTestDatabase } from './support/store/shared-writer.ts'
import { addAtOnce, type Setting } from './support/store/test-transactions.ts'

let place: { url: string; drop(): Promise<void> }
let store: PreparedStore
let direct: RunningServer

before(async () => {
  place = await createTestDatabase()
  store = await prepareStore({ databaseUrl: place.url })
  direct = await start({ databaseUrl: place.url })
})
after(async () => {
  await direct.stop()
  await store.database.close()
  await place.drop()
  await stopOwnCluster()
})

const bounds = { writeLimitMs: 1_000, commitLimitMs: 1_000, probeLimitMs: 500 }

function start(database: DatabaseOptions): Promise<RunningServer> {
  return startServer(
    { ...defaultOptions, database },
    { clock: () => new Date(), log: openLog('silent', { write() {} }), workers: testPool },
  )
}

/** A service whose clients are cut stops writing after the first, so each round has fewer. */
const wanted: Readonly<Record<Holding, number>> = { silent: 12, cut: 4 }

async function tryOn(holding: Holding): Promise<LateCommitReport> {
  const proxy = await startDatabaseProxy(place.url)
  const held = await start({ databaseUrl: proxy.url, bounds })
  try {
    return await runLateCommits({
      old: posterTo(held.endpoint, store),
      newer: posterTo(direct.endpoint, store),
      holdUp: () => proxy.hold(holding),
      letGo: proxy.release,
      pages: 12,
      isEnough: ({ unknown }) => unknown >= wanted[holding],
    })
  } finally {
    await held.stop()
    await proxy.stop()
  }
}

for (const holding of ['silent', 'cut'] as const) {
  test(`never lets a held import come behind a newer one: clients are ${holding}`, async () => {
    const { unknown, overwritten, withoutInstant } = await tryOn(holding)
    assert.ok(unknown >= wanted[holding])
    assert.deepEqual({ overwritten, withoutInstant }, { overwritten: 0, withoutInstant: 0 })
  })
}

test('writes nothing of a transaction whose caller waits no more', async () => {
  const { database } = store
  const late = { name: 'late', value: 'x' } satisfies Setting
  await assert.rejects(
    database.write(addAtOnce, late, { untilMs: performance.now() }),
    DatabaseUnavailableError,
  )
  assert.deepEqual(await database.read(sql`select value from settings where name = 'late'`), [])
})

for (const isWithoutEnds of [false, true]) {
  const what = isWithoutEnds
    ? 'takes a late commit that has no end (control)'
    : 'refuses a late commit'
  test(`the server ${what}`, async () => {
    const proxy = await startDatabaseProxy(place.url, { isWithoutEnds })
    const database = await openTestDatabase({ databaseUrl: proxy.url, bounds })
    const name = `held ${isWithoutEnds}`
    try {
      // Whatever a connection begins with has arrived before anything is held up.
      await database.write(addAtOnce, { name: `before ${name}`, value: 'x' })
      proxy.hold('silent')
      const untilMs = performance.now() + bounds.writeLimitMs
      await assert.rejects(
        database.write(addAtOnce, { name, value: 'x' }, { untilMs }),
        UnknownOutcomeError,
      )
      await waitUntil('its end has passed', async () => performance.now() > untilMs + 100)
      await proxy.release()
      const rows = await store.database.read(sql`select value from settings where name = ${name}`)
      assert.equal(rows.length, isWithoutEnds ? 1 : 0)
    } finally {
      await database.close()
      await proxy.stop()
    }
  })
}

const heldCommit = `
  create function hold_commit() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
  create constraint trigger hold_commit after insert on page_versions
    deferrable initially deferred for each row
    when (new.title = 'Held' and new.number = 2) execute function hold_commit()`

test('lets nothing newer of a page come before a commit that stands still', async () => {
  const holder = new pg.Client({ connectionString: place.url })
  await holder.connect()
  await holder.query(heldCommit)
  const patient = { writeLimitMs: 60_000, commitLimitMs: 60_000 }
  const held = await start({ databaseUrl: place.url, bounds: patient })
  const post = posterTo(held.endpoint, store)
  const fields = { pageTitle: 'Held', overwrite: true }
  const waits = (event: string) => async (): Promise<boolean> => {
    const { rowCount } = await holder.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event = '${event}'`,
    )
    return rowCount === 1
  }
  try {
    assert.equal((await post({ ...fields, content: 'first' })).status, 201)
    await holder.query('select pg_advisory_lock(1)')
    const settled: string[] = []
    const older = post({ ...fields, content: 'older' }).finally(() => settled.push('older'))
    await waitUntil('the older commit stands still', waits('advisory'))
    const following = posterTo(
      direct.endpoint,
      store,
    )({ ...fields, content: 'newer' }).finally(() => settled.push('newer'))
    await waitUntil('the newer import waits', waits('transactionid'))
    // Control: another page is not blocked.
    assert.equal((await posterTo(direct.endpoint, store)({ pageTitle: 'Free' })).status, 201)
    assert.deepEqual(settled, [])
    await holder.query('select pg_advisory_unlock(1)')
    const outcomes = [await older, await following].map(({ json }) => json.key)
    assert.deepEqual(outcomes, ['updated', 'updated'])
    assert.equal((await post({ ...fields, content: 'newer' })).json.key, 'unchanged')
  } finally {
    await holder.end()
    await held.stop()
  }
})
