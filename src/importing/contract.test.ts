/** The numbers that callers rely on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractLimits } from './contract.ts'

test('the limits are those that callers were told', () => {
  assert.deepEqual(contractLimits, {
    maxTitleLength: 255,
    maxIdLength: 255,
    maxPosition: 9_007_199_254_740_990,
    maxReservedPages: 1_000,
    maxRefLength: 255,
    maxIdempotencyKeyLength: 255,
    maxSourceUrlLength: 2_000,
    maxLabels: 50,
    maxLabelLength: 255,
    maxJsonDepth: 32,
    maxUnknownFields: 100,
    maxWarnings: 1_000,
    maxMessageLength: 300,
  })
})
