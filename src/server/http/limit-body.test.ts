import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { waitUntil } from '../../../test/support/base/wait-until.ts'
import { rawExchange } from '../../../test/support/network/raw-exchange.ts'
import { toRequestError } from '../../contract/errors.ts'
import { bodyBudget, limitBody } from './limit-body.ts'
import type { RequestScope } from './request-scope.ts'

const mib = 1024 * 1024

const bodyBytes = bodyBudget(mib, mib)

async function startReader(t: TestContext, before: () => Promise<void> = async () => {}) {
  const app = new Hono<RequestScope>()
  let failed: string | undefined
  app.onError((error, c) => {
    const { key, message } = toRequestError(error)
    failed = `${key}: ${message}`
    return c.text(failed, 400)
  })
  app.use(async (_, next) => {
    await before()
    await next()
  })
  app.post('/', limitBody({ maxBodyBytes: mib, bodyBytes }), (c) =>
    c.text(`${c.get('body').length} bytes`),
  )
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { port, server, failed: () => failed }
}

test('reads a body in any pieces', async (t) => {
  const { port } = await startReader(t)
  const url = `http://127.0.0.1:${port}`
  const send = (pieces: number, piece: string): Promise<string> => {
    const head =
      'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked'
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`
    return rawExchange(url, `${head}\r\n\r\n${chunk.repeat(pieces)}0\r\n\r\n`)
  }
  assert.match(await send(9_000, 'x'), /9000 bytes/)
  assert.match(await send(12_000, 'x'.repeat(80)), /960000 bytes/)
  assert.match(await send(12_000, 'x'), /12000 bytes/)
  assert.equal(bodyBytes.bytes, 0)
})

test('takes a body of exactly the limit, announced or not, and no byte more', async (t) => {
  const { port } = await startReader(t)
  const url = `http://127.0.0.1:${port}`
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close'
  for (const [size, expected] of [
    [mib, /1048576 bytes$/],
    [mib + 1, /payload-too-large: The request body must be at most 1048576 bytes/],
  ] as const) {
    const body = 'x'.repeat(size)
    const announced = `${head}\r\nContent-Length: ${size}\r\n\r\n${body}`
    const chunked = `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    for (const request of [announced, chunked])
      assert.match(await rawExchange(url, request), expected)
  }
  assert.equal(bodyBytes.bytes, 0)
})

for (const moment of ['before it is read', 'while it is read'] as const) {
  test(`ends with a body whose client leaves ${moment}`, async (t) => {
    const gone = Promise.withResolvers<void>()
    const isBefore = moment === 'before it is read'
    const { port, server, failed } = await startReader(t, () =>
      isBefore ? gone.promise : Promise.resolve(),
    )
    const client = connect(port, '127.0.0.1')
    server.once('request', ({ socket }) => socket.once('close', () => setImmediate(gone.resolve)))
    client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nfirst')
    await once(server, 'request')
    if (!isBefore) await waitUntil('its first bytes are read', () => bodyBytes.bytes === 5)
    client.resetAndDestroy()
    await waitUntil('the request ends', () => failed() !== undefined)
    assert.match(failed() ?? '', /^bad-request: .*has left/)
    assert.equal(bodyBytes.bytes, 0)
  })
}

test('leaves room for others, however much one caller sends, and has it back', () => {
  const budget = bodyBudget(10, 5)
  budget.take('one', 5)
  assert.throws(() => budget.take('one', 1), { key: 'unavailable', retryAfterSeconds: 1 })
  budget.take('another', 5)
  assert.throws(() => budget.take('third', 1), { key: 'unavailable' })
  budget.giveBack('one', 5)
  budget.take('third', 5)
  budget.giveBack('another', 5)
  budget.giveBack('third', 5)
  assert.equal(budget.bytes, 0)
})
