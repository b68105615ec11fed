/** The smallest write that proves that an import would be stored. @module */
import { query, type Transaction } from './database.ts'
import { sql } from './sql.ts'

/** Rows that probes write to: enough that processes seldom meet, few enough not to fill the store. */
const slots = 16

/** Write the time into any of a few rows; `dice` is a number from 0 to 1. */
export const probeStore: Transaction<{ dice: number; now: number }, void> = function* ({
  dice,
  now,
}) {
  yield* query(sql`
    insert into store_probes (slot, probed_at) values (${Math.floor(dice * slots)}, ${now})
    on conflict (slot) do update set probed_at = excluded.probed_at`)
}
