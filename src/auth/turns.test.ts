import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Caller, turns } from './turns.ts'

const stranger = (key: string): Caller => ({ isKnown: false, key })
const known = (key: string): Caller => ({ isKnown: true, key })

/** Turns of which one is taken, and what those who wait have done. */
function busyTurns(bounds: { maxWaiting: number; maxWaitingPerKey: number }) {
  const queue = turns({ maxRunning: 1, ...bounds })
  let free = (): void => {}
  const blocked = queue.take(stranger('first'), () => new Promise<void>((end) => (free = end)))
  const order: string[] = []
  const answers: Promise<unknown>[] = []
  return {
    ask(name: string, caller: Caller): void {
      const work = async (): Promise<void> => void order.push(name)
      answers.push(queue.take(caller, work).catch(() => order.push(`${name} refused`)))
    },
    async end(): Promise<string[]> {
      await new Promise(setImmediate)
      free()
      await Promise.all([blocked, ...answers])
      return order
    },
  }
}

test('takes networks in turn, however many wait from one of them', async () => {
  const busy = busyTurns({ maxWaiting: 10, maxWaitingPerKey: 5 })
  for (const name of ['a1', 'a2', 'a3']) busy.ask(name, stranger('a'))
  busy.ask('b1', stranger('b'))
  busy.ask('c1', stranger('c'))
  assert.deepEqual(await busy.end(), ['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('takes known devices first', async () => {
  const busy = busyTurns({ maxWaiting: 10, maxWaitingPerKey: 5 })
  for (const name of ['a1', 'a2']) busy.ask(name, stranger('a'))
  busy.ask('k1', known('k'))
  assert.deepEqual(await busy.end(), ['k1', 'a1', 'a2'])
})

test('refuses more from one network than it may have waiting', async () => {
  const busy = busyTurns({ maxWaiting: 10, maxWaitingPerKey: 2 })
  for (const name of ['a1', 'a2', 'a3']) busy.ask(name, stranger('a'))
  busy.ask('b1', stranger('b'))
  assert.deepEqual(await busy.end(), ['a3 refused', 'a1', 'b1', 'a2'])
})

test('one network that fills the queue makes way, and equals do not', async () => {
  const busy = busyTurns({ maxWaiting: 3, maxWaitingPerKey: 3 })
  for (const name of ['a1', 'a2', 'a3']) busy.ask(name, stranger('a'))
  busy.ask('b1', stranger('b'))
  busy.ask('c1', stranger('c'))
  busy.ask('d1', stranger('d'))
  busy.ask('k1', known('k'))
  assert.deepEqual(await busy.end(), [
    'a3 refused',
    'a2 refused',
    'd1 refused',
    'k1',
    'a1',
    'b1',
    'c1',
  ])
})

test('passes a failure on, and the turn to the next', async () => {
  const queue = turns({ maxRunning: 1, maxWaiting: 1, maxWaitingPerKey: 1 })
  const failed = queue.take(stranger('a'), () => Promise.reject(new Error('broken')))
  const next = queue.take(stranger('b'), async () => 'done')
  await assert.rejects(failed, { message: 'broken' })
  assert.equal(await next, 'done')
  await assert.doesNotReject(queue.take(stranger('c'), async () => {}))
})
