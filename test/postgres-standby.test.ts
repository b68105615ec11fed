/** A primary with a standby: what is confirmed by both, and what happens when one takes over. @module */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { DatabaseUnavailableError } from '../src/contract/errors.ts'
import { type Database, DatabaseRefusedError } from '../src/store/database.ts'
import { idAllocator } from '../src/store/ids.ts'
import { openPostgres, type PostgresOptions } from '../src/store/postgres/postgres.ts'
import { sql } from '../src/store/sql.ts'
import { waitUntil } from './support/base/wait-until.ts'
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from './support/postgres/replicated-postgres.ts'
import { callCli } from './support/service/run-cli.ts'
import { addSetting, increment } from './support/store/test-transactions.ts'

let cluster: ReplicatedPostgres
let url: string
const opened: Database[] = []

before(async () => {
  cluster = await startReplicatedPostgres()
  url = cluster.primaryStoreUrl()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})
after(async () => {
  await cluster.stop()
})

async function open(options: Partial<PostgresOptions> = {}): Promise<Database> {
  const database = await openPostgres({ url, ...options })
  opened.push(database)
  return database
}

/** The name that a standby has by itself. */
const standbyName = 'walreceiver'

async function setSynchronous(names: string, count: number): Promise<void> {
  const { primary } = cluster
  await primary.ask(`alter system set synchronous_standby_names = '${names}'`)
  await primary.ask('select pg_reload_conf()')
  await waitUntil('the servers stand so', async () => {
    const rows = await primary.ask(
      `select from pg_stat_replication
       where state = 'streaming' and sync_state in ('sync', 'quorum')`,
    )
    return rows.length === count
  })
}

test('refuses writes under --require-standby while no standby confirms them', async () => {
  await setSynchronous('', 0)
  const database = await open({ requireStandby: true })
  const write = (name: string): Promise<number> => database.write(addSetting, { name, value: 'x' })
  await assert.rejects(write('alone'), (error) => {
    assert.ok(error instanceof DatabaseUnavailableError)
    assert.match(error.message, /no standby would confirm the write/)
    return true
  })
  assert.match(String((await database.probe()).problem), /no standby/)
  assert.deepEqual(await database.read(sql`select name from settings where name = 'alone'`), [])
  await setSynchronous(standbyName, 1)
  await waitUntil('the store is well', async () => database.problem === undefined)
  await write('together')
  assert.deepEqual(await database.probe(), { problem: undefined, synchronousStandbys: 1 })
})

test('says what to grant when --require-standby cannot see the standbys', async () => {
  await cluster.primary.ask(`create role blind login password 'secret'`)
  await cluster.primary.ask('create database of_blind owner blind')
  const { host } = new URL(url)
  const refused = open({ url: `postgres://blind:secret@${host}/of_blind`, requireStandby: true })
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof DatabaseRefusedError)
    assert.match(error.message, /grant pg_monitor/)
    return true
  })
})

test('doctor tells a standby that confirms commits from one that is only configured', async () => {
  await setSynchronous(standbyName, 1)
  await callCli(['license', 'show', '--database-url', url])
  const fine = await callCli(['doctor', '--database-url', url])
  assert.match(fine.stdout, /on a standby \(1 connected\)/)
  assert.equal(fine.code, 0, fine.stdout)
  await setSynchronous('ghost', 0)
  const wrong = await callCli(['doctor', '--database-url', url])
  assert.match(wrong.stdout, /✗ durability: no import can be acknowledged: .* ghost/)
  assert.match(wrong.stdout, /Start that standby/)
  assert.equal(wrong.code, 1)
  await setSynchronous('', 0)
})

test('finds the server that takes writes, and gives no id twice although it lost the last ones', async () => {
  await setSynchronous('', 0)
  const { primary, standby } = cluster
  const { username, password } = new URL(url)
  const hosts = [standby, primary].map((server) => new URL(server.url).host).join(',')
  const database = await open({ url: `postgres://${username}:${password}@${hosts}/store` })
  await database.write(increment, { name: 'counter' })
  const [{ at: position }] = await primary.ask('select pg_current_wal_lsn() as at')
  await waitUntil('the servers stand so', async () => {
    const replayed = `select pg_last_wal_replay_lsn() >= '${position}' as is_there`
    return (await standby.ask(replayed))[0].is_there
  })
  // The standby gets nothing more, so reservations are lost with the primary.
  await standby.ask(`alter system set primary_conninfo = ''`)
  await standby.ask('select pg_reload_conf()')
  await waitUntil('the servers stand so', async () => {
    const rows = await primary.ask('select from pg_stat_replication')
    return rows.length === 0
  })
  const kept = idAllocator(database)
  const given = new Set<number>()
  for (let count = 0; count < 250; count += 1) given.add(await kept.nextId())
  const [lost] = await database.read<{ next_id: number }>(
    sql`select next_id from id_blocks where name = 'ids'`,
  )
  await primary.stop()
  await standby.promote()
  await waitUntil(
    'writes are confirmed',
    async () => (await database.probe()).problem === undefined,
  )
  const [found] = await database.read<{ next_id: number }>(
    sql`select max(next_id) as next_id from id_blocks where name = 'ids'`,
  )
  assert.ok(Number(found?.next_id) < Number(lost?.next_id), 'the reservation was lost')
  const fresh = idAllocator(database)
  for (let count = 0; count < 250; count += 1) {
    for (const ids of [kept, fresh]) {
      const id = await ids.nextId()
      assert.ok(!given.has(id), `${id} was given before`)
      given.add(id)
    }
  }
})
