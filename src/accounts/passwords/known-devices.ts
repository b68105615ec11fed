/** Known devices: no credential, but users on them are not limited like strangers. @module */
import { randomBytes } from 'node:crypto'
import { bounds } from '../../contract/base/bounds.ts'
import { type Database, query, type Transaction } from '../../store/database.ts'
import { type Statement, sql } from '../../store/sql.ts'
import type { Clock } from '../clock.ts'
import { credentialHash } from '../tokens/authorization.ts'

export interface KnownDevices {
  isKnown(id: string, nameKey: string): Promise<boolean>
  /** Returns the device's new id, of which the store keeps only a hash. */
  remember(id: string | undefined, userId: number): Promise<string>
}

export const deviceLifetimeMs: number = 180 * 24 * 60 * 60 * 1000

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
      // The id changes at each sign-in, so an id that an attacker planted never becomes known.
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
  readonly formerHash: string | null
  readonly userId: number
  readonly atMs: number
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

/** For transactions that lock out whoever knew the old password. */
export function forgetDevicesOf(userId: number): Statement {
  return sql`delete from known_devices where user_id = ${userId}`
}
