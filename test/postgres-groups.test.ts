/** Transactions that share a commit on PostgreSQL: they travel together, and none hurts another. @module */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { type Database, UniqueViolationError } from '../src/store/database.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import { sql } from '../src/store/sql.ts'
import { createTestDatabase, stopOwnCluster } from './support/postgres/test-postgres.ts'
import {
  addAtOnce,
  addSetting,
  increment,
  incrementAtOnce,
} from './support/store/test-transactions.ts'

let place: { url: string; drop(): Promise<void> }
let database: Database
let number = 0

before(async () => {
  place = await createTestDatabase()
  database = await openPostgres({ url: place.url })
})
afterEach(() => {
  number += 1
})
after(async () => {
  await database.close()
  await place.drop()
  await stopOwnCluster()
})

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${number}-${index}`)
}

async function countTransactions(): Promise<number> {
  const [row] = await database.read<{ count: number }>(sql`
    select count(distinct cast(xmin as text)) as count from settings
    where name like ${`${number}-%`}`)
  return Number(row?.count)
}

async function countOf(name: string): Promise<number> {
  const [row] = await database.read<{ next_id: number }>(sql`
    select next_id from id_blocks where name = ${name}`)
  return row?.next_id ?? 0
}

test('lets writes that come at once share transactions', async () => {
  await Promise.all(names(200).map((name) => database.write(addAtOnce, { name, value: 'x' })))
  assert.ok((await countTransactions()) < 50, `${await countTransactions()} transactions`)
})

test('gives each its own where each waits for the last, and of another kind (controls)', async () => {
  for (const name of names(5)) await database.write(addAtOnce, { name, value: 'x' })
  assert.equal(await countTransactions(), 5)
  number += 1
  await Promise.all(names(20).map((name) => database.write(addSetting, { name, value: 'x' })))
  assert.equal(await countTransactions(), 20)
})

test('refuses a member that fails, and it alone', async () => {
  const all = names(40)
  const taken = all[17] as string
  await database.write(addAtOnce, { name: taken, value: 'first' })
  const settled = await Promise.allSettled(
    all.map((name) => database.write(addAtOnce, { name, value: 'second' })),
  )
  const refused = settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
  assert.deepEqual(refused, [17])
  assert.ok((settled[17] as PromiseRejectedResult).reason instanceof UniqueViolationError)
  const rows = await database.read<{ name: string; value: string }>(sql`
    select name, value from settings where name like ${`${number}-%`}`)
  assert.equal(rows.length, 40)
  assert.deepEqual(
    rows.filter(({ value }) => value === 'first').map(({ name }) => name),
    [taken],
  )
})

test('sends values of any length as they are', async () => {
  const letters = 'a\u00e9\u20ac\u{1f600}'
  const texts = [0, 1, 1_000, 4_096, 16_384, 100_000].map((length) => letters.repeat(length))
  for (const text of texts) {
    const bytes = new Uint8Array(Buffer.from(text))
    const [answer] = await database.read(sql`
      select ${text} as text, cast(${null} as text) as nothing, cast(${bytes} as text) as bytes,
        cast(${Number.MAX_SAFE_INTEGER} as bigint) as greatest`)
    const greatest = Number.MAX_SAFE_INTEGER
    assert.deepEqual(answer, { text, nothing: null, bytes: text, greatest })
  }
})

test('gives each member its own rows', async () => {
  const [name = ''] = names(1)
  const counts = await Promise.all(
    Array.from({ length: 100 }, () => database.write(incrementAtOnce, { names: [name] })),
  )
  const seen = counts.flat().sort((a, b) => a - b)
  assert.deepEqual(
    seen,
    Array.from({ length: 100 }, (_, index) => index + 1),
  )
})

test('lets nobody wait for a lock that another member waits for', async () => {
  const [locked = '', ...free] = names(30)
  await database.write(increment, { name: locked })
  const holder = new pg.Client({ connectionString: place.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from id_blocks where name = $1 for update', [locked])
  let isDone = false
  const waits = database.write(incrementAtOnce, { names: [locked] }).finally(() => (isDone = true))
  await Promise.all(free.map((name) => database.write(incrementAtOnce, { names: [name] })))
  assert.equal(isDone, false)
  await holder.query('commit')
  assert.deepEqual(await waits, [2])
  await holder.end()
})

test('goes on when members lock the same rows in opposite orders', async () => {
  const [one = '', other = ''] = names(2)
  const pairs = Array.from({ length: 200 }, (_, index) =>
    index % 3 === 0 ? [one, other] : [other, one],
  )
  await Promise.all(pairs.map((pair) => database.write(incrementAtOnce, { names: pair })))
  assert.deepEqual([await countOf(one), await countOf(other)], [200, 200])
})
