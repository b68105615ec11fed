/** A token has so many requests at once, and as many more as time gives back. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenRates } from './token-rates.ts'

test('a token asks as often at once as it may, and again when time has passed', () => {
  let now = 0
  const count = tokenRates({ perSecond: 2, burst: 3 }, () => now)
  assert.deepEqual(count('a'), { limit: 3, remaining: 2, resetSeconds: 1 })
  count('a')
  assert.equal(count('a').remaining, 0)
  const isRefused = (): void => {
    const { refusal, ...left } = count('a')
    assert.deepEqual(left, { limit: 3, remaining: 0, resetSeconds: 2 })
    assert.deepEqual([refusal?.key, refusal?.retryAfterSeconds], ['too-many-requests', 1])
  }
  isRefused()
  assert.equal(count('b').remaining, 2, 'another token has its own')
  now = 499
  // A refused request costs nothing.
  isRefused()
  now = 500
  assert.equal(count('a').remaining, 0)
  now = 10_000
  assert.equal(count('a').remaining, 2)
})
