import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { unsentAnswers } from './http-server.ts'

const mib = 1024 * 1024
/** More than both sockets buffer. */
const answer = Buffer.alloc(16 * mib, 'x')

interface Asked {
  readonly response: IncomingMessage
  readonly isSent: Promise<boolean>
}

async function serveUnder(t: TestContext, maxBytes: number): Promise<() => Promise<Asked>> {
  const unsent = unsentAnswers(maxBytes)
  const begun: Promise<boolean>[] = []
  const server = createServer((_, response) => {
    unsent.follow(response)
    begun.push(once(response, 'close').then(() => response.writableFinished))
    response.end(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return async () => {
    const [response] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response')
    return { response, isSent: begun.at(-1) as Promise<boolean> }
  }
}

test('cuts off who takes nothing once too much is unsent, and nobody who reads', async (t) => {
  const ask = await serveUnder(t, 40 * mib)
  const idle = [await ask(), await ask(), await ask(), await ask()]
  assert.equal(await Promise.race(idle.map(({ isSent }) => isSent)), false)
  const reading = await ask()
  assert.equal((await text(reading.response)).length, answer.length)
  const taken = await Promise.allSettled(idle.map(({ response }) => text(response)))
  assert.ok(
    taken.some(({ status }) => status === 'fulfilled'),
    'some had room',
  )
})

test('waits for slow clients as long as there is room', async (t) => {
  const ask = await serveUnder(t, 100 * mib)
  const slow = [await ask(), await ask(), await ask()]
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (const { response } of slow) assert.equal((await text(response)).length, answer.length)
})
