/** The model of bench/scaling.ts against networks whose throughput is known by formula. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { throughputOf } from '../bench/support/queueing-model.ts'

function assertNear(found: number, expected: number): void {
  assert.ok(Math.abs(found / expected - 1) < 1e-9, `${found}, not ${expected}`)
}

test('one server is never idle, whoever waits', () => {
  for (const customers of [1, 2, 50]) {
    assertNear(throughputOf([{ demand: 0.2, servers: 1 }], 0, customers), 5)
  }
})

test('nobody waits where there is only a delay', () => {
  assertNear(throughputOf([], 0.5, 7), 14)
})

test('balanced queues answer as the formula says', () => {
  const stations = Array.from({ length: 3 }, () => ({ demand: 0.1, servers: 1 }))
  assertNear(throughputOf(stations, 0, 4), 4 / (0.1 * (4 + 3 - 1)))
})

test('several servers help nobody who is alone, and many as much as there are servers', () => {
  const station = { demand: 0.1, servers: 4 }
  assertNear(throughputOf([station], 0, 1), 10)
  const many = throughputOf([station], 0, 10_000)
  assert.ok(many > 39.9 && many <= 40, String(many))
})
