import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnknownOutcomeError } from '../../contract/errors.ts'
import { inTime } from './in-time.ts'

test('gives what a write returns, and what it throws', async () => {
  assert.equal(await inTime(Promise.resolve('saved'), 60_000), 'saved')
  await assert.rejects(inTime(Promise.reject(new Error('refused')), 60_000), { message: 'refused' })
})

test('tells that the outcome of a late write is unknown, whatever becomes of it', async () => {
  const { promise, reject } = Promise.withResolvers<string>()
  await assert.rejects(inTime(promise, 1), UnknownOutcomeError)
  reject(new Error('nobody hears this'))
  await new Promise(setImmediate)
})
