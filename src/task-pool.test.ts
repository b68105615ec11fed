/** Work in other threads: where it runs, and that it ends. @module */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { threadId } from 'node:worker_threads'
import { askThreadTask, runForeverTask } from '../test/support/test-tasks.ts'
import { taskPool } from './task-pool.ts'

const pool = taskPool({ deadlineMs: 1_000 })
const large = 10_000_000
after(() => pool.close())

test('large work is done in another thread, small work at once', async () => {
  assert.equal(await pool.run(askThreadTask, null, 1), threadId)
  assert.notEqual(await pool.run(askThreadTask, null, large), threadId)
})

test('work that does not end is ended, and the pool goes on', async () => {
  await assert.rejects(pool.run(runForeverTask, null, large), {
    key: 'unavailable',
    message: 'The document is too large to be worked on now.',
  })
  assert.notEqual(await pool.run(askThreadTask, null, large), threadId)
})
