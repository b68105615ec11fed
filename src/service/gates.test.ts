/** Sites of Confluence cannot take the places of other sites. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planMemory } from '../isolation/memory-plan.ts'
import { createGates } from './gates.ts'

const never = new Promise<void>(() => {})

test('a slow site leaves room for others, and says that there is none for itself', async () => {
  const { deliveries } = createGates({
    plan: planMemory(1024 * 1024 * 1024, 2),
    pools: { memoryBytes: () => 0 },
    limits: { conversionTimeoutMs: 1_000, maxBodyBytes: 1_000 },
  })
  // Half of 48 places for imports, and three quarters of those for one site.
  for (let one = 0; one < 18; one += 1) {
    deliveries.hold({ key: 'slow' }, () => never).catch(() => {})
  }
  assert.deepEqual([deliveries.taken, deliveries.waiting], [5, 13])
  const refused = deliveries.hold({ key: 'slow' }, async () => {})
  assert.equal(deliveries.waiting, 13)
  await assert.rejects(refused, { key: 'unavailable', retryAfterSeconds: 3 })
  await deliveries.hold({ key: 'other' }, async () => assert.equal(deliveries.taken, 6))
})
