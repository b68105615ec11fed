import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessLimit } from './guess-limit.ts'

test('lets a number of tries through in a span, and says how long to wait', () => {
  let nowMs = 0
  const limit = guessLimit(() => new Date(nowMs), { maxGuesses: 2, spanMs: 60_000 })
  assert.equal(limit.take('a'), undefined)
  nowMs = 20_500
  assert.equal(limit.take('a'), undefined)
  assert.equal(limit.take('a'), 40)
  assert.equal(limit.take('b'), undefined)
  limit.giveBack('a')
  assert.equal(limit.take('a'), undefined)
  assert.equal(limit.take('a'), 40)
  nowMs = 60_000
  assert.equal(limit.take('a'), undefined)
})

test('forgets the oldest keys first, so that made-up ones take no more memory', () => {
  const limit = guessLimit(() => new Date(0), { maxGuesses: 1, spanMs: 60_000 })
  limit.take('first')
  limit.take('second')
  for (let index = 0; index < 19_999; index += 1) limit.take(`key ${index}`)
  assert.equal(limit.take('second'), 60)
  assert.equal(limit.take('first'), undefined)
})
