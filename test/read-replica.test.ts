/** Pages read from a replica: nobody sees less than what was written, whatever befalls the replica. @module */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { spaceAccess } from '../src/auth/access.ts'
import type { Database } from '../src/database/database.ts'
import { idAllocator } from '../src/database/ids.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { readFromReplica } from '../src/database/replica/read-from-replica.ts'
import { type Statement, sql } from '../src/database/sql.ts'
import { seededRandom } from './support/base/seeded-random.ts'
import { generousMs, waitUntil } from './support/base/wait-until.ts'
import { webClient } from './support/browser/web-client.ts'
import { startTcpProxy } from './support/network/tcp-proxy.ts'
import { askPostgres } from './support/postgres/postgres-node.ts'
import {
  createTestDatabase,
  startPostgres,
  type TestPostgres,
} from './support/postgres/test-postgres.ts'
import { userPassword } from './support/prepared-store.ts'
import { runCli } from './support/service/run-cli.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'
import { increment } from './support/store/test-transactions.ts'

let primary: TestPostgres
let standby: TestPostgres
let url: string
let replicaUrl: string
let server: TestServer
/** On the standby's switches. */
let hand: pg.Client
const opened: Pick<Database, 'close'>[] = []

before(async () => {
  primary = await startPostgres()
  url = await primary.createDatabase('wiki')
  standby = await primary.startStandby('replica')
  replicaUrl = at(standby, 'wiki')
  hand = new pg.Client({ connectionString: standby.url })
  await hand.connect()
  server = await startTestServer(
    { databaseUrl: url },
    { readDatabaseUrl: replicaUrl, readers: 'users', metrics: { token: 'figures' } },
  )
})
afterEach(async () => {
  await resume()
  for (const one of opened.splice(0)) await one.close()
})
after(async () => {
  await server.stop()
  await hand.end()
  await standby.stop()
  await primary.stop()
})

function at(cluster: TestPostgres, name: string): string {
  return cluster.url.replace(/\/postgres$/, `/${name}`)
}

function keep<T extends Pick<Database, 'close'>>(one: T): T {
  opened.unshift(one)
  return one
}

/** A store read by way of a replica, which a busy machine has as long as it takes, and what became of that. */
async function openReading(address = replicaUrl, limitMs: number = generousMs) {
  const database = keep(await openPostgres({ url }))
  const counts = { replica: 0, primary: 0 }
  const changes: string[] = []
  const reading = keep(
    readFromReplica(database, {
      url: address,
      ...{ intervalMs: 5, limitMs },
      onRead: (from) => {
        counts[from] += 1
      },
      onChange: (problem) => changes.push(problem?.message ?? 'in use'),
    }),
  )
  return { database, reading, counts, changes }
}

const pause = (): Promise<unknown> => hand.query('select pg_wal_replay_pause()')
const resume = (): Promise<unknown> =>
  hand.query('select pg_wal_replay_resume() where pg_is_in_recovery()')

const counter = (name: string): Statement => sql`select next_id from id_blocks where name = ${name}`

test('reads what another process has just written, with the replay held up at random', async () => {
  const { reading, counts, changes } = await openReading()
  const writer = keep(await openPostgres({ url }))
  const straight = keep(await openPostgres({ url: replicaUrl, schema: 'leave' }))
  await waitUntil('in use', () => changes.at(-1) === 'in use')
  const random = seededRandom(19)
  let stale = 0
  for (let pair = 1; pair <= 1_000; pair += 1) {
    if (pair % 10 === 0) await (random() < 0.3 ? pause() : resume())
    const written = await writer.write(increment, { name: 'counter' })
    const [[row], [unchecked]] = await Promise.all([
      reading.read(counter('counter')),
      straight.read(counter('counter')),
    ])
    assert.equal(row?.next_id, written, `pair ${pair}`)
    if (unchecked?.next_id !== written) stale += 1
  }
  // The control: without the question for the position some would have been stale.
  assert.ok(stale > 0)
  assert.ok(counts.replica > 0, JSON.stringify(counts))
  assert.ok(counts.primary > 0, JSON.stringify(counts))
})

