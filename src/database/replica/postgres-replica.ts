/** A standby of PostgreSQL that is read from, as long as it has what its primary has. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailableError } from '../../base/errors.ts'
import { parsePostgresAddress } from '../postgres/postgres-address.ts'
import { toDatabaseError } from '../postgres/postgres-errors.ts'
import { postgresPool } from '../postgres/postgres-pool.ts'
import { serverFinder } from '../postgres/postgres-servers.ts'
import { isWorthAnotherTry } from '../postgres/postgres-transaction.ts'
import type { Statement } from '../sql.ts'
import { type LogPosition, reasonAgainst, type StandbyState, stateSince } from './log-position.ts'

export interface PostgresReplica {
  /**
   * Run a reading statement on all that the primary had at a position.
   * @throws {DatabaseUnavailableError} When it cannot, or is behind and stays so for a moment.
   */
  read<R extends object>(statement: Statement, position: LogPosition): Promise<R[]>
  /** Ask how it stands to a position of its primary. */
  state(position: LogPosition): Promise<StandbyState | undefined>
  close(): Promise<void>
}

const maxConnections = 6
/** Short: who reads goes to the primary instead. */
export const usualLimitMs = 1_000
/** What the primary has just committed is a moment on its way. */
const pausesMs = [0, 1, 2, 4, 8, 16]

/**
 * Make the way to a replica; nothing is connected yet.
 * @param url Its address; of several servers the first standby will do, unless the address says otherwise.
 */
export function postgresReplica(url: string, limitMs: number = usualLimitMs): PostgresReplica {
  const naming = { isOn: true }
  const connect = serverFinder(parsePostgresAddress(url, 'standby'), naming)
  const pool = postgresPool({ maxConnections, acquireTimeoutMs: limitMs / 2, connect })

  /** In one trip, the state first: what is read behind it sees no less. */
  function ask(
    position: LogPosition,
    statements: readonly Statement[],
  ): Promise<{ state: StandbyState | undefined; rows: object[] }> {
    return pool.use(limitMs, async (connection) => {
      const { answers, error } = await connection.send([stateSince(position), ...statements])
      if (error !== undefined) throw error
      const state = answers[0]?.rows[0] as StandbyState | undefined
      // It was promoted: another server may be the standby now.
      if (state?.is_standby === false) connection.destroy()
      return { state, rows: answers[1]?.rows ?? [] }
    })
  }

  return {
    async read<R extends object>(statement: Statement, position: LogPosition): Promise<R[]> {
      let problem: unknown
      for (const pauseMs of pausesMs) {
        if (pauseMs > 0) await wait(pauseMs)
        try {
          const { state, rows } = await ask(position, [statement])
          const reason = reasonAgainst(state, position)
          if (reason === undefined) return rows as R[]
          problem = new DatabaseUnavailableError(reason)
        } catch (error) {
          if (!isWorthAnotherTry(error, naming)) throw toDatabaseError(error)
          problem = toDatabaseError(error)
        }
      }
      throw problem
    },
    async state(position) {
      try {
        return (await ask(position, [])).state
      } catch (error) {
        throw toDatabaseError(error)
      }
    },
    close: () => pool.close(),
  }
}
