/** Conditions that the wiki's queries have in common. @module */
import { type Statement, sql } from '../database/sql.ts'

/**
 * Make the condition that a user may read a space; administrators may read all.
 * @param spaceId The column that holds the space's id.
 * @param userId The user; without one, the condition always holds.
 */
export function isReadable(spaceId: Statement, userId: number | undefined): Statement {
  if (userId === undefined) return sql`1 = 1`
  return sql`(exists (select 1 from users u where u.id = ${userId} and u.is_administrator = 1)
    or exists (select 1 from space_access a
      where a.space_id = ${spaceId} and a.user_id = ${userId}))`
}

/**
 * Make the condition that a user may write to a space; administrators may write to all.
 * @param spaceId The column that holds the space's id.
 * @param userId The user.
 */
export function isWritable(spaceId: Statement, userId: number): Statement {
  return sql`(exists (select 1 from users u where u.id = ${userId} and u.is_administrator = 1)
    or exists (select 1 from space_access a
      where a.space_id = ${spaceId} and a.user_id = ${userId} and a.access = 'write'))`
}

/**
 * Make the condition that a column holds one of some values.
 * @param column The column.
 * @param values The values; none lets nothing through.
 */
export function isAnyOf(column: Statement, values: readonly (string | number)[]): Statement {
  if (values.length === 0) return sql`1 = 0`
  const list = values.map((value) => sql`${value}`).reduce((all, one) => sql`${all}, ${one}`)
  return sql`${column} in (${list})`
}

/**
 * Make the condition that all of some conditions hold.
 * @param conditions Those that are undefined do not count; at least one is defined.
 */
export function allOf(conditions: readonly (Statement | undefined)[]): Statement {
  return conditions
    .filter((condition) => condition !== undefined)
    .reduce((all, one) => sql`${all} and ${one}`)
}
