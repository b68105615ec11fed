/** What waits for a SQLite store's lock beyond its end is not written, whoever held the lock. @module */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { DatabaseUnavailableError } from '../src/contract/errors.ts'
import type { Database, WriteOptions } from '../src/store/database.ts'
import { storeFileName } from '../src/store/open-database.ts'
import { sql } from '../src/store/sql.ts'
import { machineMs } from '../src/store/sqlite/run-sqlite-writer.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { started } from './support/service/started.ts'
import { startTestServer } from './support/service/test-server.ts'
import { increment, putSetting, runUntil } from './support/store/test-transactions.ts'

const folder = temporaryFolder()
const server = started(
  () => startTestServer({ dataDirectory: folder }),
  async () => {
    database = server.database
    other = new DatabaseSync(join(folder, storeFileName))
  },
)
let database: Database
let other: DatabaseSync

after(async () => {
  other.close()
})

async function writeBehindLock(
  name: string,
  options: WriteOptions,
): Promise<PromiseSettledResult<void>[]> {
  const isOver = performance.now() + 100
  other.exec('begin immediate')
  const older = Promise.allSettled([database.write(putSetting, { name, value: 'older' }, options)])
  await waitUntil('its time is over', () => performance.now() > isOver)
  other.exec(`insert into settings (name, value) values ('${name}', 'newer'); commit`)
  return older
}

async function settingOf(name: string): Promise<unknown> {
  const [row] = await database.read(sql`select value from settings where name = ${name}`)
  return row?.value
}

test('writes nothing of what waited for a lock beyond its end', async () => {
  const [older] = await writeBehindLock('ended', { untilMs: performance.now() + 50 })
  assert.ok(older?.status === 'rejected' && older.reason instanceof DatabaseUnavailableError)
  assert.equal(await settingOf('ended'), 'newer')
})

test('writes the others of a group in which the time of one ran out', async () => {
  const untilMs = performance.now() + 300
  // They share a commit, and the third outlasts the second's deadline.
  const [first, late, slow, last] = await Promise.allSettled([
    database.write(increment, { name: 'group' }),
    database.write(putSetting, { name: 'late', value: 'x' }, { untilMs }),
    database.write(runUntil, { machineMs: machineMs() + (untilMs - performance.now()) }),
    database.write(increment, { name: 'group' }),
  ])
  assert.ok(late.status === 'rejected' && late.reason instanceof DatabaseUnavailableError)
  assert.equal(slow.status, 'fulfilled')
  assert.deepEqual(
    [first, last].map((one) => one.status === 'fulfilled' && one.value),
    [1, 2],
  )
  assert.equal(await settingOf('late'), undefined)
})

test('never shows an import that was refused behind a lock, once a newer one is there', async () => {
  const fields = { pageTitle: 'Locked', overwrite: true }
  assert.equal((await server.post({ ...fields, content: 'first' })).status, 201)
  other.exec('begin immediate')
  const older = await server.post({ ...fields, content: 'older' })
  other.exec('rollback')
  assert.equal(older.status, 503)
  const newer = await server.post({ ...fields, content: 'newer' })
  assert.equal(newer.json.key, 'updated')
  assert.deepEqual(await database.probe(), { problem: undefined })
  assert.equal((await server.post({ ...fields, content: 'newer' })).json.key, 'unchanged')
})
