/** A standby of PostgreSQL that is read from, as long as it has what its primary has. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailableError } from '../../errors.ts'
import type { Row } from '../database.ts'
import { parsePostgresAddress } from '../postgres-address.ts'
import type { PostgresConnection } from '../postgres-connection.ts'
import { toDatabaseError } from '../postgres-errors.ts'
import { postgresPool } from '../postgres-pool.ts'
import { serverFinder } from '../postgres-servers.ts'
import { isWorthAnotherTry } from '../postgres-transaction.ts'
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
const limitMs = 1_000
/** What the primary has just committed is a moment on its way. */
const pausesMs = [0, 1, 2, 4, 8, 16]

/**
 * Make the way to a replica; nothing is connected yet.
 * @param url Its address; of several servers any will do.
 */
export function postgresReplica(url: string): PostgresReplica {
  const naming = { isOn: true }
  const { servers } = parsePostgresAddress(url)
  const connect = serverFinder({ servers, sessionAttributes: 'any' }, naming)
  const pool = postgresPool({ maxConnections, acquireTimeoutMs: limitMs / 2, connect })

  /** In one trip: the answer counts only if what was asked before it is right. */
  function readOnce<R extends object>(
    statement: Statement,
    position: LogPosition,
  ): Promise<{ rows: R[]; reason: string | undefined }> {
    return pool.use(limitMs, async (connection) => {
      const [states, rows] = await rowsOf(connection, [stateSince(position), statement])
      return {
        rows: rows as R[],
        reason: reasonAgainst(states?.[0] as StandbyState | undefined, position),
      }
    })
  }

  return {
    async read<R extends object>(statement: Statement, position: LogPosition): Promise<R[]> {
      let problem: unknown
      for (const pauseMs of pausesMs) {
        if (pauseMs > 0) await wait(pauseMs)
        try {
          const { rows, reason } = await readOnce<R>(statement, position)
          if (reason === undefined) return rows
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
        const [states] = await pool.use(limitMs, (connection) =>
          rowsOf(connection, [stateSince(position)]),
        )
        return states?.[0] as StandbyState | undefined
      } catch (error) {
        throw toDatabaseError(error)
      }
    },
    close: () => pool.close(),
  }
}

async function rowsOf(
  connection: PostgresConnection,
  statements: readonly Statement[],
): Promise<Row[][]> {
  const { answers, error } = await connection.send(statements)
  if (error !== undefined) throw error
  return answers.map(({ rows }) => rows)
}
