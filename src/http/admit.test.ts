/** The gate lets few requests work at once, lets others wait their turn, and refuses the rest at once. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate } from './admit.ts'

const limits = { maxAtWork: 2, maxAtDoor: 3, maxPerCaller: 4, maxWaitMs: 60_000 }

test('lets those wait whom it cannot work for yet, in their order', async () => {
  const gate = createGate(limits)
  const order: string[] = []
  const leaves = [await gate.enter('a'), await gate.enter('a')]
  const waiting = ['first', 'second'].map((name) =>
    gate.enter('a').then((leave) => {
      order.push(name)
      return leave
    }),
  )
  await new Promise(setImmediate)
  assert.deepEqual(order, [])
  leaves[0]?.()
  await waiting[0]
  assert.deepEqual(order, ['first'])
  leaves[1]?.()
  await waiting[1]
  assert.deepEqual(order, ['first', 'second'])
})

test('serves callers in turn, however many requests one of them has', async () => {
  const gate = createGate(limits)
  const leaves = [await gate.enter('many'), await gate.enter('many')]
  const order: string[] = []
  const note = (name: string) => (leave: () => void) => {
    order.push(name)
    leave()
  }
  const waiting = [
    gate.enter('many').then(note('many')),
    gate.enter('many').then(note('many')),
    gate.enter('one').then(note('one')),
  ]
  for (const leave of leaves) leave()
  await Promise.all(waiting)
  assert.equal(order.indexOf('one') < 2, true, order.join(' '))
})

test('refuses beyond the door, and beyond what one caller may have, with the time to wait', async () => {
  const gate = createGate(limits)
  for (let count = 0; count < 4; count += 1) void gate.enter('a')
  await assert.rejects(gate.enter('a'), { key: 'too-many-requests', retryAfterSeconds: 1 })
  void gate.enter('b')
  await assert.rejects(gate.enter('c'), { key: 'unavailable', retryAfterSeconds: 1 })
})

test('refuses whoever waited too long, and has room again', async () => {
  const gate = createGate({ ...limits, maxWaitMs: 1 })
  const leaves = [await gate.enter('a'), await gate.enter('a')]
  await assert.rejects(gate.enter('b'), { key: 'unavailable' })
  leaves[0]?.()
  await gate.enter('b')
})

test('begins one at a time while memory is short', async () => {
  let isShort = true
  const gate = createGate(limits, () => isShort)
  const leave = await gate.enter('a')
  await assert.rejects(gate.enter('b'), { key: 'unavailable' })
  leave()
  const leaveAgain = await gate.enter('b')
  await assert.rejects(gate.enter('a'), { key: 'unavailable' })
  isShort = false
  leaveAgain()
  await gate.enter('a')
})