test('asks for many reads at once as for one', async () => {
  const { reading, counts, changes } = await openReading()
  await waitUntil('in use', () => changes.at(-1) === 'in use')
  const readAll = async (): Promise<boolean> => {
    const before = counts.replica
    const rows = await Promise.all(
      Array.from({ length: 50 }, (_, value) =>
        reading.read<{ value: number }>(sql`select cast(${value} as integer) as value`),
      ),
    )
    assert.deepEqual(
      rows.map(([row]) => row?.value),
      Array.from(rows.keys()),
    )
    return counts.replica === before + 50
  }
  // A busy replica may be behind for a moment.
  await waitUntil('all are read from the replica', readAll)
})

test('leaves a replica that does not answer alone, but for one look after the other', async () => {
  const proxy = await startTcpProxy()
  proxy.aim(Number(new URL(standby.url).port))
  const address = replicaUrl.replace(/:\d+\//, `:${proxy.port}/`)
  const { reading, counts, changes } = await openReading(address, 1_000)
  await waitUntil('in use', () => changes.at(-1) === 'in use')
  await reading.read(sql`select 1`)
  proxy.pause()
  await reading.read(sql`select 1`)
  assert.deepEqual(changes.slice(1), ['the replica did not answer in time'])
  assert.deepEqual(counts, { replica: 1, primary: 1 })
  for (let count = 0; count < 100; count += 1) await reading.read(sql`select 1`)
  assert.deepEqual(counts, { replica: 1, primary: 101 })
  proxy.cut()
  proxy.resume()
  await waitUntil('in use again', () => changes.at(-1) === 'in use')
  await reading.read(sql`select 1`)
  assert.equal(counts.replica, 2)
  proxy.cut()
  await proxy.stop()
  await reading.read(sql`select 1`)
  assert.equal(counts.primary, 102)
})

test('believes no server of another cluster, and doctor says so', async () => {
  const other = await createTestDatabase()
  try {
    const decoy = await askPostgres(other.url, 'create table id_blocks (name text, next_id bigint)')
    assert.deepEqual(decoy, [])
    await askPostgres(other.url, `insert into id_blocks values ('decoy', 666)`)
    const { reading, counts, changes } = await openReading(other.url)
    await waitUntil('looked at', () => changes.length > 0)
    assert.deepEqual(changes, ['it is a server of another cluster'])
    assert.deepEqual(await reading.read(counter('decoy')), [])
    assert.deepEqual(counts, { replica: 0, primary: 1 })
    // The control: it answers whoever believes it.
    const straight = keep(await openPostgres({ url: other.url, schema: 'leave' }))
    assert.equal((await straight.read(counter('decoy')))[0]?.next_id, 666)
    const store = ['--database-url', url, '--read-database-url']
    const wrong = await runCli(['doctor', ...store, other.url])
    assert.match(wrong.stdout, /✗ replica: it is a server of another cluster/)
    assert.equal(wrong.code, 1)
    const fine = await runCli(['doctor', ...store, replicaUrl])
    assert.match(fine.stdout, /✓ replica: a standby of this store, \d+ bytes behind/)
    assert.match((await runCli(['doctor', ...store, url])).stdout, /✗ replica: it is no standby/)
  } finally {
    await other.drop()
  }
})

test('the option goes with PostgreSQL only, and its password is shown nowhere', async () => {
  const option = ['--read-database-url', 'postgres://me:secret@one,,two/wiki']
  const alone = await runCli(['serve', ...option])
  assert.equal(alone.code, 2)
  assert.match(alone.stderr, /--read-database-url goes with --database-url only/)
  for (const command of ['serve', 'doctor']) {
    const { code, stdout, stderr } = await runCli([command, '--database-url', url, ...option])
    assert.notEqual(code, 0)
    assert.match(stdout + stderr, /--read-database-url: .*comma/)
    assert.doesNotMatch(stdout + stderr, /secret/)
  }
})

test('the service reads pages from it, says so, and is ready without it', async () => {
  const { status, json } = await server.post({ pageTitle: 'Read elsewhere' })
  assert.equal(status, 201)
  await server.createUser('ann', { isAdministrator: true })
  const ann = webClient(server.url)
  await ann.signIn('ann', userPassword)
  await waitUntil('read from the replica', async () => {
    assert.match((await ann.get(new URL(json.page.url).pathname)).html, /Read elsewhere/)
    return /^markport_replica_reads_total\{server="replica"\} [1-9]/m.test(await figures())
  })
  assert.match(await figures(), /^markport_replica_in_use 1$/m)
  await pause()
  for (let version = 1; version <= 3; version += 1) {
    const content = `words of version ${version}`
    await server.post({ pageTitle: 'Read elsewhere', overwrite: true, content })
    assert.match((await ann.get(new URL(json.page.url).pathname)).html, new RegExp(content))
  }
  await waitUntil('said', async () => /^markport_replica_in_use 0$/m.test(await figures()))
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
})

async function figures(): Promise<string> {
  const headers = { authorization: 'Bearer figures' }
  return (await fetch(`${server.url}/metrics`, { headers })).text()
}

test('who may no longer read does not read on from a replica that has not heard of it', async () => {
  const { json } = await server.post({ pageTitle: 'For some' })
  const bob = await server.createUser('bob')
  await server.grant(bob, server.space, 'read')
  const client = webClient(server.url)
  await client.signIn('bob', userPassword)
  const path = new URL(json.page.url).pathname
  assert.equal((await client.get(path)).status, 200)
  await pause()
  const access = spaceAccess(server.database, idAllocator(server.database), () => new Date())
  await access.revoke({ userId: bob.id, spaceId: Number(server.space.id), revokedBy: 'test' })
  assert.equal((await client.get(path)).status, 404)
  assert.doesNotMatch((await client.get('/search?q=some')).html, /For some/)
  // The control: the replica, asked by itself, still lets bob in.
  const straight = keep(await openPostgres({ url: replicaUrl, schema: 'leave' }))
  const granted = sql`select access from space_access where user_id = ${bob.id}`
  assert.deepEqual(await straight.read(granted), [{ access: 'read' }])
})

test('finds the standby among several servers, in any order, as the address asks', async () => {
  const [one, two] = [new URL(primary.url), new URL(replicaUrl)].map(({ host }) => host)
  const address = (hosts: string, search = ''): string =>
    replicaUrl.replace(/@[^/]+/, `@${hosts}`) + search
  for (const hosts of [`${one},${two}`, `${two},${one}`]) {
    for (const attributes of ['', 'standby', 'prefer-standby', 'read-only']) {
      const search = attributes && `?target_session_attrs=${attributes}`
      const { reading, counts } = await openReading(address(hosts, search))
      await waitUntil('the standby is read from', async () => {
        await reading.read(sql`select 1 as one`)
        return counts.replica > 0
      })
    }
  }
  for (const attributes of ['primary', 'read-write']) {
    const search = `?target_session_attrs=${attributes}`
    const { changes, counts } = await openReading(address(`${two},${one}`, search))
    await waitUntil('the primary is found', () => changes.length > 0)
    assert.deepEqual([changes[0], counts.replica], ['it is no standby', 0])
  }
})

test('takes the primary where a standby is only preferred, and none is there', async () => {
  const url = `${primary.url.replace(/postgres$/, 'wiki')}?target_session_attrs=prefer-standby`
  const database = keep(await openPostgres({ url }))
  assert.deepEqual(await database.read(sql`select 1 as one`), [{ one: 1 }])
  const wanted = openPostgres({ url: url.replace('prefer-standby', 'standby') })
  await assert.rejects(wanted, /it is no standby/)
})

test('reads nothing from a replica that became a primary of its own', async () => {
  const { reading, changes, counts } = await openReading()
  await waitUntil('in use', () => changes.at(-1) === 'in use')
  await askPostgres(standby.url, 'select pg_promote()')
  await askPostgres(replicaUrl, `insert into id_blocks values ('astray', 1)`)
  assert.deepEqual(await reading.read(counter('astray')), [])
  assert.deepEqual(counts, { replica: 0, primary: 1 })
  assert.deepEqual(changes.slice(1), ['it is no standby'])
})
