/** Sessions of the web pages: a random id, of which the store keeps a hash. @module */
import { randomBytes } from 'node:crypto'
import { bounds } from '../../contract/base/bounds.ts'
import { query, type Transaction } from '../../store/database.ts'
import { readAs } from '../../store/read-as.ts'
import { type Statement, sql } from '../../store/sql.ts'
import { makeRoom } from '../../store/within-bound.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from '../audit.ts'
import { credentialHash } from '../tokens/authorization.ts'
import { nameOfEnabledUser, nameOfUser } from '../user-name.ts'

export interface ListedSession {
  /** Identifies the session, but nobody can sign in with it. */
  readonly idHash: string
  readonly network: string
  readonly device: string
  readonly begunAt: Date
  readonly lastUsedAt: Date
}

interface SessionsToEnd {
  readonly userId: number
  readonly endedBy: Actor
  readonly idHash?: string
  readonly exceptId?: string | undefined
}

export interface Sessions extends ReturnType<typeof sessions> {}

/** A session ends after this time without use. */
export const sessionIdleMs: number = 8 * 60 * 60 * 1000
/** A session ends after this time even when it is used. */
export const sessionLifetimeMs: number = 7 * 24 * 60 * 60 * 1000
const stepWaitMs = 10 * 60 * 1000
const touchIntervalMs = 60_000
const maxListed = 100

/** @param rule Sessions without a required second factor do not count. */
export function sessions(store: AuditedStore, rule: SecondFactorRule = 'nobody') {
  const { database, ids, clock } = store
  const begin = async (
    userId: number,
    next: NextStep | undefined,
    { network, device }: SessionStart,
  ): Promise<BegunSession> => {
    const sessionId = randomBytes(32).toString('base64url')
    await database.write(insertSession, {
      auditId: await ids.nextId(),
      atMs: clock().getTime(),
      idHash: credentialHash(sessionId),
      userId,
      awaits: next ?? 'nothing',
      network,
      device,
    })
    return { sessionId, next }
  }
  const end = (id: string): Promise<void> =>
    database.write(deleteSession, { idHash: credentialHash(id) })
  return {
    /**
     * Begin a session. It waits for the second factor of the user, or for setting one up if the
     * rule demands one.
     * @throws {RequestError} `not-found` when there is no such enabled user.
     */
    async enter(userId: number, start: SessionStart): Promise<BegunSession> {
      const [user] = await database.read<{ next: NextStep | null }>(sql`
        select case when exists (select 1 from second_factors f where f.user_id = u.id) then 'code'
          when ${mustHaveSecondFactor(rule)} then 'set-up' end as next
        from users u where u.id = ${userId}`)
      return begin(userId, user?.next ?? undefined, start)
    },
    /**
     * Begin a complete session in place of one that waited: its second factor was right.
     * @throws {RequestError} `not-found` when there is no such enabled user.
     */
    async complete(waiting: WaitingSession, start: SessionStart): Promise<BegunSession> {
      await end(waiting.sessionId)
      return begin(waiting.userId, undefined, start)
    },
    /** Find a session's user and note its use; undefined once it has ended. */
    async find(id: string): Promise<SignedInUser | undefined> {
      const idHash = credentialHash(id)
      const atMs = clock().getTime()
      const [session] = await readAs<{ user: SignedInUser; lastUsedAt: Date }>(
        database,
        sql`select u.id as "user.userId", u.name as "user.name",
            u.is_administrator as "user.isAdministrator", s.last_used_at as "lastUsedAt"
          from sessions s join users u on u.id = s.user_id
          where s.id_hash = ${idHash} and ${isLive(atMs)} and u.disabled_at is null
            and ${hasRequiredFactor(rule)}`,
      )
      if (session !== undefined && atMs - session.lastUsedAt.getTime() >= touchIntervalMs) {
        // A lost note only shortens the session, and must not fail the request.
        await database.write(touchSession, { idHash, atMs }).catch(() => {})
      }
      return session?.user
    },
    /** Undefined when the session does not wait for this step. */
    async findAwaiting(sessionId: string, step: NextStep): Promise<WaitingSession | undefined> {
      const [user] = await database.read<Omit<WaitingSession, 'sessionId'>>(sql`
        select u.id as "userId", u.name
        from sessions s join users u on u.id = s.user_id
        where s.id_hash = ${credentialHash(sessionId)} and s.awaits_code = ${stepNumbers[step]}
          and s.created_at > ${clock().getTime() - stepWaitMs} and u.disabled_at is null`)
      return user && { ...user, sessionId }
    },
    list(userId: number): Promise<ListedSession[]> {
      return readAs(
        database,
        sql`select id_hash as "idHash", network, device, created_at as "begunAt",
            last_used_at as "lastUsedAt"
          from sessions s where user_id = ${userId} and ${isLive(clock().getTime())}
          order by last_used_at desc, id_hash limit ${maxListed}`,
      )
    },
    end,
    /** End sessions of a user, with an audit record; returns their number. */
    endSome: ({ userId, endedBy, idHash, exceptId }: SessionsToEnd): Promise<number> =>
      auditedChanges(store)(endSessions, endedBy, {
        userId,
        idHash: idHash ?? null,
        exceptHash: exceptId === undefined ? null : credentialHash(exceptId),
      }),
  }
}

