/** A worker of a pool with its jobs, and the rule for when it is killed. @module */
import { type Job, maxWaitFactor } from './call-queue.ts'
import type { Frame } from './frames.ts'
import { memoryBytesOf, processorMsOf } from './process-usage.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

/** `starved`: the machine was too busy, and the work may be cheap. */
export type EndedFor = 'deadline' | 'memory' | 'starved'

export class WorkEndedError extends Error {
  override readonly name = 'WorkEndedError'
  readonly reason: EndedFor | 'fault'

  /** @param reason `fault` when the worker died by itself. */
  constructor(reason: WorkEndedError['reason']) {
    super(`work was ended: ${reason}`)
    this.reason = reason
  }
}

export interface PoolMember {
  readonly worker: WorkerProcess
  isReady: boolean
  readonly jobs: Job[]
  headSinceMs: number
  headProcessorMs: number | undefined
  endedFor: EndedFor | undefined
  /** The worker grew too large: it gets no more jobs and ends after its present ones. */
  isRetired: boolean
}

export interface MemberOptions {
  readonly maxWorkerBytes: number
}

interface MemberEvents {
  onFrame(member: PoolMember, frame: Frame): void
  onEnd(member: PoolMember): void
}

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

/** A worker that used this share of its time was not starved. */
const wholeShare = 0.9
/** A worker beyond this share of its memory is replaced when it is idle. */
const retireShare = 0.6

/**
 * Whether a worker is to be killed because of its present job; also retires it when it has grown.
 * @returns The reason; undefined when it may go on.
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
