/** Estimates the clock of a PostgreSQL server, for deadlines that the server enforces. @module */
import type { Row } from '../database.ts'
import { type Statement, sql } from '../sql.ts'
import type { PostgresConnection } from './postgres-connection.ts'

export interface ServerClock {
  /** @param untilMs By `performance.now()`; the returned deadline is never later. */
  endAt(connection: PostgresConnection, untilMs: number): Promise<TransactionEnd>
  learn(row: Row | undefined): void
  /** Called on reconnecting, because the next server may have another clock. */
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
  let bestReading: (TransactionEnd & { readonly readAtMs: number }) | undefined

  function learn(row: Row | undefined): void {
    if (row === undefined) return
    // Taken after the server read its clock, so the estimate is never ahead.
    const readAtMs = performance.now()
    const reading = { at: Number(row.clock), startedAt: Number(row.started_at), readAtMs }
    const isBetter =
      bestReading === undefined ||
      bestReading.startedAt !== reading.startedAt ||
      readAtMs - bestReading.readAtMs > freshForMs ||
      reading.at > atInstant(bestReading, readAtMs)
    if (isBetter) bestReading = reading
  }

  return {
    async endAt(connection, untilMs) {
      if (bestReading === undefined || performance.now() - bestReading.readAtMs > knownForMs) {
        const { answers, error } = await connection.send([sql`select ${clockColumns}`])
        if (error !== undefined) throw error
        learn(answers[0]?.rows[0])
      }
      const { startedAt } = bestReading as unknown as TransactionEnd
      return { startedAt, at: atInstant(bestReading as unknown as Reading, untilMs) }
    },
    learn,
    forget() {
      bestReading = undefined
    },
  }
}

interface Reading extends TransactionEnd {
  readonly readAtMs: number
}

function atInstant({ at, readAtMs }: Reading, instantMs: number): number {
  return at + (instantMs - readAtMs) / 1000
}

/**
 * Fails after the deadline. Sent in one message with `commit`, so nothing delays the commit in
 * between, and the transaction already holds its locks, so newer transactions wait for it.
 */
export function endCheck({ startedAt, at }: TransactionEnd): string {
  return `select cast(case when date_part('epoch', clock_timestamp()) <= ${at}
    and date_part('epoch', pg_postmaster_start_time()) = ${startedAt}
    then '00:00' else 'the transaction came too late' end as time)`
}
