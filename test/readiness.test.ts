/** Readiness is a write that worked, and whoever asks without a store is told to come back. @module */
import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { storeFileName } from '../src/store/open-database.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { startDatabaseProxy } from './support/network/database-proxy.ts'
import { askPostgres } from './support/postgres/postgres-node.ts'
import { createStandInCitus } from './support/postgres/stand-in-citus.ts'
import { createTestDatabase, stopOwnCluster } from './support/postgres/test-postgres.ts'
import { callCli } from './support/service/run-cli.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'

after(stopOwnCluster)

async function untilReady({ url }: TestServer, status: 200 | 503): Promise<void> {
  const answers = async (): Promise<boolean> => (await fetch(`${url}/readyz`)).status === status
  await waitUntil(`/readyz answers ${status}`, answers)
}

test('is not ready while SQLite takes no writes, although it can be read', async () => {
  const dataDirectory = temporaryFolder()
  const server = await startTestServer({ dataDirectory })
  const other = new DatabaseSync(join(dataDirectory, storeFileName))
  other.exec('begin immediate')
  const metric = async (): Promise<string | undefined> =>
    /^markport_store_ready .*/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[0]
  assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
  assert.equal(await metric(), 'markport_store_ready 0')
  assert.equal((await fetch(`${server.url}/`)).status, 200)
  other.exec('rollback')
  await untilReady(server, 200)
  assert.equal(await metric(), 'markport_store_ready 1')
  other.close()
  await server.stop()
})

test('is not ready while the file of SQLite cannot be read, although it takes writes', async () => {
  const dataDirectory = temporaryFolder()
  const server = await startTestServer({ dataDirectory })
  const file = join(dataDirectory, storeFileName)
  await untilReady(server, 200)
  renameSync(file, `${file}.away`)
  writeFileSync(file, '')
  await untilReady(server, 503)
  renameSync(`${file}.away`, file)
  await untilReady(server, 200)
  await server.stop()
})

test('answers 503 with Retry-After everywhere while PostgreSQL is out of reach', async () => {
  const database = await createTestDatabase()
  const proxy = await startDatabaseProxy(database.url)
  const server = await startTestServer({ databaseUrl: proxy.url })
  await untilReady(server, 200)
  await proxy.stop()
  const imported = await server.post({ pageTitle: 'Nowhere' })
  const authorization = `Bearer mph_${'a'.repeat(43)}`
  const others = await Promise.all([
    fetch(`${server.url}/wiki/api/v2/spaces`, { headers: { authorization } }),
    fetch(`${server.url}/`, { headers: { accept: 'text/html' } }),
  ])
  for (const { status, headers } of [imported, ...others]) {
    assert.equal(status, 503)
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
  await untilReady(server, 503)
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  await proxy.start()
  await untilReady(server, 200)
  assert.equal((await server.post({ pageTitle: 'Here' })).status, 201)
  await server.stop()
  await proxy.stop()
  await database.drop()
})

test('stays ready while one of several servers is away, and says so, as doctor does', async () => {
  const { url, drop } = await createStandInCitus()
  const server = await startTestServer({ databaseUrl: url })
  await untilReady(server, 200)
  const workers = async (): Promise<string | undefined> =>
    ((await (await fetch(`${server.url}/readyz`)).json()) as { workers?: string }).workers
  const doctor = async (): Promise<string | undefined> => {
    const { stdout } = await callCli(['doctor', '--database-url', url])
    return /^.*workers.*$/m.exec(stdout)?.[0]
  }
  assert.equal(await workers(), undefined)
  assert.match((await doctor()) ?? '', /worker-1:9701, worker-2:9702 answer/)
  await askPostgres(url, `update pg_dist_node set isactive = nodeport <> 9702`)
  await waitUntil('/readyz tells of it', async () => (await workers()) === 'away')
  assert.match((await doctor()) ?? '', /worker-2:9702 does not answer/)
  await server.stop()
  await drop()
})
