/** A service whose disk is full: it is read, and takes imports once there is room. @module */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { before, test } from 'node:test'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { type ServiceProcess, startService } from './support/service/service-process.ts'
import { startTestServer, validImport } from './support/service/test-server.ts'

/** No file may grow, which fails like a full disk. */
const full = ['sh', '-c', 'ulimit -S -f 0; exec "$@"', 'sh']
const limitFiles = ({ pid }: ServiceProcess, most: string): void => {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${most}:`])
}

let dataDirectory: string
let kept: string
let importInto: (service: ServiceProcess, pageTitle: string) => Promise<Response>

before(async () => {
  dataDirectory = temporaryFolder()
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

const ready = async ({ url }: ServiceProcess): Promise<[number, object]> => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, (await response.json()) as object]
}

test('reads on when the disk fills, and takes imports once there is room', async (t) => {
  const service = await startService({ dataDirectory })
  t.after(() => service.end('SIGKILL'))
  assert.deepEqual(await ready(service), [200, { status: 'ready' }])
  limitFiles(service, '0')
  await waitUntil('it is not ready', async () => (await ready(service))[0] === 503)
  assert.deepEqual((await ready(service))[1], {
    status: 'store unavailable',
    reason: 'the disk is full',
  })
  const read = await fetch(service.url + kept)
  assert.equal(read.status, 200)
  assert.match(await read.text(), /<h1[^>]*>Kept/)
  const refused = await importInto(service, 'More')
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(((await refused.json()) as { key: string }).key, 'unavailable')
  limitFiles(service, 'unlimited')
  await waitUntil('it is ready', async () => (await ready(service))[0] === 200)
  assert.equal((await importInto(service, 'More')).status, 201)
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null })
  assert.deepEqual(
    readdirSync(dataDirectory).filter((name) => name.startsWith('room-trial')),
    [],
  )
})

test('refuses to start without room, and says why', async () => {
  await assert.rejects(
    startService({ dataDirectory }, { under: full }),
    /the disk that holds the store in .* is full, .* Free 16 MiB/,
  )
})
