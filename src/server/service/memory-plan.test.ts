/**
 * However small or large the budget, the parts of the plan fit into it, and
 * neither strangers nor sites of Confluence take the places of others.
 * @module
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sitePlaces } from './connected-spaces.ts'
import { createGates, planMemory } from './memory-plan.ts'

const mib = 1024 * 1024

test('shares out no more than there is, from a small budget to a large one', () => {
  for (const budget of [256, 300, 512, 1_024, 4_096, 65_536]) {
    for (const cores of [1, 2, 8, 64]) {
      const { workers, maxBufferedBytes } = planMemory(budget * mib, cores)
      assert.ok(workers.size >= 1 && workers.size <= cores + 2)
      assert.ok(workers.maxWorkerBytes >= 128 * mib)
      const isLeast = workers.size === 1 && workers.maxWorkerBytes === 128 * mib
      // One of them is a spare that works while another has to be ended.
      const shared = Math.max(1, workers.size - 1) * workers.maxWorkerBytes + maxBufferedBytes
      assert.ok(isLeast || shared <= budget * mib, `${budget} MiB, ${cores} cores`)
    }
  }
})

test('lets as many workers import as there are cores, where no budget is given', () => {
  for (const cores of [1, 2, 4, 16, 64]) {
    const { workers, maxAtWork } = planMemory(Math.max(1_024, 384 * cores) * mib, cores)
    // One worker is left to the other lane, and one to other callers.
    assert.equal(workers.size - 2, cores)
    assert.ok(maxAtWork >= Math.min(128, 2 * cores))
  }
})

const plan = planMemory(1024 * 1024 * 1024, 2)

test('strangers leave half of the requests to those who are known', async () => {
  const { requests } = createGates({ plan, usedMemory: () => 0, conversionTimeoutMs: 1_000 })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const strangers = Array.from({ length: plan.maxAtWork }, (_, index) =>
    requests.hold({ key: `network ${index}` }, () => answered),
  )
  assert.equal(requests.taken, plan.maxAtWork / 2)
  await requests.hold({ key: 'token', isKnown: true }, async () => {})
  answer()
  await Promise.all(strangers)
  assert.equal(requests.taken, 0)
})

test('a slow site leaves room for others, and says that there is none for itself', async () => {
  const sites = sitePlaces('tests', {
    maxTaken: 12,
    maxTakenOfCaller: 5,
    deadlineMs: 60_000,
  })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const slow = Array.from({ length: 17 }, () => sites.hold({ key: 'slow' }, () => answered))
  assert.deepEqual([sites.taken, sites.waiting], [5, 12])
  const refused = sites.hold({ key: 'slow' }, async () => {})
  await assert.rejects(refused, { key: 'unavailable', retryAfterSeconds: 3 })
  await sites.hold({ key: 'other' }, async () => assert.equal(sites.taken, 6))
  answer()
  await Promise.all(slow)
  assert.equal(sites.taken, 0)
})
