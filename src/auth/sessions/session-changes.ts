/** The transactions that change sessions. @module */
import { bounds } from '../../base/bounds.ts'
import { RequestError } from '../../contract/errors.ts'
import { query, type Transaction } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { makeRoom } from '../../database/within-bound.ts'
import { type AuditStamp, auditRecord } from '../audit.ts'

export interface SessionStart {
  readonly network: string
  readonly device: string
  readonly isByProvider?: boolean
  /** The session id at the provider, if it names one. */
  readonly providerSession?: string | null
}

/** Values of the column `awaits_code`: the step that a session still waits for. */
export const stepNumbers = { nothing: 0, code: 1, 'set-up': 2 } as const

interface NewSessionRow extends Omit<AuditStamp, 'actor'>, Required<SessionStart> {
  readonly idHash: string
  readonly userId: number
  readonly awaits: keyof typeof stepNumbers
  /** Sessions that began, or were last used, before these instants have ended… */
  readonly beganAfterMs: number
  readonly usedAfterMs: number
  /** … and so have those that wait for their step since before this one. */
  readonly awaitedAfterMs: number
}

export const insertSession: Transaction<NewSessionRow, void> = function* (input, dialect) {
  // The lock keeps out a user who is disabled at the same time.
  const [user] = yield* query<{ name: string }>(sql`
    select name from users
    where id = ${input.userId} and disabled_at is null ${dialect.forUpdate}`)
  if (user === undefined) throw new RequestError('not-found', 'There is no such enabled user.')
  yield* query(sql`
    delete from sessions
    where created_at <= ${input.beganAfterMs} or last_used_at <= ${input.usedAfterMs}
      or (user_id = ${input.userId} and awaits_code <> ${stepNumbers.nothing}
        and created_at <= ${input.awaitedAfterMs})`)
  const isWaiting = input.awaits !== 'nothing'
  const isSuch = isWaiting
    ? sql`awaits_code <> ${stepNumbers.nothing}`
    : sql`awaits_code = ${stepNumbers.nothing}`
  yield* query(
    makeRoom({
      table: sql`sessions`,
      key: sql`id_hash`,
      order: sql`last_used_at desc, id_hash`,
      // Whoever knows only the password cannot push out sessions that passed the second factor.
      condition: sql`user_id = ${input.userId} and ${isSuch}`,
      bound: isWaiting ? bounds.awaitingSessions : bounds.sessions,
    }),
  )
  yield* query(sql`
    insert into sessions (id_hash, user_id, created_at, last_used_at, network, device,
      is_by_provider, provider_session, awaits_code)
    values (${input.idHash}, ${input.userId}, ${input.atMs}, ${input.atMs}, ${input.network},
      ${input.device}, ${input.isByProvider ? 1 : 0}, ${input.providerSession},
      ${stepNumbers[input.awaits]})`)
  if (input.awaits !== 'nothing') return
  const actor = { name: user.name, address: input.network }
  const detail = input.isByProvider ? { isByProvider: true } : {}
  yield* query(auditRecord({ ...input, actor }, 'sign-in', user.name, detail))
}

export const touchSession: Transaction<{ idHash: string; atMs: number }, void> = function* ({
  idHash,
  atMs,
}) {
  yield* query(sql`
    update sessions set last_used_at = ${atMs}
    where id_hash = ${idHash} and last_used_at < ${atMs}`)
}

export const deleteSession: Transaction<{ idHash: string }, boolean> = function* ({ idHash }) {
  const [ended] = yield* query<{ is_by_provider: number }>(
    sql`delete from sessions where id_hash = ${idHash} returning is_by_provider`,
  )
  return ended?.is_by_provider === 1
}

interface EndedSessions extends AuditStamp {
  readonly userId: number
  readonly idHash: string | null
  readonly exceptHash: string | null
}

export const endSessions: Transaction<EndedSessions, number> = function* (input) {
  const only = input.idHash === null ? sql`` : sql`and id_hash = ${input.idHash}`
  const ended = yield* query(sql`
    delete from sessions where user_id = ${input.userId} ${only} ${isNot(input.exceptHash)}
    returning 1 as gone`)
  const [user] = yield* query<{ name: string }>(
    sql`select name from users where id = ${input.userId}`,
  )
  if (user !== undefined && ended.length > 0) {
    yield* query(auditRecord(input, 'sessions-end', user.name, { sessions: ended.length }))
  }
  return ended.length
}

/**
 * For transactions that lock out a user.
 * @param exceptHash The hash of a session that stays, if any.
 */
export function endSessionsOf(userId: number, exceptHash: string | null = null): Statement {
  return sql`delete from sessions where user_id = ${userId} ${isNot(exceptHash)}`
}

function isNot(exceptHash: string | null): Statement {
  return exceptHash === null ? sql`` : sql`and id_hash <> ${exceptHash}`
}