export interface SignedInUser {
  readonly userId: number
  readonly name: string
  readonly isAdministrator: boolean
}

/** What must still follow a password before the session is complete. */
export type NextStep = 'code' | 'set-up'

export interface BegunSession {
  /** For the cookie; the store keeps only a hash. */
  readonly sessionId: string
  readonly next: NextStep | undefined
}

interface WaitingSession extends Pick<SignedInUser, 'userId' | 'name'> {
  readonly sessionId: string
}

/** Who must have a second factor, however they sign in. */
export type SecondFactorRule = 'nobody' | 'administrators' | 'all'

function mustHaveSecondFactor(rule: SecondFactorRule): Statement {
  return { nobody: sql`1 = 0`, administrators: sql`u.is_administrator = 1`, all: sql`1 = 1` }[rule]
}

/** Part of every look-up of a session: a user who becomes an administrator needs a second factor at once. */
function hasRequiredFactor(rule: SecondFactorRule): Statement {
  if (rule === 'nobody') return sql`1 = 1`
  return sql`(not ${mustHaveSecondFactor(rule)}
    or exists (select 1 from second_factors f where f.user_id = u.id))`
}

export interface SessionStart {
  readonly network: string
  readonly device: string
}

function isLive(atMs: number): Statement {
  return sql`s.created_at > ${atMs - sessionLifetimeMs}
    and s.last_used_at > ${atMs - sessionIdleMs} and s.awaits_code = ${stepNumbers.nothing}`
}

const stepNumbers = { nothing: 0, code: 1, 'set-up': 2 } as const

interface NewSessionRow extends Omit<AuditStamp, 'actor'>, SessionStart {
  readonly idHash: string
  readonly userId: number
  readonly awaits: keyof typeof stepNumbers
}

export const insertSession: Transaction<NewSessionRow, void> = function* (input, dialect) {
  const name = yield* nameOfEnabledUser(input.userId, dialect.forUpdate)
  yield* query(sql`
    delete from sessions
    where created_at <= ${input.atMs - sessionLifetimeMs}
      or last_used_at <= ${input.atMs - sessionIdleMs}
      or (user_id = ${input.userId} and awaits_code <> ${stepNumbers.nothing}
        and created_at <= ${input.atMs - stepWaitMs})`)
  const isWaiting = input.awaits !== 'nothing'
  const hasSameState = isWaiting
    ? sql`awaits_code <> ${stepNumbers.nothing}`
    : sql`awaits_code = ${stepNumbers.nothing}`
  yield* query(
    makeRoom({
      table: sql`sessions`,
      key: sql`id_hash`,
      order: sql`last_used_at desc, id_hash`,
      // Somebody who knows only the password cannot push out complete sessions.
      condition: sql`user_id = ${input.userId} and ${hasSameState}`,
      bound: isWaiting ? bounds.awaitingSessions : bounds.sessions,
    }),
  )
  yield* query(sql`
    insert into sessions (id_hash, user_id, created_at, last_used_at, network, device,
      awaits_code)
    values (${input.idHash}, ${input.userId}, ${input.atMs}, ${input.atMs}, ${input.network},
      ${input.device}, ${stepNumbers[input.awaits]})`)
  if (isWaiting) return
  const actor = { name, address: input.network }
  yield* query(auditRecord({ ...input, actor }, 'sign-in', name))
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

interface EndedSessions extends AuditStamp {
  readonly userId: number
  readonly idHash: string | null
  readonly exceptHash: string | null
}

export const endSessions: Transaction<EndedSessions, number> = function* (input) {
  const only = input.idHash === null ? sql`` : sql`and id_hash = ${input.idHash}`
  const sessionRows = yield* query(sql`
    delete from sessions where user_id = ${input.userId} ${only} ${isNot(input.exceptHash)}
    returning 1 as gone`)
  const sessions = sessionRows.length
  if (sessions > 0) {
    const name = yield* nameOfUser(input.userId)
    yield* query(auditRecord(input, 'sessions-end', name, { sessions }))
  }
  return sessions
}

/** @param exceptHash The hash of a session that stays. */
export function endSessionsOf(userId: number, exceptHash: string | null = null): Statement {
  return sql`delete from sessions where user_id = ${userId} ${isNot(exceptHash)}`
}

function isNot(exceptHash: string | null): Statement {
  return exceptHash === null ? sql`` : sql`and id_hash <> ${exceptHash}`
}
