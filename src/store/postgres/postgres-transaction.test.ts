import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostgresConnection } from './postgres-connection.ts'
import { serverClock } from './postgres-transaction.ts'

function fakeServer(): { clock: number; startedAt: number; asked: number } & {
  readonly connection: PostgresConnection
  row(): { clock: number; started_at: number }
} {
  const server = {
    clock: 1_000,
    startedAt: 7,
    asked: 0,
    row: () => ({ clock: server.clock, started_at: server.startedAt }),
    connection: {
      async send() {
        server.asked += 1
        return { answers: [{ rows: [server.row()] }] }
      },
    } as unknown as PostgresConnection,
  }
  return server
}

const farSeconds = 3_600

test('asks for the clock once, and ends no later than asked', async () => {
  const server = fakeServer()
  const clock = serverClock()
  const untilMs = performance.now() + 5_000
  const first = await clock.endAt(server.connection, untilMs)
  assert.deepEqual({ asked: server.asked, startedAt: first.startedAt }, { asked: 1, startedAt: 7 })
  assert.ok(first.at > 1_000 - farSeconds && first.at <= 1_005)
  assert.equal((await clock.endAt(server.connection, untilMs)).at, first.at)
  assert.equal(server.asked, 1)
})

test('takes a reading that is nearer to the clock, and no other', async () => {
  const server = fakeServer()
  const clock = serverClock()
  const end = async (): Promise<number> => (await clock.endAt(server.connection, 0)).at
  const first = await end()
  server.clock -= 1
  clock.learn(server.row())
  assert.equal(await end(), first, 'an answer that was on its way for longer')
  server.clock += farSeconds
  clock.learn(server.row())
  assert.ok((await end()) > first, 'a clock that was set forward')
})

test('asks anew where it may be another server, or another clock', async () => {
  const server = fakeServer()
  const clock = serverClock()
  const first = await clock.endAt(server.connection, 0)
  server.clock -= farSeconds
  clock.forget()
  const second = await clock.endAt(server.connection, 0)
  assert.ok(second.at < first.at)
  assert.equal(server.asked, 2)
})
