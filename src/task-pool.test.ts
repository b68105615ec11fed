/** Work in other threads: where it runs, and that it ends. @module */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { threadId } from 'node:worker_threads'
import { askThreadTask, runForeverTask } from '../test/support/test-tasks.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { taskPool } from './task-pool.ts'

const pool = taskPool()
const impatient = taskPool({ deadlineMs: 500 })
const large = 10_000_000
after(() => Promise.all([pool.close(), impatient.close()]))

test('large work is done in another thread, small work at once', async () => {
  assert.equal(await pool.run(askThreadTask, null, 1), threadId)
  assert.notEqual(await pool.run(askThreadTask, null, large), threadId)
})

test('work that does not end is ended, and the pool goes on', async () => {
  await assert.rejects(impatient.run(runForeverTask, null, large), {
    key: 'unavailable',
    message: 'The document is too large to be worked on now.',
  })
  // A new thread may take longer to start than its work has time.
  await waitUntil('work is done again', async () => {
    return (await impatient.run(askThreadTask, null, large)) !== threadId
  })
})
