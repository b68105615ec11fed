/** PostgreSQL in trouble: what it did not confirm is never answered as done. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { waitUntil } from './support/base/wait-until.ts'
import { startPostgres, type TestPostgres } from './support/postgres/test-postgres.ts'
import { startTestServer, type TestAnswer, type TestServer } from './support/service/test-server.ts'

let cluster: TestPostgres
let server: TestServer
let client: pg.Client

before(async () => {
  cluster = await startPostgres()
  server = await startTestServer({ databaseUrl: await cluster.createDatabase('outcome') })
  client = new pg.Client({ connectionString: cluster.url })
  // The last test stops the cluster.
  client.on('error', () => {})
  await client.connect()
})
after(() => server.stop())

async function waitForStandby(name: string): Promise<void> {
  await client.query(`alter system set synchronous_standby_names = '${name}'`)
  await client.query('select pg_reload_conf()')
  await waitUntil('the setting is read', async () => {
    const { rows } = await client.query('show synchronous_standby_names')
    return rows[0]?.synchronous_standby_names === name
  })
}

async function postUntilDoubtful(): Promise<{ answer: TestAnswer; fields: object }> {
  for (let index = 0; ; index += 1) {
    const fields = { pageTitle: 'Doubtful', content: `text ${index}`, overwrite: true }
    let isAnswered = false
    const waiting = server.post(fields).finally(() => (isAnswered = true))
    await waitUntil('a commit waits or is confirmed', async () => {
      const { rowCount } = await client.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      )
      return isAnswered || rowCount !== 0
    })
    const answer = await waiting
    if (answer.status >= 300) return { answer, fields }
  }
}

test('answers 503 when a commit was not confirmed, and the same request again converges', async () => {
  await server.post({ pageTitle: 'Before' })
  await waitForStandby('ghost')
  const { answer, fields } = await postUntilDoubtful()
  const { status, headers, json } = answer
  assert.equal(status, 503)
  assert.equal(json.key, 'unavailable')
  assert.match(json.body, /it may or may not have happened/)
  assert.ok(Number(headers.get('retry-after')) > 0)
  await waitForStandby('')
  const again = await server.post({ ...fields })
  assert.equal(again.status, 200)
  assert.equal(again.json.key, 'unchanged')
})

test('answers 503 while PostgreSQL is gone, and stays up', async () => {
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  await cluster.stop()
  for (let round = 0; round < 3; round += 1) {
    const { status, json } = await server.post({ pageTitle: 'Nowhere' })
    assert.equal(status, 503)
    assert.equal(json.key, 'unavailable')
  }
  await waitUntil('not ready', async () => (await fetch(`${server.url}/readyz`)).status === 503)
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
})
