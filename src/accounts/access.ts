/** Which users may read or write which spaces, and why. @module */
import { RequestError } from '../contract/errors.ts'
import { query, type Transaction } from '../store/database.ts'
import { readAs } from '../store/read-as.ts'
import { sql } from '../store/sql.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from './audit.ts'
import { type AccessLevel, grantsTo } from './reader.ts'

export type Access = ReturnType<typeof spaceAccess>

export interface GrantedSpace {
  readonly userId: number
  readonly spaceId: number
  readonly spaceKey: string
  readonly spaceName: string
  readonly access: AccessLevel
  readonly byHand: AccessLevel | undefined
  readonly byGroups: AccessLevel | undefined
}

export function spaceAccess(store: AuditedStore) {
  const change = auditedChanges(store)
  return {
    /** @throws {RequestError} `not-found` when there is no such enabled user or space. */
    grant: ({
      grantedBy,
      ...input
    }: {
      userId: number
      spaceId: number
      access: AccessLevel
      grantedBy: Actor
    }) => change(grantAccess, grantedBy, input),
    /** @throws {RequestError} `not-found` when nothing was granted. */
    revoke: ({ revokedBy, ...input }: { userId: number; spaceId: number; revokedBy: Actor }) =>
      change(revokeAccess, revokedBy, input),
    /** The higher of two levels wins; they are compared as text. */
    listOf: (userId: number, { after, limit }: { after?: string | undefined; limit: number }) =>
      readAs<GrantedSpace>(
        store.database,
        sql`select a.user_id as "userId", a.space_id as "spaceId", max(a.access) as access,
            max(case when a.kind = 'hand' then a.access end) as "byHand",
            max(case when a.kind <> 'hand' then a.access end) as "byGroups",
            s.key as "spaceKey", s.name as "spaceName"
          from (${grantsTo((column) => sql`${column} = ${userId}`)}) a
          join spaces s on s.id = a.space_id
          where s.key_fold > ${after?.toLowerCase() ?? ''}
          group by a.user_id, a.space_id, s.key, s.key_fold, s.name
          order by s.key_fold limit ${limit}`,
      ),
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
