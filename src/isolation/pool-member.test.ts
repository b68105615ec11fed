import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxWaitFactor } from './call-queue.ts'
import { type PoolMember, reasonToEnd } from './pool-member.ts'
import { processorMsOf } from './process-usage.ts'

/** Tell why a worker is ended that has waited as long as it may, and had a share of its time. */
function reasonAfter(share: number, waitFactor: number): ReturnType<typeof reasonToEnd> {
  const usedMs = processorMsOf(process.pid) as number
  const deadlineMs = usedMs / share
  const member = {
    worker: { pid: process.pid },
    jobs: [{ call: { deadlineMs } }],
    headSinceMs: 0,
    headProcessorMs: 0,
  } as unknown as PoolMember
  return reasonToEnd(member, deadlineMs * waitFactor, Number.MAX_SAFE_INTEGER)
}

test('calls work costly only when it had its time', (t) => {
  if (process.platform !== 'linux') return t.diagnostic('only Linux tells the time of others')
  assert.equal(reasonAfter(1, 1), 'deadline')
  for (const share of [0.05, 0.5, 0.8]) {
    assert.equal(reasonAfter(share, maxWaitFactor), undefined, 'it may still get its time')
    assert.equal(reasonAfter(share, maxWaitFactor + 1), 'starved', `${share}`)
  }
})
