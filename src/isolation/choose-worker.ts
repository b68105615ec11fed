/** Chooses an idle worker for a call, or queues small calls behind others of their kind. @module */
import type { Job, WorkerCall } from './call-queue.ts'
import type { PoolMember } from './pool-member.ts'
import type { WorkerPoolOptions } from './worker-pool.ts'

/** Limits of a worker's queue, so that nothing waits long behind a slow call. */
const maxCalls = 8
const maxBytes = 128 * 1024
/** Nothing is queued behind a call that has run this long, and queued calls are taken back. */
const longHeadMs = 100
/** A worker with at most this many calls left gets several new ones at once. */
const refillAtCalls = 4

/** Ordinary calls end sooner; this one may run into its deadline. */
export function hasWorkedLong(
  { headSinceMs }: PoolMember,
  now: number = performance.now(),
): boolean {
  return now - headSinceMs >= longHeadMs
}

/**
 * Returns the worker for the next call, or undefined when it must wait.
 * @param options `hasSpare` allows a lane one more worker while another is at long work.
 */
export function workerChoice(
  members: Iterable<PoolMember>,
  { size, hasSpare }: Pick<WorkerPoolOptions, 'size' | 'hasSpare'>,
  now: number = performance.now(),
): (call: WorkerCall) => PoolMember | undefined {
  const all = [...members]
  const ready = all.filter(({ isReady, isRetired }) => isReady && !isRetired)
  const idle = ready.filter(({ jobs }) => jobs.length === 0)
  const open = ready.filter(
    (member) => member.jobs.length <= refillAtCalls && !hasWorkedLong(member, now),
  )
  // With more than one ready worker, each lane leaves one to the other lane.
  const maxOfLane = size === 1 ? 1 : Math.min(ready.length, size) - 1
  const canBegin = ({ lane }: WorkerCall): boolean => {
    const busy = all.filter(({ jobs }) => jobs.length > 0)
    const ofLane = busy.filter(({ jobs }) => jobs[0]?.call.lane === lane)
    const spare = hasSpare && ofLane.some((member) => hasWorkedLong(member, now)) ? 1 : 0
    return busy.length < size + spare && ofLane.length < maxOfLane + spare
  }
  return (call) => {
    const first = idle.find(({ jobs }) => jobs.length === 0)
    if (first !== undefined && canBegin(call)) return first
    return [...idle, ...open]
      .filter((member) => canFollow(call, member))
      .sort((one, other) => bytesOf(one.jobs) - bytesOf(other.jobs))[0]
  }
}

function canFollow(call: WorkerCall, { jobs }: PoolMember): boolean {
  if (jobs[0]?.call.lane !== call.lane || jobs.length >= maxCalls) return false
  return bytesOf([...jobs, { call }]) <= maxBytes
}

function bytesOf(jobs: readonly Pick<Job, 'call'>[]): number {
  return jobs.reduce(
    (sum, { call }) => call.parts.reduce((bytes, part) => bytes + part.byteLength, sum),
    0,
  )
}
