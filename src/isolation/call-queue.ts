/** Calls that wait for a worker: reading before importing, each in its order, and none for long. @module */
import { RequestError } from '../errors.ts'
import type { Message } from './frames.ts'
import type { TaskName } from './tasks.ts'

export interface WorkerCall extends Message {
  readonly task: TaskName
  /** Which work comes first when there is much. */
  readonly lane: Lane
  readonly deadlineMs: number
  /** Told of each answer that comes before the result. */
  readonly onPart?: (message: Message) => void
}

export type Lane = 'reading' | 'importing'

/** A call, and who waits for its result. */
export interface Job {
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
  /** @throws {RequestError} `unavailable` when too many wait. */
  add(job: Job): void
  /** Put jobs before all others, in their order. */
  putBack(jobs: readonly Job[]): void
  /**
   * Hand jobs out, reading before importing.
   * @param isGiven Gives one to a worker; when it cannot, the rest of the lane waits as well.
   */
  handOut(isGiven: (job: Job) => boolean): void
  /** Refuse those that have waited too long; longer, while workers are starting. */
  refuseOverdue(now: number, isStarting: boolean): void
  /** Take all there are. */
  drain(): Job[]
}

/** Work that waits so long is refused: whoever asked has given up, or soon will. */
const maxWaitMs = 5_000
/** A busy machine may take so long to start a worker. */
const maxStartWaitMs = 20_000

/** On a busy machine a worker may get no time: only what it used counts, up to this much more. */
export const maxWaitFactor = 4

/**
 * Tell how long a call can take: it waits, and it is worked on.
 * @param deadlineMs The limit of its work.
 */
export function longestCallMs(deadlineMs: number): number {
  return maxStartWaitMs + deadlineMs * maxWaitFactor
}

const maxWaiting: Readonly<Record<Lane, number>> = { reading: 64, importing: 128 }

/** Make an empty queue. */
export function callQueue(): CallQueue {
  const lanes: Readonly<Record<Lane, Job[]>> = { reading: [], importing: [] }
  return {
    get length() {
      return lanes.reading.length + lanes.importing.length
    },
    add(job) {
      const lane = lanes[job.call.lane]
      if (lane.length >= maxWaiting[job.call.lane]) throw tooBusy()
      lane.push(job)
    },
    putBack(jobs) {
      for (const job of jobs.toReversed()) lanes[job.call.lane].unshift(job)
    },
    handOut(isGiven) {
      for (const lane of [lanes.reading, lanes.importing]) {
        const firstLeft = lane.findIndex((job) => !isGiven(job))
        lane.splice(0, firstLeft === -1 ? lane.length : firstLeft)
      }
    },
    refuseOverdue(now, isStarting) {
      const limitMs = isStarting ? maxStartWaitMs : maxWaitMs
      for (const lane of Object.values(lanes)) {
        // The oldest come first.
        while (lane[0] !== undefined && now - lane[0].waitsSinceMs > limitMs) {
          lane.shift()?.reject(tooBusy())
        }
      }
    },
    drain: () => Object.values(lanes).flatMap((lane) => lane.splice(0)),
  }
}

function tooBusy(): RequestError {
  return new RequestError(
    'unavailable',
    'Too much is worked on at the moment. Try again in a second.',
    { retryAfterSeconds: 1 },
  )
}
