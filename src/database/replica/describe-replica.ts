/** What there is to say of a replica, for `doctor`. @module */
import type { LookedAtDatabase } from '../open-database.ts'
import { currentPosition, type LogPosition, reasonAgainst } from './log-position.ts'
import { postgresReplica } from './postgres-replica.ts'

export interface ReplicaReport {
  readonly description: string
  /** What to do, when it would not be read from. */
  readonly wayOut?: string
}

/**
 * Look at a replica as readers would.
 * @throws {DatabaseUnavailableError} When it cannot be reached.
 */
export async function describeReplica(
  primary: Pick<LookedAtDatabase, 'read'>,
  url: string,
): Promise<ReplicaReport> {
  const replica = postgresReplica(url)
  try {
    const [position] = await primary.read<LogPosition>(currentPosition)
    const state = await replica.state(position as LogPosition)
    const bytes = state?.bytes_behind ?? null
    const reason =
      state && reasonAgainst({ ...state, bytes_behind: bytes && 0 }, position as LogPosition)
    if (reason !== undefined) {
      return {
        description: reason,
        wayOut: 'Give --read-database-url a standby that follows the server of --database-url.',
      }
    }
    return { description: `a standby of this store, ${bytes} bytes behind` }
  } finally {
    await replica.close()
  }
}
