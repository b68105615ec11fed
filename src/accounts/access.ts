/** Which users may read or write which spaces, and why. @module */
import { RequestError } from '../contract/errors.ts'
import { query, type Transaction, type TransactionBody } from '../store/database.ts'
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
import { nameOfEnabledUser, nameOfUser } from './user-name.ts'

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
    grant: (id: number, spaceId: number, access: AccessLevel, grantedBy: Actor) =>
      change(grantAccess, grantedBy, { to: 'user', id, spaceId, access }),
    /** @throws {RequestError} `not-found` when nothing was granted. */
    revoke: (id: number, spaceId: number, revokedBy: Actor) =>
      change(revokeAccess, revokedBy, { to: 'user', id, spaceId }),
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

interface GrantInput extends AuditStamp {
  readonly to: 'user' | 'group'
  readonly id: number
  readonly spaceId: number
}

/** The table of grants and its column of ids, by who receives them. */
const grants = {
  user: [sql`space_access`, sql`user_id`],
  group: [sql`group_grants`, sql`group_id`],
} as const

export const grantAccess: Transaction<GrantInput & { access: AccessLevel }, void> = function* (
  input,
) {
  const { to, id, spaceId, access } = input
  const [table, column] = grants[to]
  const name = to === 'group' ? yield* nameOfGroup(id) : yield* nameOfEnabledUser(id)
  const [space] = yield* query<{ key: string }>(
    sql`select key from spaces where id = ${spaceId} and deleted_at is null`,
  )
  if (space === undefined) throw new RequestError('not-found', 'There is no such space.')
  yield* query(sql`
    insert into ${table} (space_id, ${column}, access) values (${spaceId}, ${id}, ${access})
    on conflict (space_id, ${column}) do update set access = excluded.access`)
  const detail = { ...(to === 'group' && { isGroup: true }), space: space.key, access }
  yield* query(auditRecord(input, 'access-grant', name, detail))
}

export const revokeAccess: Transaction<GrantInput, void> = function* (input) {
  const { to, id, spaceId } = input
  const [table, column] = grants[to]
  const name = to === 'group' ? yield* nameOfGroup(id) : yield* nameOfUser(id)
  const [revoked] = yield* query<{ access: AccessLevel }>(sql`
    delete from ${table} where space_id = ${spaceId} and ${column} = ${id} returning access`)
  if (revoked === undefined) {
    throw new RequestError('not-found', `This ${to} had no access to this space.`)
  }
  const detail = { ...(to === 'group' && { isGroup: true }), spaceId, access: revoked.access }
  yield* query(auditRecord(input, 'access-revoke', name, detail))
}

/** The group of everybody has the id 0 and no row. */
export function* nameOfGroup(id: number): TransactionBody<string> {
  if (id === 0) return 'everybody'
  const [group] = yield* query<{ name: string }>(sql`select name from user_groups where id = ${id}`)
  if (group === undefined) throw noSuchGroup()
  return group.name
}

export function noSuchGroup(): RequestError {
  return new RequestError('not-found', 'There is no such group to change.')
}
