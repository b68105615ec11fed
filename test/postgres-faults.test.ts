/** PostgreSQL's bad days, with work in flight: nothing ends the process, nothing is lost or hangs. @module */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnavailableError, UnknownOutcomeError } from '../src/contract/errors.ts'
import type { Database, WriteOptions } from '../src/store/database.ts'
import { idAllocator } from '../src/store/ids.ts'
import { openPostgres, type PostgresBounds } from '../src/store/postgres/postgres.ts'
import { sql } from '../src/store/sql.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { startDatabaseProxy } from './support/network/database-proxy.ts'
import { startPostgres, type TestPostgres } from './support/postgres/test-postgres.ts'
import { startTestServer, type TestAnswer, type TestServer } from './support/service/test-server.ts'
import {
  addAtOnce,
  addSetting,
  increment,
  incrementAtOnce,
} from './support/store/test-transactions.ts'

let cluster: TestPostgres
const opened: Database[] = []
let number = 0

before(async () => {
  cluster = await startPostgres()
})
after(() => cluster.stop())
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})

async function open(
  url: string,
  rest: { requireStandby?: boolean; bounds?: Partial<PostgresBounds> } = {},
): Promise<Database> {
  const database = await openPostgres({ url, ...rest })
  opened.push(database)
  return database
}

async function createDatabase(): Promise<string> {
  number += 1
  return cluster.createDatabase(`faults_${number}`)
}

async function administer(statement: string, url = cluster.url): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  return waitUntil(String(holds), holds, { pauseMs: 10 })
}

/** Makes commits wait for a missing standby while `work` runs. The server is shared, so this ends in any case. */
async function withoutStandby(work: (letGo: () => Promise<void>) => Promise<void>): Promise<void> {
  const letGo = (): Promise<void> => setSynchronousStandby('')
  try {
    await setSynchronousStandby('ghost')
    // The checkpointer announces the setting, which takes a moment.
    await waitUntil('commits wait', commitWaits)
    await work(letGo)
  } finally {
    await letGo()
  }
}

async function setSynchronousStandby(name: string): Promise<void> {
  await administer(`alter system set synchronous_standby_names = '${name}'`)
  await administer('select pg_reload_conf()')
}

const waitingCommits = `from pg_stat_activity where wait_event = 'SyncRep'`

async function countWaitingCommits(): Promise<number> {
  return (await administer(`select 1 ${waitingCommits}`)).rows.length
}

async function commitWaits(): Promise<boolean> {
  let isOver = false
  const commit = administer(`select pg_logical_emit_message(true, 'probe', '')`).finally(() => {
    isOver = true
  })
  await until(async () => isOver || (await countWaitingCommits()) > 0)
  const waits = !isOver
  await administer(`select pg_cancel_backend(pid) ${waitingCommits}`)
  await commit
  return waits
}

/** Eight writers, half of them in shared transactions, and four readers. */
function startWork(database: Database) {
  const told = { acknowledged: 0, unknown: 0, read: 0, wrong: [] as unknown[] }
  let isOver = false
  const note = (error: unknown): void => {
    if (error instanceof UnknownOutcomeError) told.unknown += 1
    else if (!(error instanceof DatabaseUnavailableError)) told.wrong.push(error)
  }
  const write = async (): Promise<void> => {
    await database.write(increment, { name: 'counter' })
    told.acknowledged += 1
  }
  const share = async (): Promise<void> => {
    await database.write(incrementAtOnce, { names: ['counter'] })
    told.acknowledged += 1
  }
  const read = async (): Promise<void> => {
    await database.read(sql`select next_id, pg_sleep(0.002) from id_blocks`)
    told.read += 1
  }
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!isOver) {
      await work().catch(note)
      await wait(1)
    }
  }
  const workers = [...Array(4).fill(write), ...Array(4).fill(share), ...Array(4).fill(read)].map(
    repeat,
  )
  return {
    told,
    async more(count: number) {
      const { acknowledged, read: before } = told
      await until(
        () => isOver || (told.acknowledged >= acknowledged + count && told.read >= before + count),
      )
    },
    async stop() {
      isOver = true
      await Promise.all(workers)
    },
  }
}

const terminateAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'markport'`

for (const [fault, strike] of [
  ['its backends are ended', () => administer(terminateAll).then(() => {})],
  ['it restarts fast', () => cluster.restart('fast')],
  ['it is stopped at once', () => cluster.restart('immediate')],
] as const) {
  test(`goes on with eight writers and four readers when ${fault}`, async (t) => {
    const database = await open(await createDatabase(), { bounds: { writeLimitMs: 1_500 } })
    const work = startWork(database)
    // A failing test must stop it too, or its file never ends.
    t.after(work.stop)
    for (let round = 0; round < 3; round += 1) {
      await work.more(20)
      await strike()
    }
    await work.more(20)
    await work.stop()
    const { told } = work
    assert.deepEqual(told.wrong, [])
    const [row] = await database.read<{ next_id: number }>(sql`
      select next_id from id_blocks where name = 'counter'`)
    const counted = Number(row?.next_id)
    assert.ok(counted >= told.acknowledged, 'nothing acknowledged is lost')
    assert.ok(counted <= told.acknowledged + told.unknown, 'nothing refused was written')
  })
}

test('gives a write the time that it asks for, and others their own', async () => {
  const database = await open(await createDatabase(), { bounds: { writeLimitMs: 0 } })
  const ask = (options: WriteOptions): Promise<number> =>
    database.write(increment, { name: 'counter' }, options)
  await assert.rejects(ask({}), DatabaseUnavailableError)
  assert.equal(await ask({ limitMs: 60_000 }), 1)
})

const asleep = `select count(*) as count from pg_stat_activity where wait_event = 'PgSleep'`

test('loses no place for a connection to a server that answers nothing', async () => {
  const proxy = await startDatabaseProxy(await createDatabase())
  const bounds = { acquireTimeoutMs: 1_000, readLimitMs: 500, writeLimitMs: 500, probeLimitMs: 500 }
  let database: Database
  const write = (): Promise<number> => database.write(increment, { name: 'counter' })
  const writeAll = async (): Promise<boolean> => {
    await Promise.all(Array.from({ length: 20 }, write))
    return true
  }
  // The limits are short, so a busy machine may need several tries.
  await waitUntil('it opens', async () => {
    database = await open(proxy.url, { bounds })
    return true
  })
  await waitUntil('all write', writeAll)
  for (let round = 0; round < 2; round += 1) {
    proxy.setSilent(true)
    const answers = await Promise.allSettled([
      ...Array.from({ length: 30 }, write),
      ...Array.from({ length: 30 }, () => database.read(sql`select 1 as one`)),
    ])
    for (const answer of answers) {
      assert.equal(answer.status, 'rejected')
      assert.ok(
        answer.reason instanceof DatabaseUnavailableError ||
          answer.reason instanceof UnknownOutcomeError,
        String(answer.reason),
      )
    }
    proxy.setSilent(false)
    await until(async () => (await database.probe()).problem === undefined)
    await waitUntil('each place for reading is used at once', async () => {
      const reads = Array.from({ length: 6 }, () => database.read(sql`select pg_sleep(0.2)`))
      // Handled at once: earlier rejections would end the test.
      const settled = Promise.allSettled(reads)
      const { rows } = await administer(asleep)
      await settled
      return Number(rows[0].count) === 6
    })
    await waitUntil('all write again', writeAll)
  }
  const { rows } = await administer(
    `select count(*) as count from pg_stat_activity where application_name = 'markport'`,
    proxy.url,
  )
  assert.ok(Number(rows[0].count) <= 17, `${rows[0].count} backends`)
  await Promise.all(opened.splice(0).map((one) => one.close()))
  await proxy.stop()
})

test('keeps commits that nobody confirms from everything else, and bounds them', async () => {
  const database = await open(await createDatabase(), {
    bounds: { commitLimitMs: 500, probeLimitMs: 500 },
  })
  const ids = idAllocator(database)
  const firstId = await ids.nextId()
  const add = (name: string): Promise<number> => database.write(addSetting, { name, value: 'x' })
  await withoutStandby(async (letGo) => {
    const writes = Array.from({ length: 80 }, (_, index) =>
      index < 40 ? add(`n${index}`) : database.write(addAtOnce, { name: `n${index}`, value: 'x' }),
    )
    const settled = Promise.allSettled(writes)
    assert.equal((await database.read(sql`select 1 as one`)).length, 1)
    for (const { status } of await settled) assert.equal(status, 'rejected')
    await until(() => database.problem !== undefined)
    const started = await administer('select count(*) as count from pg_stat_activity')
    await assert.rejects(add('refused'), /^DatabaseUnavailableError: the store does not confirm/)
    assert.ok((await database.probe()).problem)
    assert.equal((await database.read(sql`select 1 as one`)).length, 1)
    await until(async () => (await countWaitingCommits()) <= 1)
    assert.ok(Number(started.rows[0].count) < 40)
    await letGo()
    await until(() => database.problem === undefined)
    await add('after')
    assert.ok((await ids.nextId()) > firstId)
  })
})

async function postUntilDoubtful(
  server: TestServer,
): Promise<{ answer: TestAnswer; fields: object }> {
  for (let index = 0; ; index += 1) {
    const fields = { pageTitle: 'Doubtful', content: `text ${index}`, overwrite: true }
    let isAnswered = false
    const waiting = server.post(fields).finally(() => {
      isAnswered = true
    })
    await waitUntil('a commit waits or is confirmed', async () => {
      const canceled = await administer(`select pg_cancel_backend(pid) ${waitingCommits}`)
      return isAnswered || canceled.rowCount !== 0
    })
    const answer = await waiting
    if (answer.status >= 300) return { answer, fields }
  }
}

test('answers 503 when a commit was not confirmed, and the same request again converges', async (t) => {
  const server = await startTestServer({ databaseUrl: await createDatabase() })
  t.after(() => server.stop())
  await server.post({ pageTitle: 'Before' })
  await withoutStandby(async (letGo) => {
    const { answer, fields } = await postUntilDoubtful(server)
    const { status, headers, json } = answer
    assert.deepEqual([status, json.key], [503, 'unavailable'])
    assert.match(json.body, /it may or may not have happened/)
    assert.ok(Number(headers.get('retry-after')) > 0)
    await letGo()
    const again = await server.post({ ...fields })
    assert.deepEqual([again.status, again.json.key], [200, 'unchanged'])
  })
})

test('reserves ids without waiting for a standby', async () => {
  const url = await createDatabase()
  const database = await open(url)
  await withoutStandby(async () => {
    const ids = [idAllocator(database), idAllocator(database)]
    const given = await Promise.all(ids.map((one) => one.nextId()))
    assert.notEqual(given[0], given[1])
  })
})

test('says that nothing was written by a server that became read-only, and finds it mended', async () => {
  const url = await createDatabase()
  const name = new URL(url).pathname.slice(1)
  const database = await open(url)
  await database.write(addSetting, { name: 'before', value: 'x' })
  await administer(`alter database ${name} set default_transaction_read_only = on`)
  await administer(terminateAll)
  await until(() =>
    database.write(addSetting, { name: 'refused', value: 'x' }).then(
      () => assert.fail('a read-only server took a write'),
      (error) => {
        assert.ok(error instanceof DatabaseUnavailableError, String(error))
        return /read-only/.test(error.message)
      },
    ),
  )
  await until(async () => (await database.probe()).problem !== undefined)
  await administer(
    `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
  )
  await until(async () => (await database.probe()).problem === undefined)
  // Stale connections are dropped when they report that they are read-only.
  await waitUntil('it is written again', async () => {
    await database.write(addSetting, { name: 'after', value: 'x' })
    return true
  })
  const names = await database.read(sql`select name from settings where name = 'refused'`)
  assert.deepEqual(names, [])
})

