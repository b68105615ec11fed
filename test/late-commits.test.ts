/** What PostgreSQL gets late it refuses: nothing older comes behind what was acknowledged. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/database/sql.ts'
import { DatabaseUnavailableError } from '../src/errors.ts'
import { openLog } from '../src/log.ts'
import { startServer } from '../src/service/server.ts'
import { type Holding, startHoldingProxy } from './support/holding-proxy.ts'
import { type LateCommitReport, posterTo, runLateCommits } from './support/late-commits.ts'
import { type PreparedStore, prepareStore } from './support/prepared-store.ts'
import { type ServiceProcess, startService } from './support/service-process.ts'
import { createTestDatabase, stopOwnCluster } from './support/test-postgres.ts'
import { defaultOptions } from './support/test-server.ts'
import { addAtOnce, type Setting } from './support/test-transactions.ts'
import { testPool } from './support/test-workers.ts'

let place: { url: string; drop(): Promise<void> }
let store: PreparedStore
/** A process with a way of its own to the database. */
let direct: ServiceProcess

before(async () => {
  place = await createTestDatabase()
  store = await prepareStore({ databaseUrl: place.url })
  direct = await startService({ databaseUrl: place.url })
})
after(async () => {
  await direct.end('SIGTERM')
  await store.database.close()
  await place.drop()
  await stopOwnCluster()
})

/** Short, so that the test is; what comes in time has as long as ever. */
const bounds = { writeLimitMs: 1_000, commitLimitMs: 1_000, probeLimitMs: 500 }

async function tryOn(holding: Holding, isWithoutEnds: boolean): Promise<LateCommitReport> {
  const proxy = await startHoldingProxy(place.url, { isWithoutEnds })
  const held = await startServer(
    { ...defaultOptions, database: { databaseUrl: proxy.url, bounds } },
    { clock: () => new Date(), log: openLog('silent', { write() {} }), workers: testPool },
  )
  try {
    return await runLateCommits({
      old: posterTo(held.endpoint, store),
      newer: posterTo(direct.endpoint, store),
      holdUp: () => proxy.hold(holding),
      letGo: proxy.release,
      pages: 12,
      wanted: 12,
    })
  } finally {
    await held.stop()
    await proxy.stop()
  }
}

for (const holding of ['silent', 'cut'] as const) {
  test(`never lets a held import come behind a newer one: clients are ${holding}`, async () => {
    const { unknown, overwritten, withoutInstant } = await tryOn(holding, false)
    assert.ok(unknown >= 12)
    assert.deepEqual({ overwritten, withoutInstant }, { overwritten: 0, withoutInstant: 0 })
  })
}

test('overwrites newer imports without the ends of transactions (control)', async () => {
  const { unknown, overwritten } = await tryOn('silent', true)
  assert.equal(overwritten, unknown)
})

test('writes nothing of a transaction whose caller waits no more', async () => {
  const { database } = store
  const late = { name: 'late', value: 'x' } satisfies Setting
  await assert.rejects(
    database.write(addAtOnce, late, { untilMs: performance.now() }),
    DatabaseUnavailableError,
  )
  assert.deepEqual(await database.read(sql`select value from settings where name = 'late'`), [])
})
