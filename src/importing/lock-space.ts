/**
 * Locks a space by the row of its homepage, which stands where its pages stand: a lock of its row in
 * `spaces`, of which a distributed engine has a copy on each server, would hold up all other spaces.
 * @module
 */
import { type Statement, sql } from '../database/sql.ts'

/**
 * Make the query that locks a space; a row, if it has a homepage.
 * @param lock How: writers of pages share it, and who moves or takes away pages has it alone.
 */
export function lockSpace(spaceId: number, lock: Statement): Statement {
  return sql`select id from pages where space_id = ${spaceId}
    and id = (select homepage_id from spaces where spaces.id = ${spaceId}) ${lock}`
}
