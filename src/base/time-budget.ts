/**
 * Ends synchronous work that takes too long, wherever it is, a regular expression included. Processor
 * time is counted: what is made is kept, and a busy machine must not make it worse for good.
 * @module
 */
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
/** How long work may last, in budgets: the engine's end for it knows the clock only. */
const maxWaitFactor = 4

const callWork = new Script('work()')

/**
 * Start a budget that several pieces of work share.
 * @param totalMs All the processor time that they have.
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
      const usageBefore = process.threadCpuUsage()
      try {
        // The only way to stop a regular expression: the engine checks for this end as it backtracks.
        callWork.runInContext(sandbox, { timeout: Math.ceil(leftMs * maxWaitFactor) })
        return result
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
        leftMs = 0
        return undefined
      } finally {
        const { user, system } = process.threadCpuUsage(usageBefore)
        leftMs -= (user + system) / 1000
        sandbox.work = undefined
      }
    },
  }
}
