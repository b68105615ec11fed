/** Which users may read or write which spaces, and why. @module */
import { RequestError } from '../contract/errors.ts'
import { type Database, query, type Transaction } from '../store/database.ts'
import type { IdAllocator } from '../store/ids.ts'
import { type Statement, sql } from '../store/sql.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from './audit.ts'
import type { Clock } from './clock.ts'
import { type AccessLevel, grantsTo } from './reader.ts'

export interface Access {
  /** @throws {RequestError} `not-found` when there is no such enabled user or space. */
  grant(input: {
    userId: number
    spaceId: number
    access: AccessLevel
    grantedBy: Actor
  }): Promise<void>
  /** @throws {RequestError} `not-found` when nothing was granted. */
  revoke(input: { userId: number; spaceId: number; revokedBy: Actor }): Promise<void>
  listOf(
    userId: number,
    range: { after?: string | undefined; limit: number },
  ): Promise<GrantedSpace[]>
}

export interface GrantedSpace {
  readonly userId: number
  readonly spaceId: number
  readonly spaceKey: string
  readonly spaceName: string
  readonly access: AccessLevel
  readonly byHand: AccessLevel | null
  readonly byGroups: AccessLevel | null
}

export function spaceAccess(database: Database, ids: IdAllocator, clock: Clock): Access {
  const stamp = auditStamps(ids, clock)
  return {
    async grant({ grantedBy, ...input }) {
      await database.write(grantAccess, { ...(await stamp(grantedBy)), ...input })
    },
    async revoke({ revokedBy, ...input }) {
      await database.write(revokeAccess, { ...(await stamp(revokedBy)), ...input })
    },
    async listOf(userId, { after, limit }) {
      const rows = await database.read<GrantedRow>(sql`
        select * from (${grantedSpaces(userId)}) granted
        where key_fold > ${after?.toLowerCase() ?? ''} order by key_fold limit ${limit}`)
      return rows.map(toGrantedSpace)
    },
  }
}

interface GrantedRow {
  readonly user_id: number
  readonly space_id: number
  readonly key: string
  readonly name: string
  readonly access: AccessLevel
  readonly by_hand: AccessLevel | null
  readonly by_groups: AccessLevel | null
}

/** The higher of two levels wins; they are compared as text. */
function grantedSpaces(userId: number): Statement {
  return sql`
    select a.user_id, a.space_id, max(a.access) as access,
      max(case when a.kind = 'hand' then a.access end) as by_hand,
      max(case when a.kind <> 'hand' then a.access end) as by_groups, s.key, s.key_fold, s.name
    from (${grantsTo((column) => sql`${column} = ${userId}`)}) a join spaces s on s.id = a.space_id
    group by a.user_id, a.space_id, s.key, s.key_fold, s.name`
}

function toGrantedSpace(row: GrantedRow): GrantedSpace {
  return {
    userId: row.user_id,
    spaceId: row.space_id,
    spaceKey: row.key,
    spaceName: row.name,
    access: row.access,
    byHand: row.by_hand,
    byGroups: row.by_groups,
  }
}

interface AccessInput extends AuditStamp {
  readonly userId: number
  readonly spaceId: number
}

export const grantAccess: Transaction<AccessInput & { access: AccessLevel }, void> = function* (
  input,
) {
  const [grant] = yield* query<{ user_name: string; space_key: string }>(sql`
    select u.name as user_name, s.key as space_key from users u
    join spaces s on s.id = ${input.spaceId}
    where u.id = ${input.userId} and u.disabled_at is null`)
  if (grant === undefined) {
    throw new RequestError('not-found', 'There is no such space, or no such enabled user.')
  }
  yield* query(sql`
    insert into space_access (space_id, user_id, access)
    values (${input.spaceId}, ${input.userId}, ${input.access})
    on conflict (space_id, user_id) do update set access = excluded.access`)
  yield* query(
    auditRecord(input, 'access-grant', grant.user_name, {
      space: grant.space_key,
      access: input.access,
    }),
  )
}

export const revokeAccess: Transaction<AccessInput, void> = function* (input) {
  const [revoked] = yield* query<{ access: AccessLevel }>(sql`
    delete from space_access
    where space_id = ${input.spaceId} and user_id = ${input.userId} returning access`)
  if (revoked === undefined) {
    throw new RequestError('not-found', 'This user had no access to this space.')
  }
  const [user] = yield* query<{ name: string }>(
    sql`select name from users where id = ${input.userId}`,
  )
  yield* query(
    auditRecord(input, 'access-revoke', user?.name ?? '', {
      spaceId: input.spaceId,
      access: revoked.access,
    }),
  )
}
