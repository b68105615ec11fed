/** Interrupts synchronous work after a limit of processor time, even regular expressions. @module */
import { createContext, Script } from 'node:vm'

export type TimeBudget = ReturnType<typeof timeBudget>

const sandbox: Record<string, unknown> = createContext({ work: undefined })
/** The engine's time-out counts real time, so it is this multiple of the budget. */
const maxWaitFactor = 4

const callWork = new Script('work()')

/** @param totalMs The processor time of all work under this budget together. */
export function timeBudget(totalMs: number) {
  let leftMs = totalMs
  return {
    isSpent: (): boolean => leftMs < 1,
    /**
     * @param work Synchronous work whose state may be thrown away.
     * @returns Its result; undefined when the time ran out. Its errors are thrown.
     */
    run<Result>(work: () => Result): Result | undefined {
      if (leftMs < 1) return undefined
      let result: Result | undefined
      sandbox.work = () => {
        result = work()
      }
      const usageBefore = process.threadCpuUsage()
      try {
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
