/** Ends synchronous work that takes too long, wherever it is, a regular expression included. @module */
import { createContext, Script } from 'node:vm'

export interface TimeBudget {
  /** Whether nothing can be done any more. */
  isSpent(): boolean
  /**
   * Do a piece of work.
   * @param work Anything synchronous whose state may be thrown away.
   * @returns What it returned; `undefined` when the time ran out. Its errors are thrown on.
   */
  run<Result>(work: () => Result): Result | undefined
}

const sandbox: Record<string, unknown> = createContext({ work: undefined })
const callWork = new Script('work()')

/**
 * Start a budget that several pieces of work share.
 * @param totalMs All the time that they have.
 */
export function timeBudget(totalMs: number): TimeBudget {
  let leftMs = totalMs
  return {
    isSpent: () => leftMs < 1,
    run(work) {
      if (leftMs < 1) return undefined
      let result: ReturnType<typeof work> | undefined
      sandbox.work = () => {
        result = work()
      }
      const startedAt = performance.now()
      try {
        // The only way to stop a regular expression: the engine checks for this end as it backtracks.
        callWork.runInContext(sandbox, { timeout: Math.ceil(leftMs) })
        return result
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
        return undefined
      } finally {
        leftMs -= performance.now() - startedAt
        sandbox.work = undefined
      }
    },
  }
}
