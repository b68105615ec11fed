/**
 * Which worker does a call. One that is idle, if there is one; otherwise a small call goes behind
 * others of its kind, so that no worker has to wait for its next one.
 * @module
 */
import type { Job, WorkerCall } from './call-queue.ts'
import type { PoolMember } from './pool-member.ts'
import type { WorkerPoolOptions } from './worker-pool.ts'

/** What a worker holds, so that what is behind a long call does not wait for long. */
const maxCalls = 8
const maxBytes = 128 * 1024
/** Nothing more is put behind a call that takes so long, and what is there is taken back. */
const longHeadMs = 100
/** With that many left it gets the next, several at once. */
const refillAtCalls = 4

/** Ordinary work is over before; this may be ended at its deadline. */
export function hasWorkedLong(
  { headSinceMs }: PoolMember,
  now: number = performance.now(),
): boolean {
  return now - headSinceMs >= longHeadMs
}

/**
 * Look at the workers as they are now.
 * @param options The most that are busy at once, and whether a lane may have one more than that while
 * a worker of its own is at long work.
 * @returns Chooses the worker of a call that comes next; undefined when it has to wait.
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
  // Of those that are ready each lane leaves one to the other, where there is more than one.
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
