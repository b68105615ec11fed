/** A service whose disk is full: it starts to be read, and takes imports once there is room. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, type TestContext, test } from 'node:test'
import { waitUntil } from './support/base/wait-until.ts'
import { type ServiceProcess, startService } from './support/service/service-process.ts'
import { startTestServer, validImport } from './support/service/test-server.ts'

/** No file may grow, which fails like a full disk; `prlimit` lifts the limit. */
const full = ['sh', '-c', 'ulimit -S -f 0; exec "$@"', 'sh']
const makeRoom = ({ pid }: ServiceProcess): void => {
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:'])
}

let dataDirectory: string
let kept: string
let importInto: (service: ServiceProcess, pageTitle: string) => Promise<Response>

before(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'markport-full-disk-'))
  const server = await startTestServer({ dataDirectory })
  const { json } = await server.post({ pageTitle: 'Kept' })
  kept = new URL(json.page.url).pathname
  importInto = ({ endpoint }, pageTitle) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...validImport(server), pageTitle }),
    })
  await server.stop()
})
after(() => rmSync(dataDirectory, { recursive: true, force: true }))

const ready = async ({ url }: ServiceProcess): Promise<[number, object]> => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, (await response.json()) as object]
}

async function readsUntilThereIsRoom(
  t: TestContext,
  { path, title }: { path: string; title: string },
): Promise<void> {
  const service = await startService({ dataDirectory }, { under: full })
  t.after(() => service.end('SIGKILL'))
  assert.deepEqual(await ready(service), [
    503,
    { status: 'store unavailable', reason: 'the disk is full' },
  ])
  const read = await fetch(service.url + path)
  assert.equal(read.status, 200)
  assert.match(await read.text(), new RegExp(`<h1[^>]*>${title}`))
  const refused = await importInto(service, `${title}, and more`)
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(((await refused.json()) as { key: string }).key, 'unavailable')
  makeRoom(service)
  await waitUntil('it is ready', async () => (await ready(service))[0] === 200)
  assert.equal((await importInto(service, `${title}, and more`)).status, 201)
  assert.equal((await fetch(service.url + path)).status, 200)
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null })
}

test('starts without room, to be read, and takes imports once there is some', async (t) => {
  await readsUntilThereIsRoom(t, { path: kept, title: 'Kept' })
  assert.deepEqual(
    readdirSync(dataDirectory).filter((name) => name.startsWith('room-trial')),
    [],
  )
})

test('does so after a stop that left a log, with what is in it', async (t) => {
  const service = await startService({ dataDirectory })
  assert.deepEqual(await ready(service), [200, { status: 'ready' }])
  const imported = await importInto(service, 'Only in the log')
  assert.equal(imported.status, 201)
  const { page } = (await imported.json()) as { page: { url: string } }
  await service.end('SIGKILL')
  assert.ok(readdirSync(dataDirectory).includes('markport.db-wal'))
  await readsUntilThereIsRoom(t, { path: new URL(page.url).pathname, title: 'Only in the log' })
})

test('refuses to start without room where the schema is behind, and says why', async () => {
  const store = new DatabaseSync(join(dataDirectory, 'markport.db'))
  store.exec('create table kept as select * from migrations')
  store.exec('update migrations set version = 0')
  store.close()
  await assert.rejects(
    startService({ dataDirectory }, { under: full }),
    /the disk that holds the store in .* is full, .* Free 16 MiB/,
  )
})
