/** Sites of Confluence cannot take the places of other sites. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planMemory } from '../isolation/memory-plan.ts'
import { createGates } from './gates.ts'

test('a slow site leaves room for others, and says that there is none for itself', async () => {
  const { deliveries } = createGates({
    plan: planMemory(1024 * 1024 * 1024, 2),
    pool: { memoryBytes: () => 0 },
    limits: { conversionTimeoutMs: 1_000, maxBodyBytes: 1_000 },
  })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  // Half of 48 places are for imports, and three quarters of those for one site.
  const slow = Array.from({ length: 18 }, () => deliveries.hold({ key: 'slow' }, () => answered))
  assert.deepEqual([deliveries.taken, deliveries.waiting], [5, 13])
  const refused = deliveries.hold({ key: 'slow' }, async () => {})
  assert.equal(deliveries.waiting, 13)
  await assert.rejects(refused, { key: 'unavailable', retryAfterSeconds: 3 })
  await deliveries.hold({ key: 'other' }, async () => assert.equal(deliveries.taken, 6))
  answer()
  await Promise.all(slow)
  assert.equal(deliveries.taken, 0)
})
