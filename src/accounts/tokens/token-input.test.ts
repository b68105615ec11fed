import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryOf, isExpiringSoon, offeredDays } from './token-input.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const at = (text: string): number => Date.parse(text)

test('a day ends at midnight in UTC, whatever clocks do where the program runs', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2026-12-31', '2028-02-29']) {
    const issuedAt = at(day) - 10 * dayMs
    assert.equal(
      new Date(expiryOf({ expiresOn: day }, issuedAt)).toISOString(),
      `${day}T23:59:59.000Z`,
    )
  }
})

test('a token may expire from tomorrow on, and within 365 days', () => {
  for (const now of ['2026-11-22T00:00:00Z', '2026-11-22T23:59:59.999Z']) {
    const { first, last } = offeredDays(at(now))
    assert.deepEqual([first, last], ['2026-11-23', '2027-11-21'])
    assert.ok(expiryOf({ expiresOn: last }, at(now)) <= at(now) + 365 * dayMs)
    for (const day of ['2026-11-22', '2026-11-21', '2027-11-22', '9999-12-31']) {
      assert.throws(() => expiryOf({ expiresOn: day }, at(now)), {
        key: 'bad-request',
        message: 'expiresOn must be a day from 2026-11-23 to 2027-11-21.',
      })
    }
  }
})

test('a day is one that the calendar has, written in one way', () => {
  const wrong = ['2027-02-29', '2027-04-31', '2027-1-01', '2027-01-01T00:00', ' 2027-01-01', '']
  for (const day of [...wrong, '+002027-01-01', '２０２７-01-01', '2027-01-01\n', '20270101']) {
    assert.throws(() => expiryOf({ expiresOn: day }, at('2026-11-22')), { field: 'expiresOn' }, day)
  }
})

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
