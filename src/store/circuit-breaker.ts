/** Answers writes with an error at once while the store does not confirm any. @module */
import { DatabaseUnavailableError, UnknownOutcomeError } from '../contract/errors.ts'

export interface CircuitBreakerOptions {
  readonly probe: () => Promise<void>
  readonly onOpen: (problem: Error) => void
  readonly intervalMs?: number
}

const defaultIntervalMs = 1_000

/** A failed write only triggers a probe, because just one connection may have been lost. */
export function circuitBreaker(options: CircuitBreakerOptions) {
  const { probe, onOpen, intervalMs = defaultIntervalMs } = options
  let problem: Error | undefined
  let checking: Promise<Error | undefined> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function ask(): Promise<Error | undefined> {
    const failure = await probe().then(
      () => undefined,
      (error: Error) => error,
    )
    const isNew = problem === undefined && failure !== undefined
    problem = failure
    if (isNew && failure !== undefined) onOpen(refusal(failure))
    if (failure !== undefined && !isStopped) {
      clearTimeout(timer)
      timer = setTimeout(check, intervalMs)
    }
    return failure
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
    /** @throws {DatabaseUnavailableError} At once, while the store does not confirm writes. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (problem !== undefined) throw refusal(problem)
      return watch(work)
    },
    watch,
    get problem(): Error | undefined {
      return problem
    },
    check,
    stop(): void {
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
