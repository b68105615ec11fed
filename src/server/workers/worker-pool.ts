/** Runs costly work in separate processes, shared fairly between lanes and callers. @module */
import type { Message, TaskName, Workers, WorkRequest } from '../../contract/base/message.ts'
import { callerOfWork, type Places, places } from '../../contract/base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
import {
  type EndReason,
  maxWaitFactor,
  type Work,
  WorkEndedError,
  WorkerProcess,
} from './worker-process.ts'

export type Lane = 'reading' | 'importing'

export interface WorkerCall extends WorkRequest, Work {
  readonly task: TaskName
  readonly lane: Lane
}

/** The part of the pool that callers use, so that tests can replace the pool. */
export type WorkerPool = Pick<Pool, keyof Pool>

export interface WorkerPoolOptions {
  readonly size: number
  readonly maxWorkerBytes: number
  readonly maxWaitMs?: number
  /** Idle workers that are kept ready for the next work; 1 by default. */
  readonly spareWorkers?: number
}

/** Callers give up after about this time. */
const usualWaitMs = 5_000
const maxWaiting = 128
const maxStartWaitMs = 20_000
const restartDelayMs = 500
const idleMs = 30_000
const tooBusyText = 'Too much is worked on at the moment. Try again in a second.'

export function longestWorkMs(deadlineMs: number): number {
  return maxStartWaitMs + deadlineMs * maxWaitFactor
}

export function workerPool(options: WorkerPoolOptions): WorkerPool {
  return new Pool(options)
}

class Pool {
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

  /**
   * @throws {RequestError} The work's own refusal, or `unavailable` when too many wait.
   * @throws {WorkEndedError} When the worker was killed.
   */
  async run(call: WorkerCall): Promise<Message> {
    if (this.#isClosed) throw poolClosed()
    const { lane, signal, deadlineMs } = call
    // Failed work is started a second time.
    const workMs = 2 * longestWorkMs(deadlineMs)
    return this.gates[lane].hold({ key: callerOfWork(), signal, workMs }, async () => {
      try {
        return await this.#work(call)
      } catch (error) {
        const isFault = error instanceof WorkEndedError && error.reason === 'fault'
        if (!isFault) throw error
        // Try once more: the kernel may have killed the worker to free memory for other processes.
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
    for (const waiter of this.#waiting) waiter.reject(poolClosed())
    for (const worker of this.#workers) worker.kill()
  }

  async #work(call: WorkerCall): Promise<Message> {
    const worker = await this.#takeWorker()
    try {
      return await worker.run(call)
    } catch (error) {
      throw this.#isClosed ? poolClosed() : error
    } finally {
      this.#release(worker)
    }
  }

  #takeWorker(): Promise<WorkerProcess> {
    if (this.#isClosed) return Promise.reject(poolClosed())
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

  /** Keeps an idle worker ready, because starting is slow on a busy machine. */
  #keepReady(): void {
    if (this.#isClosed || this.#restarting !== undefined) return
    const starting = [...this.#workers].filter(({ isReady }) => !isReady).length
    const { size, spareWorkers = 1 } = this.#options
    const needed = Math.max(spareWorkers, this.#waiting.size) - this.#idle.length - starting
    const room = size - this.#workers.size
    for (let count = Math.min(needed, room); count > 0; count -= 1) this.#start()
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
    if (!worker.isReady && !this.#isClosed) {
      this.#restarting ??= setTimeout(() => {
        this.#restarting = undefined
        this.#keepReady()
      }, restartDelayMs).unref()
    }
    this.#keepReady()
  }

  #shrink(): void {
    for (const worker of this.#idle.splice(1)) worker.kill()
  }
}

/** Each lane leaves one worker to the other lane, and each caller one to other callers. */
function lanePlaces(lane: Lane, { size, maxWaitMs = usualWaitMs }: WorkerPoolOptions): Places {
  const maxTaken = Math.max(1, size - 1)
  return places({
    name: `conversions: ${lane}`,
    maxTaken,
    maxTakenOfCaller: Math.max(1, maxTaken - 1),
    maxWaiting,
    maxWaitMs,
    deadlineMs: 0,
    fullText: tooBusyText,
  })
}

function tooBusy(): RequestError {
  return new RequestError('unavailable', tooBusyText, { retryAfterSeconds: 1 })
}

function poolClosed(): RequestError {
  return new RequestError('unavailable', 'The service is stopping. Try again in a few seconds.', {
    retryAfterSeconds: 2,
  })
}

const showTimeoutMs = 10_000

export function workersOf(pool: WorkerPool, conversionTimeoutMs: number): Workers {
  const runIn =
    (lane: Lane, deadlineMs: number, refuse: RefuseEnd): Workers['convert'] =>
    (task, call) =>
      pool.run({ ...call, task, lane, deadlineMs }).catch((error: unknown) => {
        throw refusalOfEnd(error, refuse)
      })
  return {
    convert: runIn('importing', conversionTimeoutMs, conversionRefusal(conversionTimeoutMs)),
    show: runIn('reading', showTimeoutMs, showRefusal),
  }
}

type RefuseEnd = (reason: EndReason, cause: Error) => RequestError

function refusalOfEnd(error: unknown, refuse: RefuseEnd): unknown {
  if (!(error instanceof WorkEndedError)) return error
  if (error.reason !== 'starved') return refuse(error.reason, error)
  // A retry may get more processor time.
  const message =
    'The machine is too busy to convert this: the conversion got less processor time than it may use. Try again in a few seconds.'
  return new RequestError('unavailable', message, { cause: error, retryAfterSeconds: 3 })
}

function conversionRefusal(timeoutMs: number): RefuseEnd {
  const reasons: Partial<Record<EndReason, string>> = {
    deadline: `content takes longer than ${timeoutMs} ms to convert. Split the page, or ask the administrator to raise --conversion-timeout.`,
    memory:
      'content takes too much memory to convert. Split the page, or ask the administrator to raise --memory.',
  }
  const fault =
    'content cannot be converted: the converter ended over it. Split the page to find the part that it is.'
  return (reason, cause) =>
    new RequestError('bad-request', reasons[reason] ?? fault, { cause, field: 'content' })
}

const showRefusal: RefuseEnd = (_, cause) => {
  const message =
    'This takes too long or too much memory to be shown. Its Markdown and ADF are kept.'
  return new RequestError('unavailable', message, { cause, retryAfterSeconds: 60 })
}
