/**
 * Devices on which a user signed in before. Being one is no credential: it only spares its user what
 * strangers bring on them, the bounds on guessing and the wait behind others.
 * @module
 */
import { randomBytes } from 'node:crypto'
import { bounds } from '../../base/bounds.ts'
import { type Database, query, type Transaction } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import type { Clock } from '../clock.ts'
import { credentialHash } from '../tokens/authorization.ts'

export interface KnownDevices {
  /** Tell whether the user of a name signed in on a device. */
  isKnown(id: string, nameKey: string): Promise<boolean>
  /**
   * Note that a user signed in.
   * @param id The id that the device has, if any.
   * @returns The id that it has from now on, which is not kept.
   */
  remember(id: string | undefined, userId: number): Promise<string>
}

/** A device is forgotten when its user has not signed in on it for this long. */
export const deviceLifetimeMs: number = 180 * 24 * 60 * 60 * 1000

/** Make the keeper of known devices. */
export function knownDevices(database: Database, clock: Clock): KnownDevices {
  return {
    async isKnown(id, nameKey) {
      const rows = await database.read(sql`
        select 1 as found from known_devices d join users u on u.id = d.user_id
        where d.id_hash = ${credentialHash(id)} and u.name_key = ${nameKey}
          and d.last_used_at > ${clock().getTime() - deviceLifetimeMs}`)
      return rows.length > 0
    },
    async remember(id, userId) {
      // A new one each time, so that an id that somebody planted in a browser never becomes known.
      const newId = randomBytes(32).toString('base64url')
      const atMs = clock().getTime()
      await database.write(insertKnownDevice, {
        idHash: credentialHash(newId),
        formerHash: id === undefined ? null : credentialHash(id),
        userId,
        atMs,
        usedAfterMs: atMs - deviceLifetimeMs,
      })
      return newId
    },
  }
}

interface NewKnownDevice {
  readonly idHash: string
  /** What the device was known by before. */
  readonly formerHash: string | null
  readonly userId: number
  readonly atMs: number
  /** Devices that were last used before this instant are forgotten. */
  readonly usedAfterMs: number
}

export const insertKnownDevice: Transaction<NewKnownDevice, void> = function* (
  { idHash, formerHash, userId, atMs, usedAfterMs },
  dialect,
) {
  yield* query(sql`select id from users where id = ${userId} ${dialect.forUpdate}`)
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
        order by last_used_at desc, id_hash limit ${bounds.knownDevices.most}))`)
}

/**
 * Make the statement that forgets all devices of a user, for the transaction that shuts out whoever
 * knew the password before.
 */
export function forgetDevicesOf(userId: number): Statement {
  return sql`delete from known_devices where user_id = ${userId}`
}
