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
  const refusal = { key: 'too-many-requests', retryAfterSeconds: 1 }
  assert.throws(() => count('a'), refusal)
  assert.equal(count('b').remaining, 2, 'another token has its own')
  now = 499
  assert.throws(() => count('a'), refusal, 'a refused request costs nothing')
  now = 500
  assert.equal(count('a').remaining, 0)
  now = 10_000
  assert.equal(count('a').remaining, 2)
})
