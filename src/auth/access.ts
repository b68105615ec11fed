/** Which users may read or write which spaces; administrators may do both everywhere. @module */
import { RequestError } from '../contract/errors.ts'
import { type Database, query, type Transaction } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { type Statement, sql } from '../database/sql.ts'
import { isReadable, isWritable, type Principal } from './access-conditions.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from './audit.ts'
import type { Clock } from './clock.ts'

export type AccessLevel = 'read' | 'write'

export interface Access {
  /**
   * Give a user access to a space, replacing what was given by hand before.
   * @throws {RequestError} `not-found` when there is no such enabled user or space.
   */
  grant(input: {
    userId: number
    spaceId: number
    access: AccessLevel
    grantedBy: Actor
  }): Promise<void>
  /** @throws {RequestError} `not-found` when nothing was granted. */
  revoke(input: { userId: number; spaceId: number; revokedBy: Actor }): Promise<void>
  accessOf(principal: Principal, spaceId: number): Promise<AccessLevel | undefined>
  listFirst(userIds: readonly number[], limit: number): Promise<GrantedSpace[]>
  listOf(
    userId: number,
    part: { after?: string | undefined; limit: number },
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
  readonly total: number
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
    accessOf: (principal, spaceId) => accessOf(database, principal, spaceId),
    async listFirst(userIds, limit) {
      if (userIds.length === 0) return []
      const list = userIds.map((id) => sql`${id}`).reduce((all, one) => sql`${all}, ${one}`)
      const rows = await database.read<GrantedRow>(sql`
        select * from (${grantedSpaces(sql`a.user_id in (${list})`)}) granted
        where place <= ${limit} order by user_id, place`)
      return rows.map(toGrantedSpace)
    },
    async listOf(userId, { after, limit }) {
      const rows = await database.read<GrantedRow>(sql`
        select * from (${grantedSpaces(sql`a.user_id = ${userId}`)}) granted
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
  readonly total: number
}

/**
 * Access given by hand and by groups of either kind. The greater of two levels wins, which text
 * order decides. Group 0 is everybody.
 */
const accessRows: Statement = sql`(
  select space_id, user_id, access, access as by_hand, null as by_groups from space_access
  union all
  select space_id, user_id, access, null as by_hand, access as by_groups from group_access
  union all
  select g.space_id, m.user_id, g.access, null as by_hand, g.access as by_groups
  from group_grants g join group_members m on m.group_id = g.group_id
  union all
  select g.space_id, u.id as user_id, g.access, null as by_hand, g.access as by_groups
  from group_grants g cross join users u where g.group_id = 0)`

function grantedSpaces(condition: Statement): Statement {
  return sql`
    select a.user_id, a.space_id, max(a.access) as access, max(a.by_hand) as by_hand,
      max(a.by_groups) as by_groups, s.key, s.key_fold, s.name,
      row_number() over (partition by a.user_id order by s.key_fold) as place,
      count(*) over (partition by a.user_id) as total
    from ${accessRows} a join spaces s on s.id = a.space_id where ${condition}
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
    total: Number(row.total),
  }
}

export async function accessOf(
  database: Database,
  principal: Principal,
  spaceId: number,
): Promise<AccessLevel | undefined> {
  const space = sql`cast(${spaceId} as bigint)`
  const [row] = await database.read<{ access: AccessLevel | null }>(sql`
    select case when ${isWritable(space, principal)} then 'write'
      when ${isReadable(space, principal)} then 'read' end as access
    from users u where u.id = ${principal.userId} and u.disabled_at is null`)
  return row?.access ?? undefined
}

interface AccessInput extends AuditStamp {
  readonly userId: number
  readonly spaceId: number
}

export const grantAccess: Transaction<AccessInput & { access: AccessLevel }, void> = function* (
  input,
) {
  const [found] = yield* query<{ user_name: string; space_key: string }>(sql`
    select u.name as user_name, s.key as space_key from users u
    join spaces s on s.id = ${input.spaceId}
    where u.id = ${input.userId} and u.disabled_at is null`)
  if (found === undefined) {
    throw new RequestError('not-found', 'There is no such space, or no such enabled user.')
  }
  yield* query(sql`
    insert into space_access (space_id, user_id, access)
    values (${input.spaceId}, ${input.userId}, ${input.access})
    on conflict (space_id, user_id) do update set access = excluded.access`)
  yield* query(
    auditRecord(input, 'access-grant', found.user_name, {
      space: found.space_key,
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
