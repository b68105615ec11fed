import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreState } from './database.ts'
import { storeStateOf } from './store-state.ts'

const fine: StoreState = { problem: undefined }

test('looks once for all who ask at a time, and not again while the answer is fresh', async () => {
  let looks = 0
  let nowMs = 0
  const probe = async (): Promise<StoreState> => {
    looks += 1
    return fine
  }
  const state = storeStateOf({ probe }, { freshMs: 100, now: () => nowMs })
  assert.deepEqual(await Promise.all([state(), state(), state()]), [fine, fine, fine])
  nowMs = 99
  await state()
  assert.equal(looks, 1)
  nowMs = 100
  await state()
  assert.equal(looks, 2)
})

test('waits no longer than its time for a store that answers nothing', async () => {
  const state = storeStateOf({ probe: () => new Promise(() => {}) }, { timeoutMs: 1 })
  assert.match(String((await state()).problem), /did not confirm a write in time/)
})

test('believes what is known to be wrong before what was seen', async () => {
  const problem = new Error('gone')
  const store = { probe: async () => fine, problem: undefined as Error | undefined }
  const state = storeStateOf(store)
  assert.equal(await state(), fine)
  store.problem = problem
  assert.deepEqual(await state(), { problem })
})
