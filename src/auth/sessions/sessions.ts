/** Sessions of people who signed in to the web pages: a random id, of which the store has the hash. @module */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { type Actor, auditStamps } from '../audit.ts'
import type { Clock } from '../clock.ts'
import {
  hasWhatIsAsked,
  type NextStep,
  type PassedSignIn,
  type SecondFactorRule,
} from '../second-factor/second-factor-stage.ts'
import { credentialHash } from '../tokens/authorization.ts'
import {
  deleteSession,
  endSessions,
  insertSession,
  type SessionStart,
  stepNumbers,
  touchSession,
} from './session-changes.ts'

/** A session that has not ended. */
export interface FoundSession extends SignedInUser {
  /** Until then only a change of the store can end it, and its use need not be noted. */
  readonly untouchedUntilMs: number
}

/** A session as its user sees it in a list. */
export interface ListedSession {
  /** Tells sessions apart; nobody can sign in with it. */
  readonly idHash: string
  readonly network: string
  readonly device: string
  readonly isByProvider: boolean
  readonly begunAt: Date
  readonly lastUsedAt: Date
}

/** Which sessions of a user end. */
export interface SessionsToEnd {
  readonly userId: number
  readonly endedBy: Actor
  /** Only the one with this hash. */
  readonly idHash?: string
  /** All but the one with this id. */
  readonly exceptId?: string | undefined
}

export interface Sessions {
  /**
   * Begin a session.
   * @param passed Proves that its user has done all that a sign-in asks of them.
   * @returns Its id, which goes into a cookie and is not kept.
   * @throws {RequestError} `not-found` when there is no such enabled user.
   */
  create(passed: PassedSignIn, start: SessionStart): Promise<string>
  /**
   * Begin what becomes a session by its next step, and signs nobody in until then.
   * @throws {RequestError} `not-found` when there is no such enabled user.
   */
  wait(userId: number, step: NextStep, start: SessionStart): Promise<string>
  /** Find who has a session, and note that it was used; `undefined` once it has ended. */
  find(id: string): Promise<FoundSession | undefined>
  /** Find whose step a session waits for; `undefined` when it does not, or not any more. */
  findAwaiting(id: string, step: NextStep): Promise<AwaitedUser | undefined>
  /** List the newest sessions of a user, the one that was used last first. */
  list(userId: number): Promise<ListedSession[]>
  /**
   * End a session; nothing happens when it has ended before.
   * @returns Whether the OpenID provider has a session of its own behind it.
   */
  end(id: string): Promise<boolean>
  /** End some sessions of a user, with a record. @returns How many. */
  endSome(which: SessionsToEnd): Promise<number>
}

/** A session ends when it has not been used for this long… */
export const sessionIdleMs: number = 8 * 60 * 60 * 1000
/** … and this long after it began, however much it is used. */
export const sessionLifetimeMs: number = 7 * 24 * 60 * 60 * 1000
/** So long the step may take that follows the first. */
const stepWaitMs = 10 * 60 * 1000
/** A use is noted at most this often. */
const touchIntervalMs = 60_000
/** More of one user are not shown. */
const maxListed = 100

/**
 * Make the keeper of sessions.
 * @param rule Who must have a second factor: without it their sessions do not count.
 */
