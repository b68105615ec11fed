import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { ConfluenceError } from '../confluence-error.ts'
import { type SiteClient, type SiteOptions, type SiteRequest, siteClient } from './site-client.ts'
import { textIn } from './site-json.ts'

const read: SiteRequest = { method: 'GET', path: '/api/v2/x' }
const write: SiteRequest = { method: 'POST', path: '/api/v2/x', json: { a: 1 } }
const secret = 'token-that-nobody-sees'

type Script = (response: ServerResponse, number: number, request: IncomingMessage) => void

test('reads again while the site cannot answer, and writes once', async (t) => {
  const script: Script = (response, number) => {
    if (number === 0) return void response.socket?.destroy()
    if (number === 1) return void response.writeHead(503).end('down')
    if (number === 2) return void response.writeHead(429, { 'retry-after': '0' }).end()
    response.end('{"done":true}')
  }
  const reading = await serve(t, script)
  assert.deepEqual(await reading.client().send(read, (json) => json), { done: true })
  assert.equal(reading.count(), 4)
  const writing = await serve(t, script)
  await rejects(
    writing.client().send(write, () => {}),
    'unknown',
  )
  assert.equal(writing.count(), 1)
})

test('stops reading after some tries, and where waiting is asked for too long', async (t) => {
  const down = await serve(t, (response) => void response.writeHead(502).end())
  await rejects(
    down.client().send(read, () => {}),
    'unavailable',
  )
  assert.equal(down.count(), 4)
  const busy = await serve(t, (response) => {
    response.writeHead(503, { 'retry-after': '600' }).end()
  })
  const error = await rejects(
    busy.client().send(read, () => {}),
    'unavailable',
  )
  assert.equal(error.retryAfterMs, 600_000)
  assert.equal(busy.count(), 1)
})

test('a write whose answer cannot be read may have been carried out', async (t) => {
  for (const [text, kind] of [
    ['<html>', 'foreign'],
    ['{"id":', 'unknown'],
    ['[]', 'unknown'],
  ] as const) {
    const site = await serve(t, (response) => void response.end(text))
    const { mayBeDone } = await rejects(
      site.client().send(write, (json) => textIn(json, 'id')),
      kind,
    )
    assert.ok(mayBeDone)
  }
  const late = await serve(t, () => {})
  await rejects(
    late.client({}, { timeoutMs: 50 }).send(write, () => {}),
    'unknown',
  )
})

test('a write that never left was not carried out', async (t) => {
  const site = await serve(t, () => {})
  const client = site.client()
  await site.stop()
  await rejects(
    client.send(write, () => {}),
    'unavailable',
  )
  const refused = await serve(t, (response) => {
    response.writeHead(429, { 'retry-after': '3' }).end()
  })
  const error = await rejects(
    refused.client().send(write, () => {}),
    'unavailable',
  )
  assert.equal(error.retryAfterMs, 3_000)
})

test('ends what is under way when it is told to, and sends nothing more', async (t) => {
  const stop = new AbortController()
  const site = await serve(t, (response, number, request) => {
    if (request.method === 'GET' && number === 0) response.writeHead(503).end()
    if (number === 1) stop.abort()
  })
  const client = site.client({ signal: stop.signal })
  await rejects(
    client.send(read, () => {}),
    'unavailable',
    /stops/,
  )
  await rejects(
    client.send(write, () => {}),
    'unavailable',
    /stops/,
  )
  assert.equal(site.count(), 2)
  const writing = new AbortController()
  const other = await serve(t, () => writing.abort())
  await rejects(
    other.client({ signal: writing.signal }).send(write, () => {}),
    'unknown',
    /stops/,
  )
})

test('repeats no credential, whatever the site says', async (t) => {
  const basic = Buffer.from(`bot@acme.test:${secret}`).toString('base64')
  const site = await serve(t, (response, _, request) => {
    const words = `you sent ${request.headers.authorization} ${secret} ${basic}`
    response.writeHead(400).end(JSON.stringify({ message: words }))
  })
  const error = await rejects(
    site.client().send(read, () => {}),
    'bad-request',
  )
  assert.equal(error.message, 'you sent Basic … … …')
  assert.ok(!JSON.stringify([error, error.stack, error.cause]).includes(secret))
  const firewall = await serve(t, (response, _, { headers: { authorization = '' } }) => {
    const said = { server: authorization, 'content-type': `text/html;${secret}` }
    response.writeHead(403, said).end(`<p>${authorization}</p>`)
  })
  const { message } = await rejects(
    firewall.client().send(read, () => {}),
    'foreign',
  )
  assert.match(message, /server Basic …\).* "Basic …"$/)
})

interface Served {
  readonly url: string
  count(): number
  client(options?: Partial<SiteOptions>, patience?: { timeoutMs: number }): SiteClient
  stop(): Promise<void>
}

async function serve(t: TestContext, script: Script): Promise<Served> {
  let count = 0
  const server = createServer((request, response) => {
    script(response, count, request)
    count += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async (): Promise<void> => {
    server.close()
    server.closeAllConnections()
  }
  t.after(stop)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    count: () => count,
    stop,
    client: (options = {}, patience = { timeoutMs: 10_000 }) =>
      siteClient(
        {
          address: { baseUrl: url, cloudId: undefined },
          readCredential: async () => ({ email: 'bot@acme.test', token: secret }),
          ...options,
        },
        { firstDelayMs: 1, ...patience },
      ),
  }
}

async function rejects(
  promise: Promise<unknown>,
  kind: string,
  words = /./,
): Promise<ConfluenceError> {
  const error = await promise.then(
    () => assert.fail('it came through'),
    (error: ConfluenceError) => error,
  )
  assert.deepEqual([error.name, error.kind], ['ConfluenceError', kind])
  assert.match(error.message, words)
  return error
}
