/** Runs costly work in separate processes, in which lanes and callers take turns. @module */

import type { Message } from '../../contract/base/message.ts'
import { callerOfWork, type Places, places } from '../../contract/base/places/places.ts'
import type { AskedWork, TaskName } from '../../contract/base/work.ts'
import { RequestError } from '../../contract/errors.ts'
import { maxWaitFactor, type Work, WorkEndedError, WorkerProcess } from './worker-process.ts'

/** Neither lane ever takes all workers. */
export type Lane = 'reading' | 'importing'

export interface WorkerCall extends AskedWork, Work {
  readonly task: TaskName
  readonly lane: Lane
}

export interface WorkerPool {
  /**
   * @throws {RequestError} What the work itself refuses, and `unavailable` when too many wait.
   * @throws {WorkEndedError} When it was killed.
   */
  run(call: WorkerCall): Promise<Message>
  /** Wait until a worker is ready, at most `limitMs`. */
  whenReady(limitMs: number): Promise<void>
  memoryBytes(): number
  readonly gates: Readonly<Record<Lane, Places>>
  close(): void
}

export interface WorkerPoolOptions {
  /** The most processes. */
  readonly size: number
  readonly maxWorkerBytes: number
  /** How long work may wait for its turn. */
  readonly maxWaitMs?: number
}

/** Work that waits longer is refused, because the caller gives up about then. */
const usualWaitMs = 5_000
const maxWaiting = 128
/** Starting a worker may take this long on a busy machine. */
const maxStartWaitMs = 20_000
const restartDelayMs = 500
const idleMs = 30_000
const tooBusyText = 'Too much is worked on at the moment. Try again in a second.'

/** The longest that a piece of work takes once it has its turn. */
export function longestWorkMs(deadlineMs: number): number {
  return maxStartWaitMs + deadlineMs * maxWaitFactor
}

export function workerPool(options: WorkerPoolOptions): WorkerPool {
  return new Pool(options)
}

class Pool implements WorkerPool {
  readonly gates: Readonly<Record<Lane, Places>>
  readonly #options: WorkerPoolOptions
  readonly #workers = new Set<WorkerProcess>()
  readonly #idle: WorkerProcess[] = []
  readonly #waiting = new Set<PromiseWithResolvers<WorkerProcess>>()
  readonly #firstReady = Promise.withResolvers<void>()
  readonly #shrinking: NodeJS.Timeout
  #restarting: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.gates = {
      reading: lanePlaces('reading', options),
      importing: lanePlaces('importing', options),
    }
    this.#shrinking = setTimeout(() => this.#shrink(), idleMs).unref()
    this.#keepReady()
  }

  async run(call: WorkerCall): Promise<Message> {
    if (this.#isClosed) throw closed()
    const { lane, signal, deadlineMs } = call
    // It may be started twice.
    const workMs = 2 * longestWorkMs(deadlineMs)
    return this.gates[lane].hold({ key: callerOfWork(), signal, workMs }, async () => {
      try {
        return await this.#work(call)
      } catch (error) {
        const isFault = error instanceof WorkEndedError && error.reason === 'fault'
        if (!isFault) throw error
        // The system may have ended the worker for memory that others took.
        return this.#work(call)
      }
    })
  }

  async whenReady(limitMs: number): Promise<void> {
    const timer = setTimeout(this.#firstReady.resolve, limitMs)
    await this.#firstReady.promise
    clearTimeout(timer)
  }

  memoryBytes(): number {
    return [...this.#workers].reduce((sum, worker) => sum + worker.memoryBytes(), 0)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#shrinking)
    clearTimeout(this.#restarting)
    for (const waiter of this.#waiting) waiter.reject(closed())
    for (const worker of this.#workers) worker.kill()
  }

  async #work(call: WorkerCall): Promise<Message> {
    const worker = await this.#takeWorker()
    try {
      return await worker.run(call)
    } catch (error) {
      throw this.#isClosed ? closed() : error
    } finally {
      this.#release(worker)
    }
  }

  #takeWorker(): Promise<WorkerProcess> {
    if (this.#isClosed) return Promise.reject(closed())
    const idle = this.#idle.pop()
    if (idle !== undefined) {
      this.#keepReady()
      return Promise.resolve(idle)
    }
    const waiter = Promise.withResolvers<WorkerProcess>()
    const timer = setTimeout(() => waiter.reject(tooBusy()), maxStartWaitMs)
    this.#waiting.add(waiter)
    this.#keepReady()
    return waiter.promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(waiter)
    })
  }

  #release(worker: WorkerProcess): void {
    if (worker.hasEnded) return
    const [next] = this.#waiting
    if (worker.isLarge) worker.kill()
    else if (next === undefined) {
      this.#idle.push(worker)
      this.#shrinking.refresh()
    } else {
      this.#waiting.delete(next)
      next.resolve(worker)
    }
  }

  /** One worker stands ready, because starting is slow on a busy machine. */
  #keepReady(): void {
    if (this.#isClosed || this.#restarting !== undefined) return
    const starting = [...this.#workers].filter(({ isReady }) => !isReady).length
    const missing = Math.max(1, this.#waiting.size) - this.#idle.length - starting
    const room = this.#options.size - this.#workers.size
    for (let left = Math.min(missing, room); left > 0; left -= 1) this.#start()
  }

  #start(): void {
    const worker = new WorkerProcess(this.#options.maxWorkerBytes, {
      onReady: () => {
        this.#firstReady.resolve()
        this.#release(worker)
      },
      onEnd: () => this.#lose(worker),
    })
    this.#workers.add(worker)
  }

  #lose(worker: WorkerProcess): void {
    this.#workers.delete(worker)
    const index = this.#idle.indexOf(worker)
    if (index >= 0) this.#idle.splice(index, 1)
    // A worker that fails to start must not be started again without a pause.
    if (!worker.isReady && !this.#isClosed) {
      this.#restarting ??= setTimeout(() => {
        this.#restarting = undefined
        this.#keepReady()
      }, restartDelayMs).unref()
    }
    this.#keepReady()
  }

  /** End the workers that stand idle, but for one. */
  #shrink(): void {
    for (const worker of this.#idle.splice(1)) worker.kill()
  }
}

/** A lane leaves one worker to the other, and a caller one of the lane to other callers. */
function lanePlaces(lane: Lane, { size, maxWaitMs = usualWaitMs }: WorkerPoolOptions): Places {
  const maxTaken = Math.max(1, size - 1)
  return places({
    name: `conversions: ${lane}`,
    maxTaken,
    maxTakenOfCaller: Math.max(1, maxTaken - 1),
    maxWaiting,
    maxWaitMs,
    // Each piece of work has its own deadline.
    deadlineMs: 0,
    fullText: tooBusyText,
  })
}

function tooBusy(): RequestError {
  return new RequestError('unavailable', tooBusyText, { retryAfterSeconds: 1 })
}

function closed(): RequestError {
  return new RequestError('unavailable', 'The service is stopping. Try again in a few seconds.', {
    retryAfterSeconds: 2,
  })
}
