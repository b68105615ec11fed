import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExpiringSoon } from './token-input.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
test('an end is near in the last quarter of a life, and in its last seven days', () => {
  const isSoon = (lifeMs: number, leftMs: number): boolean =>
    isExpiringSoon(
      { createdAt: new Date(0), expiresAt: new Date(lifeMs) },
      new Date(lifeMs - leftMs),
    )
  for (const [lifeDays, soonDays] of [
    [1, 0.25],
    [7, 1.75],
    [28, 7],
    [365, 7],
  ] as const) {
    assert.equal(isSoon(lifeDays * dayMs, soonDays * dayMs), true, `${lifeDays}`)
    assert.equal(isSoon(lifeDays * dayMs, soonDays * dayMs + 1), false, `${lifeDays}`)
  }
  assert.equal(isSoon(30 * dayMs, 0), false)
  assert.equal(isSoon(30 * dayMs, -hourMs), false)
})
