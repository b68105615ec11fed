/** The service beside a PostgreSQL that is not there, or will not let it in. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type DatabaseProxy, startDatabaseProxy } from './support/network/database-proxy.ts'
import { createTestDatabase, stopOwnCluster } from './support/postgres/test-postgres.ts'
import { callCli } from './support/service/run-cli.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
let database: { url: string; drop(): Promise<void> }
let proxy: DatabaseProxy

before(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
})
after(async () => {
  await proxy.stop()
  await database.drop()
  await stopOwnCluster()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function startServe(databaseUrl: string) {
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    process.execPath,
    [main, 'serve', '--json', '--listen', address, '--database-url', databaseUrl],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said = { out: '', error: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.error += text
  })
  const ended = once(child, 'close').then(([code]) => code as number)
  const url = `http://${address}`
  return { child, said, ended, url }
}

async function ask(url: string, init?: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (attempt === 1_000) throw error
      await wait(20)
    }
  }
}

test('listens while the store is not there, says so, and serves once it is', async () => {
  await proxy.stop()
  const { child, said, ended, url } = await startServe(proxy.url)
  assert.equal((await ask(`${url}/healthz`)).status, 200)
  assert.equal((await ask(`${url}/readyz`)).status, 503)
  for (const [path, init] of [
    ['/', {}],
    ['/wiki/api/v2/spaces', {}],
    ['/wiki/apps/a/b/webtrigger', { method: 'POST', body: '{}' }],
  ] as const) {
    const response = await ask(url + path, init)
    assert.equal(response.status, 503, path)
    assert.ok(Number(response.headers.get('retry-after')) > 0)
    const json = (await response.json()) as Record<string, string>
    assert.equal(json.key, 'unavailable')
    assert.match(json.body ?? '', /^Error: The store is not there yet; nothing was written/)
    assert.equal(response.headers.get('x-request-id'), json.requestId)
  }
  const page = await ask(`${url}/wiki/spaces/DOCS`, { headers: { accept: 'text/html' } })
  assert.deepEqual([page.status, page.headers.get('refresh')], [503, '5'])
  const html = await page.text()
  assert.match(html, /<h1>One moment<\/h1>/)
  const [stylesheet = ''] = /\/assets\/\w+\/markport\.css/.exec(html) ?? []
  assert.equal((await ask(url + stylesheet)).status, 200)
  assert.equal(said.out, '')
  await proxy.start()
  while ((await ask(`${url}/readyz`)).status !== 200) await wait(50)
  while (!said.out.includes('\n')) await wait(10)
  const line = JSON.parse(said.out) as { url: string; endpoint: string }
  assert.equal(line.url, url)
  assert.equal((await ask(line.endpoint)).status, 405)
  assert.doesNotMatch(said.error, new RegExp(new URL(proxy.url).password))
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})

test('ends in good order when it is stopped while it waits', async () => {
  proxy.setSilent(true)
  const { child, said, ended, url } = await startServe(proxy.url)
  assert.equal((await ask(`${url}/readyz`)).status, 503)
  child.kill('SIGTERM')
  assert.equal(await ended, 0, said.error)
  assert.equal(said.out, '')
  proxy.setSilent(false)
})

test('does not wait for a server that refuses it', async () => {
  const wrong = new URL(database.url)
  wrong.password = 'not-the-password'
  const serve = (url: string) =>
    callCli(['serve', '--json', '--listen', '127.0.0.1:0', '--database-url', url])
  const refused = await serve(wrong.href)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /PostgreSQL refuses: .*password authentication failed/)
  assert.doesNotMatch(refused.stderr, /not-the-password|\n {4}at /)
  const missing = new URL(database.url)
  missing.pathname = '/not_there'
  const absent = await serve(missing.href)
  assert.equal(absent.code, 1)
  assert.match(absent.stderr, /database \\"not_there\\" does not exist/)
})
