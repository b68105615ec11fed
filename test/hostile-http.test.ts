/** HTTP as nobody should send it: each is answered in the contract's shape, and none keeps others waiting. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeHeaders } from '../src/server/http/security-headers.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { rawExchange } from './support/network/raw-exchange.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { validImport } from './support/service/test-server.ts'

const server = freshServer('sqlite')

const exchange = (text: string | readonly string[], gapMs = 0): Promise<string> =>
  rawExchange(server.url, text, gapMs)

function rawImport(options: {
  headers?: readonly string[]
  fields?: Record<string, unknown>
  body?: string
  token?: string
}): string {
  const body = options.body ?? JSON.stringify({ ...validImport(server), ...options.fields })
  const lines = options.headers ?? [
    `Authorization: Bearer ${options.token ?? server.token}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const path = new URL(server.endpoint).pathname
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

function read(answer: string): { status: number; key: string; body: string } {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const { key, body } = JSON.parse(rest.join('\r\n\r\n')) as { key: string; body: string }
  return { status: Number(head.split(' ')[1]), key, body }
}

const bearer = (): string => `Authorization: Bearer ${server.token}`

/** An import whose headers do not fit each other. */
const withHeaders = (headers: readonly string[], body?: string) => (): string =>
  rawImport({ headers: [bearer(), ...headers], ...(body === undefined ? {} : { body }) })
const chunked = 'Transfer-Encoding: chunked'
const whole = (): string => JSON.stringify(validImport(server))

const malformed: Readonly<Record<string, () => string>> = {
  'two different Content-Length headers': withHeaders(['Content-Length: 5', 'Content-Length: 6']),
  'Content-Length beside Transfer-Encoding': withHeaders(['Content-Length: 5', chunked]),
  'Transfer-Encoding in HTTP/1.0': () =>
    withHeaders([chunked], '0\r\n\r\n')().replace('HTTP/1.1', 'HTTP/1.0'),
  'a coding beside chunked': withHeaders(
    ['Transfer-Encoding: gzip, chunked'],
    '2\r\n{}\r\n0\r\n\r\n',
  ),
  'a field that is given twice': () =>
    rawImport({ body: whole().replace('{', '{"pageTitle":"Another",') }),
  'a member of a field that is given twice': () =>
    rawImport({ body: whole().replace('{', '{"source":{"name":"a","name":"b","path":"p"},') }),
  'a run with spaces': () => {
    const length = `Content-Length: ${Buffer.byteLength(whole())}`
    return withHeaders([length, 'Markport-Run: a b'], whole())()
  },
  'a negative Content-Length': withHeaders(['Content-Length: -1']),
  'a Content-Length with a plus sign': withHeaders(['Content-Length: +5']),
  'a chunk size that is no number': withHeaders([chunked], 'zz\r\n\r\n'),
  'two Idempotency-Key headers': () => {
    const length = `Content-Length: ${Buffer.byteLength(whole())}`
    return withHeaders([length, 'Idempotency-Key: a', 'Idempotency-Key: b'], whole())()
  },
  'a header line without a colon': () => rawImport({ headers: ['nonsense'] }),
  'another protocol': () => 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
}

const refused: readonly [name: string, request: () => string, status: number, key: string][] = [
  ...Object.entries(malformed).map(
    ([name, request]) => [name, request, 400, 'bad-request'] as [string, () => string, 400, string],
  ),
  [
    'two Authorization headers',
    () => rawImport({ headers: [bearer(), bearer(), 'Content-Length: 2'], body: '{}' }),
    401,
    'unauthorized',
  ],
  ['headers of 40 KB', withHeaders([`X-Large: ${'x'.repeat(40_000)}`]), 431, 'bad-request'],
]

for (const [name, request, status, key] of refused) {
  test(`refuses ${name} with ${status} in the contract's shape`, async () => {
    const exchanged = await exchange(request())
    const answer = read(exchanged)
    assert.equal(answer.status, status, answer.body)
    assert.equal(answer.key, key)
    assert.match(answer.body, /^Error: /)
    for (const [header, value] of Object.entries(safeHeaders)) {
      assert.ok(exchanged.includes(`\r\n${header}: ${value}\r\n`), header)
    }
  })
}

test('answers methods with bodies that nobody reads, and requests to switch protocols', async () => {
  for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'DELETE', 'PURGE']) {
    const request = `${method} /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n123456789`
    const next = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    const answer = await exchange(request + next)
    assert.match(answer, /\{"status":"ok"\}$/, `${method}: ${answer}`)
  }
  const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n'
  const answer = await exchange(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`)
  assert.match(answer, /^HTTP\/1\.1 200 /)
})

test('cuts off headers that arrive too slowly, while others are served', async () => {
  const drip = ['POST / HTTP/1.1\r\n', ...Array(1_000).fill('X-Slow: 1\r\n')]
  // A slow machine may cut the slow connections off first.
  await waitUntil('an import is answered while slow headers arrive', async () => {
    let isCut = false
    const slow = Promise.all(
      Array.from({ length: 50 }, () => exchange(drip, 400).finally(() => (isCut = true))),
    )
    const { status } = await server.post({ pageTitle: 'Meanwhile', overwrite: true })
    const isAnsweredMeanwhile = !isCut
    assert.ok([200, 201].includes(status))
    for (const answer of await slow) assert.match(answer, /^HTTP\/1\.1 408 /)
    return isAnsweredMeanwhile
  })
})

test('answers requests that come in a row on one connection in their order', async () => {
  const first = rawImport({ fields: { pageTitle: 'First' } }).replace('Connection: close\r\n', '')
  const second = rawImport({ fields: { pageTitle: 'Second' } })
  const answer = await exchange(first + second)
  const titles = [...answer.matchAll(/"title":"(\w+)"/g)].map(([, title]) => title)
  assert.deepEqual(titles, ['First', 'Second'])
})

test('is not confused by a body that holds another request', async () => {
  const inner = rawImport({ fields: { pageTitle: 'Smuggled' } })
  const answer = read(await exchange(rawImport({ fields: { content: inner, pageTitle: 'Outer' } })))
  assert.equal(answer.status, 201)
  const { status } = await server.post({ pageTitle: 'Smuggled' })
  assert.equal(status, 201)
})
