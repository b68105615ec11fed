/** A worker of a pool, with what it was sent, and the rule for when it is ended. @module */
import { type Job, maxWaitFactor } from './call-queue.ts'
import { memoryBytesOf, processorMsOf } from './process-usage.ts'
import type { WorkerProcess } from './worker-process.ts'

export interface PoolMember {
  readonly worker: WorkerProcess
  isReady: boolean
  /** What it was sent, in order; it works on the first. */
  readonly jobs: Job[]
  headSinceMs: number
  /** Processor time when the head was first looked at. */
  headProcessorMs: number | undefined
  endedFor: 'deadline' | 'memory' | undefined
  /** It grew: it takes no more work, and ends with what it has. */
  isRetired: boolean
}

/** A worker beyond this share of its memory is replaced once it has nothing to do. */
const retireShare = 0.6

/**
 * Tell whether a worker is to be ended over the work that it is at, and note what it has grown to.
 * @param member The worker.
 * @param now On the monotonic clock.
 * @param maxWorkerBytes What it may hold.
 * @returns Why; undefined when it may go on.
 */
export function reasonToEnd(
  member: PoolMember,
  now: number,
  maxWorkerBytes: number,
): 'memory' | 'deadline' | undefined {
  const { pid } = member.worker
  const [head] = member.jobs
  if (head === undefined || pid === undefined) return undefined
  const memoryBytes = memoryBytesOf(pid) ?? 0
  if (memoryBytes > maxWorkerBytes * retireShare) member.isRetired = true
  if (memoryBytes > maxWorkerBytes) return 'memory'
  return isOverdue(member, pid, head.call.deadlineMs, now) ? 'deadline' : undefined
}

function isOverdue(member: PoolMember, pid: number, deadlineMs: number, now: number): boolean {
  const elapsedMs = now - member.headSinceMs
  const usedMs = processorMsOf(pid)
  member.headProcessorMs ??= usedMs
  if (elapsedMs < deadlineMs) return false
  if (usedMs === undefined || elapsedMs > deadlineMs * maxWaitFactor) return true
  return usedMs - (member.headProcessorMs ?? 0) >= deadlineMs * 0.9
}
