/** One import: what is sent again and what is not. @module */

import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import {
  answer,
  type Script,
  startScriptedService,
} from '../../../test/support/network/scripted-service.ts'
import type { Connection } from './connection.ts'
import { importPage } from './import-page.ts'
import { retryDelayMs } from './send-request.ts'

const fields = { spaceId: 'DOCS', parentId: '1', pageTitle: 'T', content: 'c', overwrite: true }
const page = { id: '7', title: 'T', spaceId: '2', parentId: '1', version: 1, url: 'http://w/7' }
const stops: (() => Promise<void>)[] = []
after(() => Promise.all(stops.map((stop) => stop())))

async function serve(script: Script) {
  const service = await startScriptedService(script)
  stops.push(service.stop)
  const connection: Connection = { endpoint: service.endpoint, token: 'secret', firstDelayMs: 1 }
  return { service, connection }
}

test('tries 500, 429, 503 and cut connections again, with one idempotency key', async () => {
  const scripts: readonly Script[] = [
    (response) => answer(response, 500, { key: 'internal-error' }),
    (response) => answer(response, 429, { key: 'too-many-requests' }, { 'retry-after': '0' }),
    (response) => answer(response, 503, {}, { 'retry-after': '0' }),
    (response) => response.destroy(),
  ]
  for (const script of scripts) {
    const { service, connection } = await serve((response, number, request) =>
      number < 2
        ? script(response, number, request)
        : answer(response, 200, { key: 'updated', page, warnings: [] }),
    )
    const { attempts, outcome } = await importPage(connection, fields)
    assert.deepEqual([attempts, outcome], [3, 'updated'])
    const keys = service.requests.map(({ headers }) => headers['idempotency-key'])
    assert.equal(new Set(keys).size, 1)
  }
})

test('gives up after three attempts, with the service’s own words', async () => {
  const { service, connection } = await serve((response) =>
    answer(response, 500, { key: 'internal-error' }),
  )
  await assert.rejects(importPage(connection, fields), {
    name: 'ImportError',
    key: 'internal-error',
    status: 500,
    message: 'said so',
  })
  assert.equal(service.requests.length, 3)
})

test('comes back more often while the service says when, unless told how often', async () => {
  const busy = (count: number) =>
    serve((response, number) =>
      number < count
        ? answer(response, 503, { key: 'unavailable' }, { 'retry-after': '0' })
        : answer(response, 200, { key: 'updated', page, warnings: [] }),
    )
  const patient = await busy(9)
  assert.equal((await importPage(patient.connection, fields)).attempts, 10)
  const endless = await busy(Number.POSITIVE_INFINITY)
  await assert.rejects(importPage(endless.connection, fields), { key: 'unavailable' })
  assert.equal(endless.service.requests.length, 10)
  const told = await busy(2)
  await assert.rejects(importPage({ ...told.connection, maxAttempts: 2 }, fields), { status: 503 })
  assert.equal(told.service.requests.length, 2)
})

test('does not repeat what cannot succeed', async () => {
  const refusals = [
    [400, 'bad-request'],
    [401, 'unauthorized'],
    [402, 'license-expired'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [413, 'payload-too-large'],
  ] as const
  for (const [status, key] of refusals) {
    const { service, connection } = await serve((response) => answer(response, status, { key }))
    await assert.rejects(importPage(connection, fields), { key, status })
    assert.equal(service.requests.length, 1)
  }
})

test('ends an attempt that takes too long, and the whole when asked to', async () => {
  const { connection } = await serve(() => {})
  const { requests } = await noteRequests(() =>
    assert.rejects(importPage({ ...connection, timeoutMs: 20 }, fields), {
      key: 'timed-out',
      message: /did not answer within 0\.02 s/,
    }),
  )
  assert.equal(requests.length, 3)
  const stop = new AbortController()
  const pending = importPage({ ...connection, signal: stop.signal }, fields)
  stop.abort()
  await assert.rejects(pending, { name: 'AbortError' })
})

test('names a server that is no Markport service, or is elsewhere', async () => {
  const html = await serve((response) => response.end('<html>'))
  await assert.rejects(importPage(html.connection, fields), {
    key: 'bad-answer',
    message: /answered 200 without the JSON of a Markport service.*--endpoint/,
  })
  const moved = await serve((response) =>
    response.writeHead(302, { location: 'http://evil.example/' }).end(),
  )
  await assert.rejects(importPage(moved.connection, fields), {
    key: 'bad-answer',
    message: /leads to http:\/\/evil\.example\/\. The token is not sent there/,
  })
  await html.service.stop()
  await assert.rejects(importPage({ ...html.connection, maxAttempts: 2 }, fields), {
    key: 'no-connection',
    message: /Cannot reach 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
  })
})

test('asks once where the answer cannot be unpacked', async () => {
  for (const encoding of ['br', 'gzip']) {
    const { service, connection } = await serve((response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end('no such thing'),
    )
    await assert.rejects(importPage(connection, fields), {
      key: 'bad-answer',
      message: /packs its answers in a way that cannot be read/,
    })
    assert.equal(service.requests.length, 1)
  }
})

test('says what to do about a certificate that is not trusted, at once', async () => {
  const file = (name: string): Buffer =>
    readFileSync(new URL(`../../../test/fixtures/tls/${name}.pem`, import.meta.url))
  const server = createServer({ key: file('first-key'), cert: file('first-cert') })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const connection = { endpoint: `https://127.0.0.1:${port}/`, token: 't' }
  await assert.rejects(importPage(connection, fields), {
    key: 'untrusted-certificate',
    message: /NODE_EXTRA_CA_CERTS/,
  })
  server.close()
})

test('waits as the service asks, in seconds or until a date, within reason', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const cases: readonly [status: number, retryAfter: string | undefined, expected?: number][] = [
    [500, '9', 1_000],
    [429, '7', 7_000],
    [503, 'Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    [503, undefined, 1_000],
    [503, 'soon', 1_000],
    [503, '3600'],
    [400, undefined],
  ]
  for (const [status, retryAfter, expected] of cases) {
    const answer = { status, headers: { 'retry-after': retryAfter } }
    assert.equal(retryDelayMs(answer, 1_000, now), expected)
  }
})

const channel = 'http.client.request.created'

export async function noteRequests<Result>(
  work: () => Promise<Result>,
  endpoint?: string,
): Promise<{ readonly result: Result; readonly requests: readonly string[] }> {
  const host = endpoint && new URL(endpoint).host
  const requests: string[] = []
  const note = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest }
    const { method, path } = request
    if (host !== undefined && request.getHeader('host') !== host) return
    requests.push(`${method} ${path.replace(/\?.*/, '')}`)
  }
  subscribe(channel, note)
  try {
    return { result: await work(), requests }
  } finally {
    unsubscribe(channel, note)
  }
}
