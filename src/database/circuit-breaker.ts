/** Answers writes at once while the store does not confirm any, and finds out when it does again. @module */
import { DatabaseUnavailableError, UnknownOutcomeError } from '../base/errors.ts'

export interface CircuitBreaker {
  /**
   * Do a piece of work, unless the store does not confirm writes.
   * @throws {DatabaseUnavailableError} At once, while it does not.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Do a piece of work whatever the state; its failure, too, is a reason to ask the store. */
  watch<Result>(work: () => Promise<Result>): Promise<Result>
  /** What is wrong with the store, while it does not confirm writes. */
  readonly problem: Error | undefined
  /** Ask the store whether it confirms a write now, and remember the answer. */
  check(): Promise<Error | undefined>
  /** Stop asking. */
  stop(): void
}

export interface CircuitBreakerOptions {
  /** Writes a little, within a bounded time. */
  readonly probe: () => Promise<void>
  /** Called when the store stops confirming writes, for those who wait for their turn. */
  readonly onOpen: (problem: Error) => void
  readonly intervalMs?: number
}

const defaultIntervalMs = 1_000

/**
 * Make a breaker. One failed write does not open it: a connection may have been lost for itself. It
 * only gives reason to ask the store.
 */
export function circuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { probe, onOpen, intervalMs = defaultIntervalMs } = options
  let problem: Error | undefined
  let checking: Promise<Error | undefined> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function ask(): Promise<Error | undefined> {
    let found: Error | undefined
    try {
      await probe()
    } catch (error) {
      found = error as Error
    }
    const isNew = problem === undefined && found !== undefined
    problem = found
    if (isNew && found !== undefined) onOpen(refusal(found))
    if (found !== undefined && !isStopped) {
      clearTimeout(timer)
      timer = setTimeout(check, intervalMs)
    }
    return found
  }

  function check(): Promise<Error | undefined> {
    checking ??= ask().finally(() => {
      checking = undefined
    })
    return checking
  }

  async function watch<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const isOfStore =
        error instanceof DatabaseUnavailableError || error instanceof UnknownOutcomeError
      if (isOfStore && !isStopped) void check()
      throw error
    }
  }

  return {
    async run(work) {
      if (problem !== undefined) throw refusal(problem)
      return watch(work)
    },
    watch,
    get problem() {
      return problem
    },
    check,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function refusal(problem: Error): DatabaseUnavailableError {
  return new DatabaseUnavailableError(`the store does not confirm writes: ${problem.message}`, {
    cause: problem,
  })
}