export function sessions(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  rule: SecondFactorRule = 'nobody',
): Sessions {
  const begin = async (
    userId: number,
    awaits: NextStep | 'nothing',
    start: SessionStart,
  ): Promise<string> => {
    const id = newSessionId()
    const atMs = clock().getTime()
    await database.write(insertSession, {
      auditId: await ids.nextId(),
      atMs,
      idHash: credentialHash(id),
      userId,
      awaits,
      network: start.network,
      device: start.device,
      isByProvider: start.isByProvider ?? false,
      providerSession: start.providerSession ?? null,
      beganAfterMs: atMs - sessionLifetimeMs,
      usedAfterMs: atMs - sessionIdleMs,
      awaitedAfterMs: atMs - stepWaitMs,
    })
    return id
  }
  return {
    create: (passed, start) => begin(passed.userId, 'nothing', start),
    wait: begin,
    async find(id) {
      const idHash = credentialHash(id)
      const atMs = clock().getTime()
      const [row] = await database.read<SessionRow>(sql`
        select u.id, u.name, u.is_administrator, s.created_at, s.last_used_at
        from sessions s join users u on u.id = s.user_id
        where s.id_hash = ${idHash} and s.created_at > ${atMs - sessionLifetimeMs}
          and s.last_used_at > ${atMs - sessionIdleMs} and s.awaits_code = ${stepNumbers.nothing}
          and u.disabled_at is null and ${hasWhatIsAsked(rule)}`)
      if (row === undefined) return undefined
      if (atMs - row.last_used_at >= touchIntervalMs) {
        // A note that is lost makes the session shorter, which must not fail the request.
        await database.write(touchSession, { idHash, atMs }).catch(() => {})
      }
      return {
        userId: row.id,
        name: row.name,
        isAdministrator: row.is_administrator === 1,
        untouchedUntilMs: Math.min(
          row.last_used_at + touchIntervalMs,
          row.created_at + sessionLifetimeMs,
        ),
      }
    },
    async findAwaiting(id, step) {
      const [row] = await database.read<AwaitedRow>(sql`
        select u.id, u.name, s.is_by_provider, s.provider_session
        from sessions s join users u on u.id = s.user_id
        where s.id_hash = ${credentialHash(id)} and s.awaits_code = ${stepNumbers[step]}
          and s.created_at > ${clock().getTime() - stepWaitMs} and u.disabled_at is null`)
      return row && toAwaitedUser(row)
    },
    async list(userId) {
      const nowMs = clock().getTime()
      const rows = await database.read<ListedRow>(sql`
        select id_hash, network, device, is_by_provider, created_at, last_used_at from sessions
        where user_id = ${userId} and awaits_code = ${stepNumbers.nothing}
          and created_at > ${nowMs - sessionLifetimeMs} and last_used_at > ${nowMs - sessionIdleMs}
        order by last_used_at desc, id_hash limit ${maxListed}`)
      return rows.map(toListedSession)
    },
    async end(id) {
      return database.write(deleteSession, { idHash: credentialHash(id) })
    },
    async endSome({ userId, endedBy, idHash, exceptId }) {
      return database.write(endSessions, {
        ...(await auditStamps(ids, clock)(endedBy)),
        userId,
        idHash: idHash ?? null,
        exceptHash: exceptId === undefined ? null : credentialHash(exceptId),
      })
    },
  }
}

interface SessionRow {
  readonly id: number
  readonly name: string
  readonly is_administrator: number
  readonly created_at: number
  readonly last_used_at: number
}

interface ListedRow {
  readonly id_hash: string
  readonly network: string
  readonly device: string
  readonly is_by_provider: number
  readonly created_at: number
  readonly last_used_at: number
}

interface AwaitedRow {
  readonly id: number
  readonly name: string
  readonly is_by_provider: number
  readonly provider_session: string | null
}

function toAwaitedUser(row: AwaitedRow): AwaitedUser {
  const { id: userId, name, provider_session: providerSession } = row
  return { userId, name, start: { isByProvider: row.is_by_provider === 1, providerSession } }
}

function toListedSession(row: ListedRow): ListedSession {
  return {
    idHash: row.id_hash,
    network: row.network,
    device: row.device,
    isByProvider: row.is_by_provider === 1,
    begunAt: new Date(row.created_at),
    lastUsedAt: new Date(row.last_used_at),
  }
}

/** Make the id of a session: 256 bits of chance, as 43 characters. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url')
}

export interface SignedInUser {
  readonly userId: number
  readonly name: string
  readonly isAdministrator: boolean
}

export interface AwaitedUser extends Pick<SignedInUser, 'userId' | 'name'> {
  /** What the first step told of how the session begins. */
  readonly start: Pick<SessionStart, 'isByProvider' | 'providerSession'>
}
