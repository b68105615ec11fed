/**
 * Calls that wait for a worker: reading before importing, callers in turn, and none for long.
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
  /** Which work comes first when there is much. */
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
  /** Put jobs before all others, in their order. */
  putBack(jobs: readonly Job[]): void
  /**
   * Hand jobs out, reading before importing, each caller's in turn.
   * @param isGiven Gives one to a worker; when it cannot, the rest of the lane waits as well.
   */
  handOut(isGiven: (job: Job) => boolean): void
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

/**
 * Make an empty queue.
 * @param maxWaitMs How long a call may wait; not longer than for a worker that starts.
 */
export function callQueue(maxWaitMs: number = usualWaitMs): CallQueue {
  const lanes: Readonly<Record<Lane, FairQueue<Job>>> = {
    reading: fairQueue(),
    importing: fairQueue(),
  }
  return {
    get length() {
      return lanes.reading.length + lanes.importing.length
    },
    add(job) {
      lanes[job.call.lane].add(job)
    },
    remove(call) {
      const lane = lanes[call.lane]
      for (const job of [...lane].filter((one) => one.call === call)) lane.remove(job)
    },
    putBack(jobs) {
      for (const job of jobs.toReversed()) lanes[job.call.lane].putBack(job)
    },
    handOut(isGiven) {
      for (const lane of [lanes.reading, lanes.importing]) {
        // Whoever's turn it is may need a worker of their own: nobody slips by behind those at work.
        let isRoom = true
        const isNext = (job: Job): boolean => {
          isRoom = isRoom && isGiven(job)
          return isRoom
        }
        while (lane.next(isNext) !== undefined);
      }
    },
    refuseOverdue(now, isStarting) {
      const limitMs = isStarting ? maxStartWaitMs : maxWaitMs
      for (const lane of Object.values(lanes)) {
        for (const job of [...lane].filter(({ waitsSinceMs }) => now - waitsSinceMs > limitMs)) {
          lane.remove(job)
          job.reject(tooBusy())
        }
      }
    },
    drain() {
      const jobs = Object.values(lanes).flatMap((lane) => [...lane])
      for (const job of jobs) lanes[job.call.lane].remove(job)
      return jobs
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
