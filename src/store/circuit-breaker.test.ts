/** What opens no circuit, and when it asks no more. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { DatabaseUnavailableError } from '../contract/errors.ts'
import { circuitBreaker } from './circuit-breaker.ts'

const gone = new DatabaseUnavailableError('gone')

function breakerOfLostStore() {
  const seen = { probes: 0 }
  const probe = async () => {
    seen.probes += 1
    throw gone
  }
  return { breaker: circuitBreaker({ probe, onOpen: () => {}, intervalMs: 1 }), seen }
}

test('takes no fault of a caller for one of the store', async () => {
  const { breaker, seen } = breakerOfLostStore()
  await assert.rejects(breaker.run(() => Promise.reject(new TypeError('ours'))))
  await turn()
  assert.equal(seen.probes, 0)
})

test('asks no more once it is stopped', async () => {
  const { breaker, seen } = breakerOfLostStore()
  await breaker.check()
  breaker.stop()
  const { probes } = seen
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(seen.probes, probes)
})
