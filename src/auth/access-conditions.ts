/** Conditions of queries that show a user only what is open to them. @module */
import { isAnyOf, type Statement, sql } from '../database/sql.ts'

/** What was given by hand and what groups gave; of two rows for a space the greater text counts. */
export const accessRows: Statement = sql`(
  select space_id, user_id, access, access as by_hand, null as by_groups from space_access
  union all
  select space_id, user_id, access, null as by_hand, access as by_groups from group_access)`

/**
 * Make the condition that a user may read a space; administrators may read all.
 * @param spaceId The column that holds the space's id.
 * @param userId The user; without one, the condition always holds.
 */
export function isReadable(spaceId: Statement, userId: number | undefined): Statement {
  if (userId === undefined) return sql`1 = 1`
  return sql`(exists (select 1 from users u where u.id = ${userId} and u.is_administrator = 1)
    or exists (select 1 from ${accessRows} a
      where a.space_id = ${spaceId} and a.user_id = ${userId}))`
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
  const isOpen = sql`(exists (select 1 from users u where u.id = ${userId} and u.is_administrator = 1)
    or exists (select 1 from ${accessRows} a
      where a.space_id = ${spaceId} and a.user_id = ${userId} and a.access = 'write'))`
  return spaceIds === undefined ? isOpen : sql`(${isOpen} and ${isAnyOf(spaceId, spaceIds)})`
}
