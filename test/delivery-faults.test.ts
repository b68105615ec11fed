/** However a site and the service fail: each import is one version there, and its client knows. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from './support/base/seeded-random.ts'
import { faultsAnywhere, killsAtEachArrow } from './support/delivery-faults/round-plans.ts'
import { runDeliveryFaults } from './support/delivery-faults/run-delivery-faults.ts'
import { createTestStore } from './support/store/test-engines.ts'

test('imports each page once through lost answers, refusals, conflicts and kills', async () => {
  const store = await createTestStore('sqlite')
  try {
    const report = await runDeliveryFaults({
      place: store.options,
      kind: 'cloud',
      random: seededRandom(7),
      plans: [
        ...faultsAnywhere(1, { imports: 16, share: 0.25, mayHang: false }),
        ...killsAtEachArrow(3, 4).slice(2, 3),
      ],
    })
    assert.deepEqual(report.wrong, [])
    assert.equal(report.accepted + report.left, 20)
    assert.ok(report.reserved > report.left && report.left > 0)
    assert.equal(report.faults['kill-before'] + report.faults['kill-after'], 1)
    const faults = Object.values(report.faults).reduce((sum, count) => sum + count, 0)
    assert.ok(faults >= 12, JSON.stringify(report.faults))
  } finally {
    await store.remove()
  }
})
