/** A store whose readers are served by a replica, which nobody can notice but by its speed. @module */
import { DatabaseUnavailableError } from '../../base/errors.ts'
import type { Database, Row } from '../database.ts'
import { sharedRead } from '../shared-read.ts'
import { type Statement, sql } from '../sql.ts'
import { currentPosition, type LogPosition } from './log-position.ts'
import { postgresReplica, usualLimitMs } from './postgres-replica.ts'

export interface ReplicaOptions extends Omit<ReplicaUsageOptions, 'look'> {
  readonly url: string
  /** Told where a statement was read. */
  readonly onRead: (from: 'replica' | 'primary') => void
  /** The longest that a reader waits for a replica before going to the primary. */
  readonly limitMs?: number
}

/**
 * Read from a replica when it has all that its primary had when the read was asked for, and else
 * from the primary: what anybody was told is written is read, whoever wrote it and whoever reads.
 * For that the primary is asked for its position, once for all reads of a turn of the event loop.
 * @param primary The store, which does everything else; it stays open when this is closed.
 */
export function readFromReplica(primary: Database, options: ReplicaOptions): Database {
  const { limitMs = usualLimitMs } = options
  const replica = postgresReplica(options.url, limitMs)
  const readPosition = sharedRead(async () => {
    const [position] = await primary.read<LogPosition>(currentPosition)
    return position as LogPosition
  })
  const askPosition = (): Promise<LogPosition> => readPosition('position')
  const look = async (): Promise<void> => {
    const position = await askPosition()
    await inTime(replica.read(sql`select 1`, position), limitMs)
  }
  const usage = replicaUsage({ ...options, look })

  async function readReplica<R extends object>(statement: Statement): Promise<R[] | undefined> {
    if (!usage.isInUse) return undefined
    let position: LogPosition | undefined
    try {
      position = await askPosition()
      return await inTime(replica.read<R>(statement, position), limitMs)
    } catch (error) {
      // Without the primary nobody knows what is to be read.
      if (position === undefined && error instanceof DatabaseUnavailableError) throw error
      usage.giveUp(error as Error)
      return undefined
    }
  }

  return {
    ...primary,
    async read<R extends object = Row>(statement: Statement): Promise<R[]> {
      const rows = await readReplica<R>(statement)
      options.onRead(rows === undefined ? 'primary' : 'replica')
      return rows ?? primary.read<R>(statement)
    },
    get problem() {
      return primary.problem
    },
    async close() {
      usage.stop()
      await replica.close()
    },
  }
}

async function inTime<Result>(reading: Promise<Result>, limitMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new DatabaseUnavailableError('the replica did not answer in time')),
    limitMs,
  )
  // Nobody may be left to hear of its failure.
  reading.catch(() => {})
  try {
    return await Promise.race([reading, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

interface ReplicaUsage {
  readonly isInUse: boolean
  /** Take it out of use for a failure, and look after it. */
  giveUp(problem: Error): void
  stop(): void
}

interface ReplicaUsageOptions {
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
function replicaUsage(options: ReplicaUsageOptions): ReplicaUsage {
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
