/** Notes when a token was last used, at most once a minute for each. @module */
import { type Database, query, type Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Clock } from '../clock.ts'

const intervalMs = 60_000

/** The returned function never rejects: a missed note must not fail the request. */
export function lastUseRecorder(database: Database, clock: Clock): (id: string) => Promise<void> {
  const recordedAtMs = new Map<string, number>()
  return async (id) => {
    const atMs = clock().getTime()
    if (atMs - (recordedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < intervalMs) return
    recordedAtMs.set(id, atMs)
    try {
      await database.write(updateLastUse, { id: Number(id), atMs })
    } catch {
      recordedAtMs.delete(id)
    }
  }
}

export const updateLastUse: Transaction<{ id: number; atMs: number }, void> = function* ({
  id,
  atMs,
}) {
  yield* query(sql`
    update tokens set last_used_at = ${atMs}
    where id = ${id} and (last_used_at is null or last_used_at < ${atMs})`)
}
