/** The transactions that begin, keep and end sessions. @module */
import { query, type Transaction } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { RequestError } from '../errors.ts'
import { type AuditStamp, auditRecord } from './audit.ts'

interface NewSession extends Omit<AuditStamp, 'actor'> {
  /** The network that the user comes from. */
  readonly address: string
  readonly idHash: string
  readonly userId: number
  /** Sessions that began, or were last used, before these instants have ended. */
  readonly beganAfterMs: number
  readonly usedAfterMs: number
}

export const insertSession: Transaction<NewSession, void> = function* (input, dialect) {
  // The lock keeps a user who is being disabled from getting in beside it.
  const [user] = yield* query<{ name: string }>(sql`
    select name from users
    where id = ${input.userId} and disabled_at is null ${dialect.forUpdate}`)
  if (user === undefined) throw new RequestError('not-found', 'There is no such enabled user.')
  yield* query(sql`
    delete from sessions
    where created_at <= ${input.beganAfterMs} or last_used_at <= ${input.usedAfterMs}`)
  yield* query(sql`
    insert into sessions (id_hash, user_id, created_at, last_used_at)
    values (${input.idHash}, ${input.userId}, ${input.atMs}, ${input.atMs})`)
  yield* query(
    auditRecord(
      { ...input, actor: { name: user.name, address: input.address } },
      'sign-in',
      user.name,
    ),
  )
}

export const touchSession: Transaction<{ idHash: string; atMs: number }, void> = function* ({
  idHash,
  atMs,
}) {
  yield* query(sql`
    update sessions set last_used_at = ${atMs}
    where id_hash = ${idHash} and last_used_at < ${atMs}`)
}

export const deleteSession: Transaction<{ idHash: string }, void> = function* ({ idHash }) {
  yield* query(sql`delete from sessions where id_hash = ${idHash}`)
}

/**
 * Make the statement that ends all sessions of a user, for the transaction that shuts them out.
 * @param userId The user.
 */
export function endSessionsOf(userId: number): Statement {
  return sql`delete from sessions where user_id = ${userId}`
}
