/**
 * The clock of a PostgreSQL server, as far as it is known without asking: transactions carry their
 * end as an instant of it, after which the server refuses to commit them.
 * @module
 */
import type { Row } from '../database.ts'
import { type Statement, sql } from '../sql.ts'
import type { PostgresConnection } from './postgres-connection.ts'

export interface ServerClock {
  /**
   * Tell when a transaction ends by the server's clock, which is asked if it is not known well.
   * @param untilMs The end on the monotonic clock of this process: the server's comes no later.
   * @throws {Error} What the driver throws when it has to ask.
   */
  endAt(connection: PostgresConnection, untilMs: number): Promise<TransactionEnd>
  /** Take what the server said of its clock; the row has come by now. */
  learn(row: Row | undefined): void
  /** Ask again before the next transaction: it may be another server, or its clock another one. */
  forget(): void
}

/** In seconds, as the server counts them. */
export interface TransactionEnd {
  /** When the server started whose clock this is, which tells it from others behind one address. */
  readonly startedAt: number
  readonly at: number
}

/** What a server says of its clock. */
export const clockColumns: Statement = sql`date_part('epoch', clock_timestamp()) as clock,
  date_part('epoch', pg_postmaster_start_time()) as started_at`

/** A better reading replaces one at once, any other one that is so old. */
const freshForMs = 5_000
/** Clocks drift, and may be set back: an older reading is worth nothing. */
const knownForMs = 10_000

/** Make the knowledge of one address. */
export function serverClock(): ServerClock {
  let known: (TransactionEnd & { readonly readAtMs: number }) | undefined

  function learn(row: Row | undefined): void {
    if (row === undefined) return
    // The server had read its clock before this, so that it shows this or more by now.
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

/** What the clock shows at least when this process has come to an instant. */
function after({ at, readAtMs }: Reading, instantMs: number): number {
  return at + (instantMs - readAtMs) / 1000
}

/**
 * Write what fails once a transaction's end has come; the server's log has these words. It stands
 * in one message with `commit`, so that nothing on the way can come between the two. What happens
 * between them in the server itself harms nobody: the transaction has its locks by then, so that
 * whatever is newer waits for its commit.
 * @param end Its end: numbers, which need no parameters.
 */
export function endCheck({ startedAt, at }: TransactionEnd): string {
  return `select cast(case when date_part('epoch', clock_timestamp()) <= ${at}
    and date_part('epoch', pg_postmaster_start_time()) = ${startedAt}
    then '00:00' else 'the transaction came too late' end as time)`
}