test('does without names of statements where the server does not keep them', async () => {
  const url = await createDatabase()
  const [one, other] = [
    await open(url, { bounds: { maxReaders: 1 } }),
    await open(url, { bounds: { maxReaders: 1 } }),
  ]
  const question = sql`select name from settings where name = ${'none'}`
  assert.deepEqual(await one.read(question), [])
  const [known] = await one.read<{ name: string }>(sql`
    select name from pg_prepared_statements where statement like 'select name from settings%'`)
  // As with a pooler: the new connection does not know the statement…
  await one.read({ parts: ['deallocate all'], values: [] })
  assert.deepEqual(await one.read(question), [])
  // … or another process has prepared it.
  await other.read({ parts: [`prepare "${known?.name}" as select 1`], values: [] })
  assert.deepEqual(await other.read(question), [])
})

test('sends a pooler nothing at the start but who, where and how letters are written', async () => {
  const proxy = await startDatabaseProxy(await createDatabase())
  await open(proxy.url)
  const [, ...words] = (proxy.greetings[0] as string).slice(8).split('\0').reverse()
  const names = words.reverse().filter((_, index) => index % 2 === 0 && words[index] !== '')
  assert.deepEqual(names.sort(), ['application_name', 'client_encoding', 'database', 'user'])
  await Promise.all(opened.splice(0).map((database) => database.close()))
  await proxy.stop()
})
