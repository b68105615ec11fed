/** Moves put pages into order, and are the fewest that do. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type PlannedMove, planMoves } from './remote-orders.ts'

const pages = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 12 })
const tree = pages.chain((there) =>
  fc.record({
    there: fc.constant(there),
    wanted: fc.shuffledSubarray([...there, 'gone']),
  }),
)

test('moves put pages into order, and leave strangers as they stand', () => {
  fc.assert(
    fc.property(tree, ({ there, wanted }) => {
      const shown = carryOut(there, planMoves(there, wanted))
      const known = wanted.filter((id) => there.includes(id))
      assert.deepEqual(
        shown.filter((id) => wanted.includes(id)),
        known,
      )
      const strangers = (ids: readonly string[]): string[] =>
        ids.filter((id) => !wanted.includes(id))
      assert.deepEqual(strangers(shown), strangers(there))
      assert.deepEqual(planMoves(shown, wanted), [])
    }),
    { numRuns: 300 },
  )
})

test('moves are the fewest: all but the most that rise', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]), (order) => {
      const moves = planMoves(order.map(String), [0, 1, 2, 3, 4, 5, 6, 7].map(String))
      assert.equal(moves.length, order.length - mostRising(order))
    }),
    { numRuns: 300 },
  )
})

test('a reversed list of thousands is planned at once', () => {
  const there = Array.from({ length: 20_000 }, (_, index) => String(index))
  assert.equal(planMoves(there, there.toReversed()).length, there.length - 1)
})

function carryOut(there: readonly string[], moves: readonly PlannedMove[]): string[] {
  return moves.reduce<string[]>(
    (ids, { pageId, where, targetId }) => {
      const others = ids.filter((id) => id !== pageId)
      return others.toSpliced(others.indexOf(targetId) + (where === 'after' ? 1 : 0), 0, pageId)
    },
    [...there],
  )
}

function mostRising([first, ...rest]: readonly number[], above = -1): number {
  if (first === undefined) return 0
  const without = mostRising(rest, above)
  return first > above ? Math.max(without, 1 + mostRising(rest, first)) : without
}
