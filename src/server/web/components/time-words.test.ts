import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords } from './time-words.ts'

test('says how far an instant is away, rounded to the largest unit that fits', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const [minute, hour, day] = [60, 3600, 86_400]
  for (const [seconds, words] of [
    [0, 'just now'],
    [-59, 'just now'],
    [59, 'in less than a minute'],
    [minute, 'in 1 minute'],
    [-80 * minute, '1 hour ago'],
    [-100 * minute, '2 hours ago'],
    [hour - 1, 'in 1 hour'],
    [day - hour, 'in 23 hours'],
    [day - 1, 'in 1 day'],
    [30 * day - 1, 'in 30 days'],
    [59 * day, 'in 59 days'],
    [-60 * day, '2 months ago'],
    [365 * day - 1, 'in 1 year'],
    [3650 * day, 'in 10 years'],
  ] as const) {
    assert.equal(inWords(new Date(now.getTime() + seconds * 1000), now), words)
  }
})
