/** Groups made by administrators, whose members share the group's access. @module */
import { RequestError } from '../contract/errors.ts'
import { type Database, query, type Transaction } from '../store/database.ts'
import { readAs } from '../store/read-as.ts'
import { likePattern, type Statement, sql } from '../store/sql.ts'
import { grantAccess, nameOfGroup, noSuchGroup, revokeAccess } from './access.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from './audit.ts'
import type { AccessLevel } from './reader.ts'
import { nameTaken } from './tokens/token-input.ts'
import { checkUserName, nameKey } from './user-name.ts'

export interface Group {
  /** 0 for the group of everybody, which has all users and cannot be changed. */
  readonly id: number
  readonly name: string
  readonly members: number
  readonly grants: readonly GroupGrant[]
  readonly grantCount: number
}

interface GrantPart {
  readonly matching?: string | undefined
  readonly limit: number
}

interface GroupGrant {
  readonly spaceId: number
  readonly spaceKey: string
  readonly spaceName: string
  readonly access: AccessLevel
}

export interface Groups extends ReturnType<typeof userGroups> {}

export function userGroups(store: AuditedStore) {
  const { database, ids } = store
  const change = auditedChanges(store)
  return {
    list: (range?: GrantPart) => readGroups(database, sql`1 = 1`, range),
    async findById(id: number, range?: GrantPart): Promise<Group | undefined> {
      return (await readGroups(database, sql`g.id = ${id}`, range))[0]
    },
    async findByName(name: string): Promise<Group | undefined> {
      return (await readGroups(database, sql`g.name_key = ${nameKey(name)}`))[0]
    },
    async members(
      id: number,
      { after, limit }: { after?: string | undefined; limit: number },
    ): Promise<string[]> {
      const rows = await database.read<{ name: string }>(sql`
        select u.name from group_members m join users u on u.id = m.user_id
        where m.group_id = ${id} and u.name_key > ${after === undefined ? '' : nameKey(after)}
        order by u.name_key limit ${limit}`)
      return rows.map(({ name }) => name)
    },
    /** @throws {RequestError} `bad-request`, or `already-exists` when the name is taken. */
    async create(text: string, createdBy: Actor): Promise<Group> {
      const name = checkUserName(text)
      const id = await ids.nextId()
      await change(insertGroup, createdBy, { id, name })
      return { id, name, members: 0, grants: [], grantCount: 0 }
    },
    /** @throws {RequestError} `not-found`, also for the group of everybody. */
    delete: (groupId: number, deletedBy: Actor) => change(deleteGroup, deletedBy, { groupId }),
    add: (groupId: number, userName: string, addedBy: Actor) =>
      change(addMember, addedBy, { groupId, userName }),
    /** @throws {RequestError} `not-found` when the user is not a member. */
    remove: (groupId: number, userName: string, removedBy: Actor) =>
      change(removeMember, removedBy, { groupId, userName }),
    grant: (groupId: number, spaceId: number, access: AccessLevel, grantedBy: Actor) =>
      change(grantAccess, grantedBy, { to: 'group', id: groupId, spaceId, access }),
    revoke: (groupId: number, spaceId: number, revokedBy: Actor) =>
      change(revokeAccess, revokedBy, { to: 'group', id: groupId, spaceId }),
  }
}

interface GroupRow {
  readonly group: Omit<Group, 'grants'>
  readonly grant: GroupGrant | undefined
}

/** The group of everybody has no row, so it exists in every store. */
async function readGroups(
  database: Database,
  condition: Statement,
  range?: GrantPart,
): Promise<Group[]> {
  const pattern = `%${likePattern(range?.matching?.toLowerCase() ?? '')}%`
  const rows = await readAs<GroupRow>(
    database,
    sql`select g.id as "group.id", g.name as "group.name", g.members as "group.members",
      coalesce(a.total, 0) as "group.grantCount", a.space_id as "grant.spaceId",
      a.key as "grant.spaceKey", a.space_name as "grant.spaceName", a.access as "grant.access"
    from (
      select id, name, name_key,
        (select count(*) from group_members m where m.group_id = user_groups.id) as members
      from user_groups
      union all
      select 0 as id, 'everybody' as name, 'everybody' as name_key,
        (select count(*) from users where disabled_at is null) as members) g
    left join (
      select a.group_id, a.space_id, a.access, s.key, s.key_fold, s.name as space_name,
        row_number() over (partition by a.group_id order by s.key_fold) as place,
        count(*) over (partition by a.group_id) as total
      from group_grants a join spaces s on s.id = a.space_id and s.deleted_at is null
      where s.key_fold like ${pattern} escape '!' or lower(s.name) like ${pattern} escape '!'
    ) a on a.group_id = g.id and ${range === undefined ? sql`1 = 1` : sql`a.place <= ${range.limit}`}
    where ${condition}
    order by case when g.id = 0 then 0 else 1 end, g.name_key, a.key_fold`,
  )
  const rowsOfGroups = Map.groupBy(rows, ({ group }) => group.id).values()
  return Array.from(rowsOfGroups, (rowsOfGroup) => ({
    ...(rowsOfGroup[0] as GroupRow).group,
    grants: rowsOfGroup.flatMap(({ grant }) => grant ?? []),
  }))
}

interface NewGroup extends AuditStamp {
  readonly id: number
  readonly name: string
}

export const insertGroup: Transaction<NewGroup, void> = function* (input) {
  const { id, name } = input
  const key = nameKey(name)
  const inserted = yield* query(sql`
    insert into user_groups (id, name, name_key, created_at)
    select cast(${id} as bigint), ${name}, ${key}, cast(${input.atMs} as bigint)
    where ${key} <> 'everybody' on conflict (name_key) do nothing returning id`)
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
  readonly userName: string
}

export const addMember: Transaction<MemberInput, void> = function* (input) {
  const group = yield* nameOfGroup(input.groupId)
  const [user] = yield* query<{ id: number; name: string }>(sql`
    select id, name from users where name_key = ${nameKey(input.userName)} and disabled_at is null`)
  if (user === undefined || input.groupId === 0) {
    const message = 'There is no such group, or no enabled user of this name.'
    throw new RequestError('not-found', message, { field: 'name' })
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
    where m.group_id = ${input.groupId} and u.name_key = ${nameKey(input.userName)}`)
  if (user === undefined) throw new RequestError('not-found', 'This user is not in this group.')
  yield* query(sql`
    delete from group_members where group_id = ${input.groupId}
      and user_id in (select id from users where name_key = ${nameKey(input.userName)})`)
  yield* query(auditRecord(input, 'group-member-remove', user.name, { group }))
}
