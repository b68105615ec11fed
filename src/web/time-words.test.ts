import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords } from './time-words.ts'

test('says how far an instant is away, in the largest unit that fits', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const [minute, hour, day] = [60, 3600, 86_400]
  for (const [seconds, words] of [
    [0, 'just now'],
    [-59, 'just now'],
    [59, 'in less than a minute'],
    [minute, 'in 1 minute'],
    [-90 * minute, '1 hour ago'],
    [day - 1, 'in 23 hours'],
    [30 * day - 1, 'in 29 days'],
    [59 * day, 'in 59 days'],
    [-60 * day, '2 months ago'],
    [hour + 365 * day, 'in 1 year'],
  ] as const) {
    assert.equal(inWords(new Date(now.getTime() + seconds * 1000), now), words)
  }
})
