/**
 * Runs work on large documents in other threads, so that it holds up no other request; small work
 * is done at once, since handing it over costs more.
 * @module
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { RequestError } from './errors.ts'

/** A pure function that another thread can load by module address and export name. */
export interface Task<Input, Result> {
  readonly module: string
  readonly run: (input: Input) => Result
}

export interface TaskPool {
  /** Tell whether something of so many characters is worked on in another thread. */
  isLarge(length: number): boolean
  /**
   * Run a task.
   * @param task The task.
   * @param input What it works on; like its result, it must survive a structured clone.
   * @param length How many characters that is.
   * @throws {RequestError} `unavailable` when it takes too long or too many wait.
   */
  run<Input, Result>(task: Task<Input, Result>, input: Input, length: number): Promise<Result>
  /** Stop the threads; work that still runs fails. */
  close(): Promise<void>
}

/** Up to this many characters of ADF, a document is worked on within a few milliseconds. */
const inlineLength = 256 * 1024
const defaultDeadlineMs = 10_000
const maxWaiting = 256
/** Room for the parts of one large document, which would otherwise be moved about as they are made. */
const memory = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 } as const

/**
 * Name a function so that another thread can run it.
 * @param module The `import.meta.url` of the module that exports the function under its own name.
 * @param run The function.
 */
export function defineTask<Input, Result>(
  module: string,
  run: (input: Input) => Result,
): Task<Input, Result> {
  return { module, run }
}

/**
 * Make a pool; its threads start when they are needed, and end when they are not.
 * @param options The longest that anything may take in another thread, waiting included.
 */
export function taskPool(options: { deadlineMs?: number } = {}): TaskPool {
  const { deadlineMs = defaultDeadlineMs } = options
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    maxQueue: maxWaiting,
    idleTimeout: 30_000,
    resourceLimits: memory,
  })
  // A thread that dies is reported here as well; the work it did has failed already.
  pool.on('error', () => {})
  const isLarge = (length: number): boolean => length > inlineLength
  return {
    isLarge,
    async run({ module, run }, input, length) {
      if (!isLarge(length)) return run(input)
      const signal = AbortSignal.timeout(deadlineMs)
      try {
        return await pool.run(input, { filename: fileURLToPath(module), name: run.name, signal })
      } catch (error) {
        throw poolError(error)
      }
    },
    close: () => pool.destroy(),
  }
}

function poolError(error: unknown): unknown {
  const { name, message, code } = error as Error & { code?: string }
  const isOverrun = name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (!isOverrun && !/queue is at limit/.test(message)) return error
  return new RequestError('unavailable', 'The document is too large to be worked on now.', {
    cause: error,
  })
}
