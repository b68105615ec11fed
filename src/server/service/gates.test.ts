/** Neither strangers nor sites of Confluence take the places of others. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sitePlaces } from './connected-spaces.ts'
import { createGates } from './gates.ts'
import { planMemory } from './memory-plan.ts'

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
