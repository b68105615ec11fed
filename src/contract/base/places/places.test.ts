/** Who gets a place when, who is refused, and that every place comes back. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '../../../../test/support/base/wait-until.ts'
import { type Caller, callerOfWork, type PlaceBounds, type Places, places } from './places.ts'

const longMs = 60_000
const bounds: PlaceBounds = {
  name: 'tests',
  maxTaken: 1,
  maxWaiting: 10,
  maxWaitMs: longMs,
  deadlineMs: longMs,
}

function workOf(gate: Places, caller: Caller) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  let isBegun = false
  const held = gate.hold(caller, async () => {
    isBegun = true
    await promise
  })
  held.catch(() => {})
  return { held, end, isBegun: () => isBegun }
}

function busy(given: Partial<PlaceBounds>) {
  const gate = places({ ...bounds, ...given })
  const first = workOf(gate, { key: 'first' })
  const order: string[] = []
  const answers: Promise<unknown>[] = []
  return {
    gate,
    ask(name: string, caller: Caller): void {
      const work = async (): Promise<void> => void order.push(name)
      answers.push(gate.hold(caller, work).catch(({ key }) => order.push(`${name} ${key}`)))
    },
    async end(): Promise<string[]> {
      await new Promise(setImmediate)
      first.end()
      await Promise.all([first.held, ...answers])
      assert.deepEqual([gate.taken, gate.waiting], [0, 0])
      return order
    },
  }
}

const stranger = (key: string): Caller => ({ key })
const known = (key: string): Caller => ({ isKnown: true, key })

test('serves callers in turn, however many wait behind one of them', async () => {
  const { ask, end } = busy({})
  for (const name of ['a1', 'a2', 'a3']) ask(name, stranger('a'))
  ask('b1', stranger('b'))
  ask('c1', stranger('c'))
  assert.deepEqual(await end(), ['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('serves known callers first', async () => {
  const { ask, end } = busy({})
  for (const name of ['a1', 'a2']) ask(name, stranger('a'))
  ask('k1', known('k'))
  assert.deepEqual(await end(), ['k1', 'a1', 'a2'])
})

test('lets one who fills the queue make way, and equals not', async () => {
  const { ask, end } = busy({ maxWaiting: 3 })
  for (const name of ['a1', 'a2', 'a3']) ask(name, stranger('a'))
  for (const name of ['b', 'c', 'd']) ask(`${name}1`, stranger(name))
  ask('k1', known('k'))
  const ends = await end()
  const refused = ['a2 too-many-requests', 'a3 too-many-requests', 'd1 unavailable']
  assert.deepEqual(ends.slice(0, 3).sort(), refused)
  assert.deepEqual(ends.slice(3), ['k1', 'a1', 'b1', 'c1'])
})

test('keeps places free for others than the one who has as many as one may', async () => {
  const gate = places({ ...bounds, maxTaken: 2, maxTakenOfCaller: 1 })
  const [first, second, other] = ['a', 'a', 'b'].map((key) => workOf(gate, { key }))
  await new Promise(setImmediate)
  assert.deepEqual(
    [first, second, other].map((one) => one?.isBegun()),
    [true, false, true],
  )
  other?.end()
  await other?.held
  assert.deepEqual([gate.taken, gate.waiting], [1, 1])
  first?.end()
  await waitUntil('the second is begun', () => second?.isBegun() === true)
  second?.end()
  await second?.held
  assert.equal(gate.taken, 0)
})

test('keeps places free for known callers, however many strangers there are', async () => {
  const gate = places({ ...bounds, maxTaken: 2, maxTakenOfStrangers: 1 })
  const works = [stranger('a'), stranger('b'), known('k')].map((caller) => workOf(gate, caller))
  await new Promise(setImmediate)
  assert.deepEqual(
    works.map(({ isBegun }) => isBegun()),
    [true, false, true],
  )
  for (const { end } of works) end()
  await Promise.all(works.map(({ held }) => held))
  assert.deepEqual([gate.taken, gate.waiting], [0, 0])
})

test('tells for whom the work is, and counts what is within it for the same caller', async () => {
  const gate = places(bounds)
  await gate.hold({ key: 'a' }, async () => {
    assert.equal(callerOfWork(), 'a')
    await places(bounds).hold({ key: 'within' }, async () => assert.equal(callerOfWork(), 'a'))
  })
  assert.deepEqual([gate.taken, callerOfWork()], [0, 'service'])
})

test('refuses whoever waited too long, by the bound of all or by one of their own', async () => {
  for (const [given, caller] of [
    [{ maxWaitMs: 1 }, { key: 'b' }],
    [{}, { key: 'b', withinMs: 0 }],
  ] as const) {
    const gate = places({ ...bounds, ...given, fullText: 'Nothing is free.', retryAfterSeconds: 3 })
    const first = workOf(gate, { key: 'a' })
    const refusal = { key: 'unavailable', message: 'Nothing is free.', retryAfterSeconds: 3 }
    await assert.rejects(workOf(gate, caller).held, refusal)
    assert.equal(gate.waiting, 0)
    first.end()
    await gate.hold(caller, async () => {})
  }
})

test('begins one at a time while memory is short', async () => {
  let isShort = true
  const gate = places({ ...bounds, maxTaken: 2, isShort: () => isShort })
  const first = workOf(gate, { key: 'a' })
  await assert.rejects(workOf(gate, { key: 'b' }).held, { key: 'unavailable' })
  isShort = false
  await gate.hold({ key: 'b' }, async () => {})
  first.end()
  await first.held
  assert.equal(gate.taken, 0)
})

test('passes a failure on, and the place to the next', async () => {
  const gate = places(bounds)
  const failed = gate.hold({ key: 'a' }, () => Promise.reject(new Error('broken')))
  const next = gate.hold({ key: 'b' }, async () => 'done')
  const thrown = gate.hold({ key: 'c' }, () => {
    throw new Error('at once')
  })
  await assert.rejects(failed, { message: 'broken' })
  assert.equal(await next, 'done')
  await assert.rejects(thrown, { message: 'at once' })
  assert.equal(gate.taken, 0)
})

test('forgets who has left before their turn', async () => {
  const gate = places(bounds)
  const first = workOf(gate, { key: 'a' })
  const leaving = new AbortController()
  const waiting = workOf(gate, { key: 'b', signal: leaving.signal })
  const after = workOf(gate, { key: 'b', signal: AbortSignal.abort() })
  await assert.rejects(after.held, { key: 'bad-request' })
  leaving.abort()
  await assert.rejects(waiting.held, { key: 'bad-request' })
  assert.deepEqual([gate.taken, gate.waiting], [1, 0])
  first.end()
  await first.held
  assert.deepEqual([gate.taken, waiting.isBegun(), after.isBegun()], [0, false, false])
})

test('begins nothing for whoever leaves in the moment of their turn', async () => {
  const gate = places(bounds)
  const first = workOf(gate, { key: 'a' })
  const leaving = new AbortController()
  const waiting = workOf(gate, { key: 'b', signal: leaving.signal })
  await new Promise(setImmediate)
  first.end()
  void first.held.then(() => leaving.abort())
  await assert.rejects(waiting.held, { key: 'bad-request' })
  assert.deepEqual([gate.taken, waiting.isBegun()], [0, false])
})

test('keeps a place as long as its work lasts, also of a caller who left', async () => {
  const gate = places(bounds)
  const leaving = new AbortController()
  const work = workOf(gate, { key: 'a', signal: leaving.signal })
  leaving.abort()
  assert.equal(gate.taken, 1)
  work.end()
  await work.held
  assert.equal(gate.taken, 0)
})

test('takes a place back at its deadline, and is stuck while nothing else ends', async () => {
  let nowMs = 0
  const gate = places({ ...bounds, deadlineMs: 1 }, () => nowMs)
  const endless = workOf(gate, { key: 'a' })
  await assert.rejects(endless.held, { message: 'work has not ended within 1 ms: tests' })
  assert.deepEqual([gate.taken, gate.overdue, gate.isStuck], [0, 1, false])
  nowMs = 2
  assert.equal(gate.isStuck, true)
  await gate.hold({ key: 'b' }, async () => {})
  assert.equal(gate.isStuck, false)
  nowMs = 4
  assert.equal(gate.isStuck, true)
  endless.end()
  await waitUntil('its work has ended', () => !gate.isStuck)
  assert.equal(gate.taken, 0)
})
