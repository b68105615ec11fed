/** Runs costly work in separate processes, killed at a deadline or memory limit. @module */

import { callerLeft } from '../base/places/place-bounds.ts'
import { callerOfWork, type Places } from '../base/places/places.ts'
import { fromRefusal, RequestError } from '../contract/errors.ts'
import {
  callPlaces,
  callQueue,
  type Job,
  longestCallMs,
  toFrame,
  type WorkerCall,
} from './call-queue.ts'
import { hasWorkedLong, workerChoice } from './choose-worker.ts'
import type { Frame, Message } from './frames.ts'
import {
  type MemberOptions,
  type PoolMember,
  reasonToEnd,
  startMember,
  WorkEndedError,
} from './pool-member.ts'
import { memoryBytesOf } from './process-usage.ts'
import type { SentError } from './run-worker.ts'

export interface WorkerPool {
  /**
   * @throws {RequestError} What the work itself refuses, and `unavailable` when too many wait.
   * @throws {WorkEndedError} When it was killed.
   */
  run(call: WorkerCall): Promise<Message>
  /** Wait until a worker is ready, at most `limitMs`. */
  whenReady(limitMs: number): Promise<void>
  memoryBytes(): number
  readonly gates: readonly Places[]
  close(): void
}

export interface WorkerPoolOptions extends MemberOptions {
  /** The most busy workers; a pool in the background keeps none ready. */
  readonly size: number
  /** Whether one more worker starts while another may have to be killed. */
  readonly hasSpare: boolean
  readonly maxWaitMs?: number
}

const watchMs = 25
const idleMs = 30_000
const startTimeoutMs = 60_000
const restartDelayMs = 500

