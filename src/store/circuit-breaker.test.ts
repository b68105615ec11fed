import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { DatabaseUnavailableError } from '../contract/errors.ts'
import { circuitBreaker } from './circuit-breaker.ts'

const gone = new DatabaseUnavailableError('gone')

function breakerOver(state: { isThere: boolean }) {
  const seen = { probes: 0, opened: 0 }
  const breaker = circuitBreaker({
    probe: async () => {
      seen.probes += 1
      if (!state.isThere) throw gone
    },
    onOpen: () => {
      seen.opened += 1
    },
    intervalMs: 1,
  })
  return { breaker, seen }
}

test('stays closed after one failure of a store that confirms writes', async () => {
  const { breaker, seen } = breakerOver({ isThere: true })
  await assert.rejects(breaker.run(() => Promise.reject(gone)))
  await turn()
  assert.equal(seen.probes, 1)
  assert.equal(await breaker.run(async () => 'done'), 'done')
})

test('refuses at once while the store confirms nothing, and closes by itself', async () => {
  const state = { isThere: false }
  const { breaker, seen } = breakerOver(state)
  await assert.rejects(breaker.run(() => Promise.reject(gone)))
  while (breaker.problem === undefined) await turn()
  let isRun = false
  await assert.rejects(
    breaker.run(async () => {
      isRun = true
    }),
    DatabaseUnavailableError,
  )
  assert.equal(isRun, false)
  assert.equal(seen.opened, 1)
  state.isThere = true
  while (breaker.problem !== undefined) await turn()
  assert.equal(await breaker.run(async () => 'done'), 'done')
})

test('takes no fault of a caller for one of the store', async () => {
  const { breaker, seen } = breakerOver({ isThere: false })
  await assert.rejects(breaker.run(() => Promise.reject(new TypeError('ours'))))
  await turn()
  assert.equal(seen.probes, 0)
})

test('asks no more once it is stopped', async () => {
  const { breaker, seen } = breakerOver({ isThere: false })
  await breaker.check()
  breaker.stop()
  const { probes } = seen
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(seen.probes, probes)
})
