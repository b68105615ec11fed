/**
 * Which worker does a call. One that is idle, if there is one; otherwise a small call goes behind
 * others of its kind, so that no worker has to wait for its next one.
 * @module
 */
import type { Job, WorkerCall } from './call-queue.ts'
import type { PoolMember } from './pool-member.ts'

/** What a worker holds, so that what is behind a long call does not wait for long. */
const maxCalls = 8
const maxBytes = 128 * 1024
/** Nothing more is put behind a call that takes so long, and what is there is taken back. */
export const longHeadMs = 100
/** With that many left it gets the next, several at once. */
const refillAtCalls = 4

/**
 * Look at the workers as they are now.
 * @param size The most that are busy at once.
 * @returns Chooses the worker of a call that comes next; undefined when it has to wait.
 */
export function workerChoice(
  members: Iterable<PoolMember>,
  size: number,
  now: number = performance.now(),
): (call: WorkerCall) => PoolMember | undefined {
  const all = [...members]
  const ready = all.filter(({ isReady, isRetired }) => isReady && !isRetired)
  const idle = ready.filter(({ jobs }) => jobs.length === 0)
  const open = ready.filter(
    ({ jobs, headSinceMs }) => jobs.length <= refillAtCalls && now - headSinceMs < longHeadMs,
  )
  // Of those that are ready one is left for reading, where there is more than one.
  const maxImporting = size === 1 ? 1 : Math.min(ready.length, size) - 1
  const canBegin = ({ lane }: WorkerCall): boolean => {
    const busy = all.filter(({ jobs }) => jobs.length > 0)
    const isRoom = busy.length < size
    return isRoom && (lane === 'reading' || busy.filter(isImporting).length < maxImporting)
  }
  return (call) => {
    const first = idle.find(({ jobs }) => jobs.length === 0)
    if (first !== undefined && canBegin(call)) return first
    return [...idle, ...open]
      .filter((member) => canFollow(call, member))
      .sort((one, other) => bytesOf(one.jobs) - bytesOf(other.jobs))[0]
  }
}

function isImporting({ jobs }: PoolMember): boolean {
  return jobs[0]?.call.lane === 'importing'
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
