/** Whether a replica is read from: not from its first failure until it was found well again. @module */

export interface ReplicaUsage {
  readonly isInUse: boolean
  /** Take it out of use for a failure, and look after it. */
  giveUp(problem: Error): void
  stop(): void
}

export interface ReplicaUsageOptions {
  /** Reads a little from it, within a bounded time. */
  readonly look: () => Promise<unknown>
  /** Told what is wrong when it goes out of use, and nothing when it is used. */
  readonly onChange: (problem: Error | undefined) => void
  readonly intervalMs?: number | undefined
}

const defaultIntervalMs = 1_000

/**
 * Look after a replica. It is used once it was found well, so that one that is away, at the start or
 * later, keeps nobody waiting.
 * @param options How to look, who is told, and how often it is looked at while it is out of use.
 */
export function replicaUsage(options: ReplicaUsageOptions): ReplicaUsage {
  const { look, onChange, intervalMs = defaultIntervalMs } = options
  let isInUse = false
  let isTold = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  function tell(problem: Error | undefined): void {
    isInUse = problem === undefined
    if (isInUse || !isTold) onChange(problem)
    isTold = !isInUse
  }

  async function check(): Promise<void> {
    const problem = await look().then(
      () => undefined,
      (error: Error) => error,
    )
    if (isStopped) return
    tell(problem)
    if (problem !== undefined) timer = setTimeout(check, intervalMs)
  }

  void check()
  return {
    get isInUse() {
      return isInUse
    },
    giveUp(problem) {
      if (!isInUse) return
      tell(problem)
      void check()
    },
    stop() {
      isStopped = true
      isInUse = false
      clearTimeout(timer)
    },
  }
}
