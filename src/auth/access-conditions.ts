/** Conditions of queries that show a user only what is open to them. @module */
import { isAnyOf, type Statement, sql } from '../database/sql.ts'

/**
 * Make the condition that a user may read a space; administrators may read all.
 * @param spaceId The column that holds the space's id.
 * @param userId The user; without one, the condition always holds.
 */
export function isReadable(spaceId: Statement, userId: number | undefined): Statement {
  if (userId === undefined) return sql`1 = 1`
  return isOpen(spaceId, userId, sql`1 = 1`)
}

/** Who writes: a user, by the web pages or by an API token that may be for some spaces only. */
export interface Writer {
  readonly userId: number
  /** The only spaces to write to, by id; undefined for all that the user may write to. */
  readonly spaceIds?: readonly number[] | undefined
}

/**
 * Make the condition that a space may be written to; administrators may write to all.
 * @param spaceId The column that holds the space's id.
 * @param writer Who writes.
 */
export function isWritable(spaceId: Statement, { userId, spaceIds }: Writer): Statement {
  const condition = isOpen(spaceId, userId, sql`a.access = 'write'`)
  return spaceIds === undefined ? condition : sql`(${condition} and ${isAnyOf(spaceId, spaceIds)})`
}

/**
 * Each table is asked by its key. A union of them would be collected first: all that a user was given,
 * for one space.
 */
function isOpen(spaceId: Statement, userId: number, isEnough: Statement): Statement {
  return sql`(exists (select 1 from users u where u.id = ${userId} and u.is_administrator = 1)
    or exists (select 1 from space_access a
      where a.space_id = ${spaceId} and a.user_id = ${userId} and ${isEnough})
    or exists (select 1 from group_access a
      where a.space_id = ${spaceId} and a.user_id = ${userId} and ${isEnough}))`
}
