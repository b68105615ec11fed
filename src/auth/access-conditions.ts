/** SQL conditions that limit queries to what a user may see. @module */
import { isAnyOf, type Statement, sql } from '../database/sql.ts'

export interface Principal {
  readonly userId: number
  /** The only spaces to reach, by id; undefined for all that are open to the user. */
  readonly spaceIds?: readonly number[] | undefined
}

/** Queries take this condition from a `Reader`. */
export function isReadable(spaceId: Statement, reader: Principal): Statement {
  return isOpen(spaceId, reader, sql`1 = 1`)
}

export function isWritable(spaceId: Statement, writer: Principal): Statement {
  return isOpen(spaceId, writer, sql`a.access = 'write'`)
}

export function isWritableBy(spaceId: Statement, userId: Statement): Statement {
  return isOpenTo(spaceId, userId, sql`a.access = 'write'`)
}

export function isWriter(userId: Statement): Statement {
  const granted = (rows: Statement, condition: Statement): Statement => sql`exists (
    select 1 from ${rows} join spaces w on w.id = a.space_id
    where ${condition} and a.access = 'write' and w.deleted_at is null)`
  return sql`(exists (select 1 from users asker where asker.id = ${userId} and asker.is_administrator = 1
      and exists (select 1 from spaces w where w.deleted_at is null))
    or ${granted(sql`space_access a`, sql`a.user_id = ${userId}`)}
    or ${granted(sql`group_access a`, sql`a.user_id = ${userId}`)}
    or ${granted(sql`group_members m join group_grants a on a.group_id = m.group_id`, sql`m.user_id = ${userId}`)}
    or ${granted(sql`group_grants a`, sql`a.group_id = 0`)})`
}

function isOpen(
  spaceId: Statement,
  { userId, spaceIds }: Principal,
  isEnough: Statement,
): Statement {
  const condition = isOpenTo(spaceId, sql`${userId}`, isEnough)
  return spaceIds === undefined ? condition : sql`(${condition} and ${isAnyOf(spaceId, spaceIds)})`
}

/**
 * Queries each table by its key: a union would first collect everything the user was given. Group 0
 * is everybody. The parameters must not use column names of the tables in here.
 */
function isOpenTo(spaceId: Statement, userId: Statement, isEnough: Statement): Statement {
  return sql`(exists (select 1 from users asker where asker.id = ${userId} and asker.is_administrator = 1)
    or exists (select 1 from space_access a
      where a.space_id = ${spaceId} and a.user_id = ${userId} and ${isEnough})
    or exists (select 1 from group_access a
      where a.space_id = ${spaceId} and a.user_id = ${userId} and ${isEnough})
    or exists (select 1 from group_grants a
      where a.space_id = ${spaceId} and ${isEnough} and (a.group_id = 0
        or exists (select 1 from group_members m
          where m.group_id = a.group_id and m.user_id = ${userId}))))`
}
