/** Estimates the clock of a PostgreSQL server, for deadlines that the server enforces. @module */
import type { Row } from '../database.ts'
import { type Statement, sql } from '../sql.ts'
import type { PostgresConnection } from './postgres-connection.ts'

export interface ServerClock {
  /**
   * Return a transaction's deadline by the server's clock, which is asked if the estimate is old.
   * @param untilMs The deadline by `performance.now()`; the server's is never later.
   * @throws {Error} The driver's error when the clock must be asked.
   */
  endAt(connection: PostgresConnection, untilMs: number): Promise<TransactionEnd>
  learn(row: Row | undefined): void
  /** Forget the estimate: the next connection may reach another server. */
  forget(): void
}

export interface TransactionEnd {
  readonly startedAt: number
  readonly at: number
}

export const clockColumns: Statement = sql`date_part('epoch', clock_timestamp()) as clock,
  date_part('epoch', pg_postmaster_start_time()) as started_at`

const freshForMs = 5_000
const knownForMs = 10_000

export function serverClock(): ServerClock {
  let known: (TransactionEnd & { readonly readAtMs: number }) | undefined

  function learn(row: Row | undefined): void {
    if (row === undefined) return
    // `readAtMs` is later than the server's reading, so the estimate is never ahead of its
    // clock.
    const readAtMs = performance.now()
    const reading = { at: Number(row.clock), startedAt: Number(row.started_at), readAtMs }
    const isBetter =
      known === undefined ||
      known.startedAt !== reading.startedAt ||
      readAtMs - known.readAtMs > freshForMs ||
      reading.at > after(known, readAtMs)
    if (isBetter) known = reading
  }

  return {
    async endAt(connection, untilMs) {
      if (known === undefined || performance.now() - known.readAtMs > knownForMs) {
        const { answers, error } = await connection.send([sql`select ${clockColumns}`])
        if (error !== undefined) throw error
        learn(answers[0]?.rows[0])
      }
      const { startedAt } = known as unknown as TransactionEnd
      return { startedAt, at: after(known as unknown as Reading, untilMs) }
    },
    learn,
    forget() {
      known = undefined
    },
  }
}

interface Reading extends TransactionEnd {
  readonly readAtMs: number
}

function after({ at, readAtMs }: Reading, instantMs: number): number {
  return at + (instantMs - readAtMs) / 1000
}

/**
 * Make the statement that fails after a transaction's deadline. It is sent in one message with
 * `commit`, so nothing delays the commit in between. By then the transaction holds its locks, so
 * newer transactions wait for it.
 */
export function endCheck({ startedAt, at }: TransactionEnd): string {
  return `select cast(case when date_part('epoch', clock_timestamp()) <= ${at}
    and date_part('epoch', pg_postmaster_start_time()) = ${startedAt}
    then '00:00' else 'the transaction came too late' end as time)`
}
