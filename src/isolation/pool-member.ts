/** A worker of a pool, with what it was sent, and the rule for when it is ended. @module */
import { constants, setPriority } from 'node:os'
import { type Job, maxWaitFactor } from './call-queue.ts'
import type { Frame } from './frames.ts'
import { memoryBytesOf, processorMsOf } from './process-usage.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

/** `starved`: the machine kept the worker from its time, and the work may be as cheap as any. */
export type EndedFor = 'deadline' | 'memory' | 'starved'

/** Work was ended before it was done. */
export class WorkEndedError extends Error {
  override readonly name = 'WorkEndedError'
  readonly reason: EndedFor | 'fault'

  /** @param reason What ended it; `fault` when the worker ended by itself. */
  constructor(reason: WorkEndedError['reason']) {
    super(`work was ended: ${reason}`)
    this.reason = reason
  }
}

export interface PoolMember {
  readonly worker: WorkerProcess
  isReady: boolean
  /** What it was sent, in order; it works on the first. */
  readonly jobs: Job[]
  headSinceMs: number
  /** Processor time when the head was first looked at. */
  headProcessorMs: number | undefined
  endedFor: EndedFor | undefined
  /** It grew: it takes no more work, and ends with what it has. */
  isRetired: boolean
}

export interface MemberOptions {
  /** What one worker may hold. */
  readonly maxWorkerBytes: number
  /** Whether others go first: the system gives it what they leave. */
  readonly isInBackground?: boolean
}

/** Is told of a member. */
interface MemberEvents {
  onFrame(member: PoolMember, frame: Frame): void
  onEnd(member: PoolMember): void
}

/**
 * Start a worker that has nothing to do yet.
 * @param events Are told what comes from it, and of its end.
 */
export function startMember(
  { maxWorkerBytes }: MemberOptions,
  { onFrame, onEnd }: MemberEvents,
): PoolMember {
  const member: PoolMember = {
    isReady: false,
    jobs: [],
    headSinceMs: performance.now(),
    headProcessorMs: undefined,
    endedFor: undefined,
    isRetired: false,
    worker: startWorker(Math.floor(maxWorkerBytes / 1024 / 1024), {
      onFrame: (frame) => onFrame(member, frame),
      onEnd: () => onEnd(member),
    }),
  }
  return member
}

/**
 * Let others go first from now on: to start is no work that anybody could be kept waiting with. On a busy
 * machine the lowest priority is next to no time at all.
 */
export function yieldToOthers({ worker: { pid } }: PoolMember): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
}

/** Whoever used so much of its time was not kept from it; of less nothing is known of the work. */
const wholeShare = 0.9
/** A worker beyond this share of its memory is replaced once it has nothing to do. */
const retireShare = 0.6

/**
 * Tell whether a worker is to be ended over the work that it is at, and note what it has grown to.
 * @returns Why; undefined when it may go on.
 */
export function reasonToEnd(
  member: PoolMember,
  now: number,
  maxWorkerBytes: number,
): EndedFor | undefined {
  const { pid } = member.worker
  const [head] = member.jobs
  if (head === undefined || pid === undefined) return undefined
  const memoryBytes = memoryBytesOf(pid) ?? 0
  if (memoryBytes > maxWorkerBytes * retireShare) member.isRetired = true
  if (memoryBytes > maxWorkerBytes) return 'memory'
  return reasonOfTime(member, pid, head.call.deadlineMs, now)
}

function reasonOfTime(
  member: PoolMember,
  pid: number,
  deadlineMs: number,
  now: number,
): 'deadline' | 'starved' | undefined {
  const elapsedMs = now - member.headSinceMs
  const usedMs = processorMsOf(pid)
  member.headProcessorMs ??= usedMs
  if (elapsedMs < deadlineMs) return undefined
  const usedShare = usedMs === undefined ? 1 : (usedMs - (member.headProcessorMs ?? 0)) / deadlineMs
  if (usedShare >= wholeShare) return 'deadline'
  return elapsedMs > deadlineMs * maxWaitFactor ? 'starved' : undefined
}
