/** The transactions that change groups, their members and their access. @module */
import { RequestError } from '../contract/errors.ts'
import { query, type Transaction, type TransactionBody } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { AccessLevel } from './access.ts'
import { type AuditStamp, auditRecord } from './audit.ts'
import { nameTaken } from './tokens/token-input.ts'

interface NewGroup extends AuditStamp {
  readonly id: number
  readonly name: string
  readonly nameKey: string
}

export const insertGroup: Transaction<NewGroup, void> = function* (input) {
  const { id, name, nameKey } = input
  const inserted = yield* query(sql`
    insert into user_groups (id, name, name_key, created_at)
    select cast(${id} as bigint), ${name}, ${nameKey}, cast(${input.atMs} as bigint)
    where ${nameKey} <> 'everybody' on conflict (name_key) do nothing returning id`)
  if (inserted.length === 0) throw nameTaken('a group', name)
  yield* query(auditRecord(input, 'group-create', name))
}

interface GroupInput extends AuditStamp {
  readonly groupId: number
}

export const deleteGroup: Transaction<GroupInput, void> = function* (input) {
  const { groupId } = input
  if (groupId === 0) throw noSuchGroup()
  yield* query(sql`delete from group_members where group_id = ${groupId}`)
  yield* query(sql`delete from group_grants where group_id = ${groupId}`)
  const [group] = yield* query<{ name: string }>(
    sql`delete from user_groups where id = ${groupId} returning name`,
  )
  if (group === undefined) throw noSuchGroup()
  yield* query(auditRecord(input, 'group-delete', group.name))
}

interface MemberInput extends GroupInput {
  readonly userKey: string
}

export const addMember: Transaction<MemberInput, void> = function* (input) {
  const group = yield* nameOfGroup(input.groupId)
  const [user] = yield* query<{ id: number; name: string }>(sql`
    select id, name from users where name_key = ${input.userKey} and disabled_at is null`)
  if (user === undefined || input.groupId === 0) {
    throw new RequestError(
      'not-found',
      'There is no such group, or no enabled user of this name.',
      {
        field: 'name',
      },
    )
  }
  yield* query(sql`
    insert into group_members (group_id, user_id) values (${input.groupId}, ${user.id})
    on conflict do nothing`)
  yield* query(auditRecord(input, 'group-member-add', user.name, { group }))
}

export const removeMember: Transaction<MemberInput, void> = function* (input) {
  const group = yield* nameOfGroup(input.groupId)
  const [user] = yield* query<{ name: string }>(sql`
    select u.name from group_members m join users u on u.id = m.user_id
    where m.group_id = ${input.groupId} and u.name_key = ${input.userKey}`)
  if (user === undefined) throw new RequestError('not-found', 'This user is not in this group.')
  yield* query(sql`
    delete from group_members where group_id = ${input.groupId}
      and user_id in (select id from users where name_key = ${input.userKey})`)
  yield* query(auditRecord(input, 'group-member-remove', user.name, { group }))
}

interface GrantInput extends GroupInput {
  readonly spaceId: number
}

export const grantToGroup: Transaction<GrantInput & { access: AccessLevel }, void> = function* (
  input,
) {
  const { groupId, spaceId, access } = input
  const group = yield* nameOfGroup(groupId)
  const [space] = yield* query<{ key: string }>(
    sql`select key from spaces where id = ${spaceId} and deleted_at is null`,
  )
  if (space === undefined) throw new RequestError('not-found', 'There is no such space.')
  yield* query(sql`
    insert into group_grants (space_id, group_id, access)
    values (${spaceId}, ${groupId}, ${access})
    on conflict (space_id, group_id) do update set access = excluded.access`)
  yield* query(
    auditRecord(input, 'access-grant', group, { isGroup: true, space: space.key, access }),
  )
}

export const revokeFromGroup: Transaction<GrantInput, void> = function* (input) {
  const { groupId, spaceId } = input
  const group = yield* nameOfGroup(groupId)
  const [revoked] = yield* query<{ access: AccessLevel }>(sql`
    delete from group_grants where space_id = ${spaceId} and group_id = ${groupId} returning access`)
  if (revoked === undefined) {
    throw new RequestError('not-found', 'This group had no access to this space.')
  }
  yield* query(auditRecord(input, 'access-revoke', group, { isGroup: true, spaceId, ...revoked }))
}

function* nameOfGroup(id: number): TransactionBody<string> {
  if (id === 0) return 'everybody'
  const [group] = yield* query<{ name: string }>(sql`select name from user_groups where id = ${id}`)
  if (group === undefined) throw noSuchGroup()
  return group.name
}

function noSuchGroup(): RequestError {
  return new RequestError('not-found', 'There is no such group to change.')
}
