/** Sessions of people who signed in to the web pages: a random id, of which the store has the hash. @module */
import { randomBytes } from 'node:crypto'
import { type Database, query, type Transaction } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { type Statement, sql } from '../database/sql.ts'
import { RequestError } from '../errors.ts'
import { type AuditStamp, auditRecord } from './audit.ts'
import { credentialHash } from './authorization.ts'
import type { Clock } from './clock.ts'

export interface SignedInUser {
  readonly userId: number
  readonly name: string
  readonly isAdministrator: boolean
}

export interface Sessions {
  /**
   * Begin a session.
   * @param userId The user.
   * @param address The network that they come from.
   * @returns Its id, which goes into a cookie and is not kept.
   * @throws {RequestError} `not-found` when there is no such enabled user.
   */
  create(userId: number, address: string): Promise<string>
  /** Find who has a session, and note that it was used; `undefined` once it has ended. */
  find(id: string): Promise<SignedInUser | undefined>
  /** End a session; nothing happens when it has ended before. */
  end(id: string): Promise<void>
}

/** A session ends when it has not been used for this long… */
export const sessionIdleMs: number = 8 * 60 * 60 * 1000
/** … and this long after it began, however much it is used. */
export const sessionLifetimeMs: number = 7 * 24 * 60 * 60 * 1000
/** A use is noted at most this often. */
const touchIntervalMs = 60_000

/**
 * Make the keeper of sessions.
 * @param database An initialized store.
 * @param ids Gives audit records their ids.
 * @param clock The time.
 */
export function sessions(database: Database, ids: IdAllocator, clock: Clock): Sessions {
  return {
    async create(userId, address) {
      const id = newSessionId()
      const atMs = clock().getTime()
      await database.write(insertSession, {
        auditId: await ids.nextId(),
        atMs,
        idHash: credentialHash(id),
        userId,
        address,
        beganAfterMs: atMs - sessionLifetimeMs,
        usedAfterMs: atMs - sessionIdleMs,
      })
      return id
    },
    async find(id) {
      const idHash = credentialHash(id)
      const atMs = clock().getTime()
      const [row] = await database.read<SessionRow>(sql`
        select u.id, u.name, u.is_administrator, s.last_used_at
        from sessions s join users u on u.id = s.user_id
        where s.id_hash = ${idHash} and s.created_at > ${atMs - sessionLifetimeMs}
          and s.last_used_at > ${atMs - sessionIdleMs} and u.disabled_at is null`)
      if (row === undefined) return undefined
      if (atMs - row.last_used_at >= touchIntervalMs) {
        // A note that is lost makes the session shorter, which must not fail the request.
        await database.write(touchSession, { idHash, atMs }).catch(() => {})
      }
      return { userId: row.id, name: row.name, isAdministrator: row.is_administrator === 1 }
    },
    async end(id) {
      await database.write(deleteSession, { idHash: credentialHash(id) })
    },
  }
}

interface SessionRow {
  readonly id: number
  readonly name: string
  readonly is_administrator: number
  readonly last_used_at: number
}

/** Make the id of a session: 256 bits of chance, as 43 characters. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url')
}

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
