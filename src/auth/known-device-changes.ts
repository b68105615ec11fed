/** The transactions that remember and forget known devices. @module */
import { query, type Transaction } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

interface NewKnownDevice {
  readonly idHash: string
  /** What the device was known by before. */
  readonly formerHash: string | null
  readonly userId: number
  readonly atMs: number
  /** Devices that were last used before this instant are forgotten. */
  readonly usedAfterMs: number
  readonly maxDevices: number
}

export const insertKnownDevice: Transaction<NewKnownDevice, void> = function* ({
  idHash,
  formerHash,
  userId,
  atMs,
  usedAfterMs,
  maxDevices,
}) {
  if (formerHash !== null) {
    // Other users of this browser stay known on it.
    yield* query(sql`update known_devices set id_hash = ${idHash} where id_hash = ${formerHash}`)
  }
  yield* query(sql`
    insert into known_devices (id_hash, user_id, last_used_at)
    values (${idHash}, ${userId}, ${atMs})
    on conflict (id_hash, user_id) do update set last_used_at = excluded.last_used_at`)
  yield* query(sql`
    delete from known_devices where user_id = ${userId} and (
      last_used_at <= ${usedAfterMs}
      or id_hash not in (
        select id_hash from known_devices where user_id = ${userId}
        order by last_used_at desc, id_hash limit ${maxDevices}))`)
}

/**
 * Make the statement that forgets all devices of a user, for the transaction that shuts out whoever
 * knew the password before.
 * @param userId The user.
 */
export function forgetDevicesOf(userId: number): Statement {
  return sql`delete from known_devices where user_id = ${userId}`
}
