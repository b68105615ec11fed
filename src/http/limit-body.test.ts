import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { rawExchange } from '../../test/support/raw-exchange.ts'
import { toRequestError } from '../errors.ts'
import { type BodyScope, limitBody } from './limit-body.ts'

const mib = 1024 * 1024

test('reads a body in any pieces but tens of thousands of a few bytes', async (t) => {
  const app = new Hono<BodyScope>()
  app.onError((error, c) => c.text(toRequestError(error).message, 400))
  app.post('/', limitBody({ maxBodyBytes: mib, maxBufferedBytes: mib }), (c) =>
    c.text(`${c.get('body').length} bytes`),
  )
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = (pieces: number, piece: string): Promise<string> => {
    const head =
      'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked'
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`
    return rawExchange(url, `${head}\r\n\r\n${chunk.repeat(pieces)}0\r\n\r\n`)
  }
  assert.match(await send(9_000, 'x'), /9000 bytes/)
  assert.match(await send(12_000, 'x'.repeat(80)), /960000 bytes/)
  assert.match(await send(12_000, 'x'), /more than 10000 pieces/)
})