export function workerPool(options: WorkerPoolOptions): WorkerPool {
  const members = new Set<PoolMember>()
  const queue = callQueue(options.maxWaitMs)
  const gates = callPlaces()
  let lastId = 0
  const nextId = (): number => {
    lastId += 1
    return lastId
  }
  let isClosed = false
  let watching: NodeJS.Timeout | undefined
  let shrinking: NodeJS.Timeout | undefined
  let isDispatching = false
  let canStartAtMs = 0
  const firstReady = Promise.withResolvers<void>()

  /** This many workers stand ready, because starting is slow on a busy machine. */
  const reserve = Math.min(2, options.size)

  const isStarting = (): boolean =>
    [...members].some(({ isReady, isRetired }) => !isReady && !isRetired)
  const busy = (): PoolMember[] => [...members].filter(({ jobs }) => jobs.length > 0)

  const keepReady = (): void => {
    if (isClosed || performance.now() < canStartAtMs) return
    const most =
      options.size + (options.hasSpare && busy().some((member) => hasWorkedLong(member)) ? 1 : 0)
    const coming = Math.max(reserve, Math.min(queue.length, options.size))
    const wanted = Math.min(busy().length + coming, most)
    while ([...members].filter(({ isRetired }) => !isRetired).length < wanted) {
      members.add(startMember(options, { onFrame: receive, onEnd: lose }))
    }
  }

  const receive = (member: PoolMember, { id, kind, ...message }: Frame): void => {
    if (id === 0) {
      member.isReady = true
      firstReady.resolve()
      dispatch()
      return
    }
    const [job] = member.jobs
    if (job?.id !== id) throw new Error('a worker answered out of turn')
    if (kind === 'part') {
      if (!job.isTakenBack) job.call.onPart?.(message)
      return
    }
    member.jobs.shift()
    queue.spend(job.call, performance.now() - member.headSinceMs)
    beginHead(member)
    if (!job.isTakenBack) {
      if (kind === 'error') job.reject(toError(message.value))
      else job.resolve(message)
    }
    if (member.jobs.length === 0) rest(member)
    dispatch()
  }

  const beginHead = (member: PoolMember): void => {
    member.headSinceMs = performance.now()
    member.headProcessorMs = undefined
  }

  const rest = (member: PoolMember): void => {
    if (member.isRetired) member.worker.kill()
    shrinking ??= setTimeout(shrink, idleMs).unref()
    shrinking.refresh()
  }

  const shrink = (): void => {
    if (busy().length > 0) return
    for (const member of [...members].slice(reserve)) {
      member.isRetired = true
      member.worker.kill()
    }
  }

  const lose = (member: PoolMember): void => {
    members.delete(member)
    const [head, ...others] = member.jobs.splice(0)
    if (head !== undefined) queue.spend(head.call, performance.now() - member.headSinceMs)
    queue.putBack(others.filter(({ isTakenBack }) => !isTakenBack))
    if (head !== undefined && !head.isTakenBack) endJob(head, member.endedFor ?? 'fault')
    // A worker that fails to start must not be restarted without a pause.
    if (!member.isReady && !member.isRetired) {
      canStartAtMs = performance.now() + restartDelayMs
      setTimeout(dispatch, restartDelayMs + 1).unref()
    }
    dispatch()
  }

  const endJob = (job: Job, reason: WorkEndedError['reason']): void => {
    if (isClosed) job.reject(closed())
    // The system may have killed the worker for memory, so the job gets a second try.
    else if (reason === 'fault' && !job.isSecondTry) {
      queue.putBack([{ ...job, id: nextId(), isSecondTry: true }])
    } else job.reject(new WorkEndedError(reason))
  }

  const forget = (member: PoolMember, jobs: readonly Job[]): void => {
    for (const job of jobs) job.isTakenBack = true
    // The first job has started and stays with the worker.
    const left = jobs.filter((job) => job !== member.jobs[0])
    member.worker.send(left.map(({ id }) => ({ id, kind: 'forget', value: null, parts: [] })))
  }

  /** The caller has left: a started job runs on to its end or deadline. */
  const leave = (call: WorkerCall): void => {
    queue.remove(call)
    for (const member of members) {
      const left = member.jobs.filter((job) => job.call === call)
      if (left.length > 0) forget(member, left)
    }
  }

  const ask = (call: WorkerCall): Promise<Message> => {
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    const { signal } = call
    const onLeave = (): void => {
      leave(call)
      reject(callerLeft())
    }
    signal?.addEventListener('abort', onLeave, { once: true })
    const waits = { key: callerOfWork(), waitsSinceMs: performance.now(), isTakenBack: false }
    queue.add({ id: nextId(), call, ...waits, resolve, reject })
    dispatch()
    return promise.finally(() => signal?.removeEventListener('abort', onLeave))
  }

  /** Calls of one turn of the event loop are sent together. */
  const dispatch = (): void => {
    if (isDispatching) return
    isDispatching = true
    setImmediate(() => {
      isDispatching = false
      handOut()
    })
  }

  const handOut = (): void => {
    keepReady()
    const workerOf = workerChoice(members, options)
    const given = new Map<PoolMember, Job[]>()
    queue.handOut((job) => {
      const member = workerOf(job.call)
      if (member === undefined) return false
      if (member.jobs.push(job) === 1) beginHead(member)
      given.set(member, [...(given.get(member) ?? []), job])
      return true
    })
    for (const [{ worker }, jobs] of given) worker.send(jobs.map(toFrame))
    if (given.size > 0) keepReady()
    if (busy().length + queue.length > 0) {
      // The timer also keeps the event loop alive, which the workers do not.
      watching ??= setInterval(watch, watchMs)
    }
  }

  const watch = (): void => {
    const now = performance.now()
    for (const member of members) {
      if (member.isReady) watchHead(member, now)
      else if (now - member.headSinceMs > startTimeoutMs) member.worker.kill()
    }
    // Before refusing: jobs taken back may have waited long, and a worker may be idle.
    handOut()
    queue.refuseOverdue(now, isStarting())
    if (busy().length + queue.length === 0) {
      clearInterval(watching)
      watching = undefined
    }
  }

  const watchHead = (member: PoolMember, now: number): void => {
    // Most work ends before it must be checked.
    if (member.endedFor !== undefined || now - member.headSinceMs < watchMs) return
    member.endedFor = reasonToEnd(member, now, options.maxWorkerBytes)
    if (member.endedFor !== undefined) {
      member.worker.kill()
      return
    }
    const [, ...others] = member.jobs
    if (!hasWorkedLong(member)) return
    const waiting = others.filter(({ isTakenBack }) => !isTakenBack)
    if (waiting.length === 0) return
    // They had their turn, so they go first, and their wait starts again.
    queue.putBack(waiting.map((job) => ({ ...job, id: nextId(), waitsSinceMs: now })))
    forget(member, waiting)
  }

  keepReady()
  return {
    run(call) {
      if (isClosed) return Promise.reject(closed())
      const { lane, signal, deadlineMs } = call
      // It may be started twice, and wait each time.
      const workMs = 2 * longestCallMs(deadlineMs)
      return gates[lane].hold({ key: callerOfWork(), signal, workMs }, () => ask(call))
    },
    gates: Object.values(gates),
    async whenReady(limitMs) {
      const timer = setTimeout(firstReady.resolve, limitMs)
      await firstReady.promise
      clearTimeout(timer)
    },
    memoryBytes: () =>
      [...members].reduce(
        (sum, { worker: { pid } }) => sum + ((pid && memoryBytesOf(pid)) || 0),
        0,
      ),
    close() {
      isClosed = true
      clearInterval(watching)
      clearTimeout(shrinking)
      for (const job of queue.drain()) job.reject(closed())
      for (const { worker } of members) worker.kill()
    },
  }
}

function toError(value: unknown): Error {
  const sent = value as SentError
  if ('refusal' in sent) return fromRefusal(sent.refusal)
  const { message, stack } = sent
  return Object.assign(new Error(message), { stack })
}

function closed(): RequestError {
  return new RequestError('unavailable', 'The service is stopping. Try again in a few seconds.', {
    retryAfterSeconds: 2,
  })
}
