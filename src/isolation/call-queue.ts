/** The queue of calls to workers, in which tasks and callers take turns. @module */

import { type FairQueue, fairQueue, type WaitingCaller } from '../base/places/fair-queue.ts'
import { shareOfCaller } from '../base/places/place-bounds.ts'
import { type Places, places } from '../base/places/places.ts'
import { RequestError } from '../contract/errors.ts'
import type { Frame, Message } from './frames.ts'
import type { TaskName } from './tasks.ts'

export interface AskedWork extends Message {
  /** Aborted when the caller has left: then the call is not started. */
  readonly signal?: AbortSignal | undefined
}

export interface WorkerCall extends AskedWork {
  readonly task: TaskName
  /** Neither lane ever takes all workers. */
  readonly lane: Lane
  readonly deadlineMs: number
  readonly onPart?: (message: Message) => void
}

export type Lane = 'reading' | 'importing'

export interface Job extends WaitingCaller {
  readonly id: number
  readonly call: WorkerCall
  readonly waitsSinceMs: number
  readonly resolve: (message: Message) => void
  readonly reject: (error: unknown) => void
  /** It was taken back from a worker to wait again, and another worker will answer it. */
  isTakenBack: boolean
  readonly isSecondTry?: true
}

export interface CallQueue {
  readonly length: number
  add(job: Job): void
  remove(call: WorkerCall): void
  putBack(jobs: readonly Job[]): void
  /**
   * Hand out jobs: first those of the task with the least worker time, and within a task callers
   * take turns. A task gains no advantage from having been idle.
   * @param isGiven Gives a job to a worker; if it cannot, the rest of the lane waits.
   */
  handOut(isGiven: (job: Job) => boolean): void
  spend(call: WorkerCall, ms: number): void
  /** Refuse jobs that have waited too long; the limit is longer while workers start. */
  refuseOverdue(now: number, isStarting: boolean): void
  drain(): Job[]
}

/** Calls that wait longer are refused, because the caller gives up about then. */
const usualWaitMs = 5_000
/** Starting a worker may take this long on a busy machine. */
const maxStartWaitMs = 20_000

/** On a busy machine only the used processor time counts, up to this multiple of the deadline. */
export const maxWaitFactor = 4

export function longestCallMs(deadlineMs: number): number {
  return maxStartWaitMs + deadlineMs * maxWaitFactor
}

/** The most calls that wait or run. */
const maxCalls: Readonly<Record<Lane, number>> = { reading: 80, importing: 144 }

export function callPlaces(): Readonly<Record<Lane, Places>> {
  const ofLane = (lane: Lane): Places =>
    places({
      name: `workers: ${lane}`,
      maxTaken: maxCalls[lane],
      maxWaiting: 0,
      maxWaitMs: 0,
      maxTakenOfCaller: shareOfCaller(maxCalls[lane]),
      // Each call has its own deadline.
      deadlineMs: 0,
      fullText: tooBusyText,
    })
  return { reading: ofLane('reading'), importing: ofLane('importing') }
}

interface WaitingTask {
  readonly jobs: FairQueue<Job>
  spentMs: number
}

const nameOf = ({ lane, task }: WorkerCall): string => `${lane} ${task}`

/** @param maxWaitMs How long a call may wait for a running worker. */
export function callQueue(maxWaitMs: number = usualWaitMs): CallQueue {
  const tasks = new Map<string, WaitingTask>()
  let servedMs = 0
  const taskOf = ({ call }: Job): WaitingTask => {
    const task = tasks.get(nameOf(call)) ?? { jobs: fairQueue(), spentMs: 0 }
    tasks.set(nameOf(call), task)
    if (task.jobs.length === 0) task.spentMs = Math.max(task.spentMs, servedMs)
    return task
  }
  const jobsOf = (): Job[] => [...tasks.values()].flatMap(({ jobs }) => [...jobs])
  return {
    get length() {
      return [...tasks.values()].reduce((sum, { jobs }) => sum + jobs.length, 0)
    },
    add(job) {
      taskOf(job).jobs.add(job)
    },
    remove(call) {
      const jobs = tasks.get(nameOf(call))?.jobs
      for (const job of [...(jobs ?? [])].filter((one) => one.call === call)) jobs?.remove(job)
    },
    putBack(jobs) {
      for (const job of jobs.toReversed()) taskOf(job).jobs.putBack(job)
    },
    handOut(isGiven) {
      const fullLanes = new Set<Lane>()
      // The next job may need an idle worker: no later job overtakes it.
      const isNext = (job: Job): boolean => {
        const { lane } = job.call
        if (!fullLanes.has(lane) && !isGiven(job)) fullLanes.add(lane)
        return !fullLanes.has(lane)
      }
      const waiting = [...tasks.values()].filter(({ jobs }) => jobs.length > 0)
      for (const task of waiting.sort((one, other) => one.spentMs - other.spentMs)) {
        while (task.jobs.next(isNext) !== undefined) servedMs = Math.max(servedMs, task.spentMs)
      }
    },
    spend(call, ms) {
      const spending = tasks.get(nameOf(call))
      if (spending !== undefined) spending.spentMs += ms
    },
    refuseOverdue(now, isStarting) {
      const limitMs = isStarting ? maxStartWaitMs : maxWaitMs
      for (const { jobs } of tasks.values()) {
        for (const job of [...jobs].filter(({ waitsSinceMs }) => now - waitsSinceMs > limitMs)) {
          jobs.remove(job)
          job.reject(tooBusy())
        }
      }
    },
    drain() {
      const drained = jobsOf()
      for (const job of drained) tasks.get(nameOf(job.call))?.jobs.remove(job)
      return drained
    },
  }
}

const tooBusyText = 'Too much is worked on at the moment. Try again in a second.'

function tooBusy(): RequestError {
  return new RequestError('unavailable', tooBusyText, { retryAfterSeconds: 1 })
}

export function toFrame({ id, call: { task, value, parts } }: Job): Frame {
  return { id, kind: 'call', task, value, parts }
}
