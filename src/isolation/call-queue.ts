/**
 * Calls that wait for a worker: tasks share the time of the workers, callers of a task take turns, and
 * nobody waits for long.
 * @module
 */
import { RequestError } from '../base/errors.ts'
import { type FairQueue, fairQueue, type WaitingCaller } from '../base/places/fair-queue.ts'
import { shareOfCaller } from '../base/places/place-bounds.ts'
import { type Places, places } from '../base/places/places.ts'
import type { Frame, Message } from './frames.ts'
import type { TaskName } from './tasks.ts'

/** Work that somebody asks for. */
export interface AskedWork extends Message {
  /** Aborted when whoever asked has left: it is not begun then. */
  readonly signal?: AbortSignal | undefined
}

export interface WorkerCall extends AskedWork {
  readonly task: TaskName
  /** Neither lane ever takes all workers. */
  readonly lane: Lane
  readonly deadlineMs: number
  /** Told of each answer that comes before the result. */
  readonly onPart?: (message: Message) => void
}

export type Lane = 'reading' | 'importing'

/** A call, and who waits for its result. */
export interface Job extends WaitingCaller {
  readonly id: number
  readonly call: WorkerCall
  readonly waitsSinceMs: number
  readonly resolve: (message: Message) => void
  readonly reject: (error: unknown) => void
  /** It waits again, because what was sent with it takes long; its answer comes from elsewhere. */
  isTakenBack: boolean
  /** A worker has ended over it by itself. */
  readonly isSecondTry?: true
}

export interface CallQueue {
  readonly length: number
  add(job: Job): void
  /** Take a call out that nobody waits for any more. */
  remove(call: WorkerCall): void
  /** Put jobs before all others of their kind, in their order. */
  putBack(jobs: readonly Job[]): void
  /**
   * Hand jobs out: the task that workers spent the least time on comes first, and of a task each
   * caller's in turn. A task that had nothing waiting gains nothing by that.
   * @param isGiven Gives one to a worker; when it cannot, the rest of the lane waits as well.
   */
  handOut(isGiven: (job: Job) => boolean): void
  /** Note the time that a worker spent on a call. */
  spend(call: WorkerCall, ms: number): void
  /** Refuse those that have waited too long; longer, while workers are starting. */
  refuseOverdue(now: number, isStarting: boolean): void
  /** Take all there are. */
  drain(): Job[]
}

/** Work that waits so long is refused: whoever asked has given up, or soon will. */
const usualWaitMs = 5_000
/** A busy machine may take so long to start a worker. */
const maxStartWaitMs = 20_000

/** On a busy machine a worker may get no time: only what it used counts, up to this much more. */
export const maxWaitFactor = 4

/** Tell how long a call can take: it waits, and it is worked on. */
export function longestCallMs(deadlineMs: number): number {
  return maxStartWaitMs + deadlineMs * maxWaitFactor
}

/** Calls that wait or are worked on. */
const maxCalls: Readonly<Record<Lane, number>> = { reading: 80, importing: 144 }

/** Make the places of all calls: each has one from its asking to its answer. */
export function callPlaces(): Readonly<Record<Lane, Places>> {
  const ofLane = (lane: Lane): Places =>
    places({
      name: `workers: ${lane}`,
      maxTaken: maxCalls[lane],
      maxWaiting: 0,
      maxWaitMs: 0,
      maxTakenOfCaller: shareOfCaller(maxCalls[lane]),
      // Each call says what it may take.
      deadlineMs: 0,
      fullText: tooBusyText,
    })
  return { reading: ofLane('reading'), importing: ofLane('importing') }
}

/** The calls of one task that wait, and its share of the workers' time. */
interface WaitingTask {
  readonly jobs: FairQueue<Job>
  /** Compared among the tasks that have something waiting. */
  spentMs: number
}

const nameOf = ({ lane, task }: WorkerCall): string => `${lane} ${task}`

/**
 * Make an empty queue.
 * @param maxWaitMs How long a call may wait; not longer than for a worker that starts.
 */
export function callQueue(maxWaitMs: number = usualWaitMs): CallQueue {
  const tasks = new Map<string, WaitingTask>()
  /** What the task that was served last has spent. */
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
      // Whoever's turn it is may need a worker of their own: nobody slips by behind those at work.
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

/** Write a call as a worker is sent it. */
export function toFrame({ id, call: { task, value, parts } }: Job): Frame {
  return { id, kind: 'call', task, value, parts }
}
