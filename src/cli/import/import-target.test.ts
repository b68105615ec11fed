/** When a token ends, in words. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEndingSoon, tokenEndLine } from './import-target.ts'

const now = new Date('2026-11-07T10:00:00Z')
const cases: readonly [end: string, words: string, isSoon: boolean][] = [
  ['2026-12-07T09:59:00Z', '2026-12-07, in 30 days', false],
  ['2026-11-14T10:01:00Z', '2026-11-14, in 7 days', false],
  ['2026-11-14T10:00:00Z', '2026-11-14, in 7 days', true],
  ['2026-11-09T09:59:00Z', '2026-11-09 at 09:59 UTC, in 47 hours', true],
  ['2026-11-07T11:00:00Z', '2026-11-07 at 11:00 UTC, in 1 hour', true],
  ['2026-11-07T10:59:59Z', '2026-11-07 at 10:59 UTC, in less than an hour', true],
  // This machine's clock may be fast.
  ['2026-11-07T09:00:00Z', '2026-11-07 at 09:00 UTC, in less than an hour', true],
]
for (const [end, words, isSoon] of cases) {
  test(words, () => {
    assert.equal(tokenEndLine(new Date(end), now), `The token expires on ${words}.`)
    assert.equal(isEndingSoon(new Date(end), now), isSoon)
  })
}
