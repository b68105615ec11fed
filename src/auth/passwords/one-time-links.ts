/** One-time links for choosing a password; the store keeps only a hash of the code. @module */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { type Actor, auditStamps, programAddress } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { credentialHash } from '../tokens/authorization.ts'
import {
  insertOneTimeLink,
  noSuchLink,
  type PasswordOwner,
  useLinkOfAdministrator,
  useOneTimeLink,
} from './one-time-link-changes.ts'
import type { Passwords } from './passwords.ts'

export interface OneTimeLinks {
  /**
   * Make a link for a user; earlier links stay valid until one of them is used.
   * @throws {RequestError} `not-found` when there is no such enabled user.
   */
  create(userId: number, createdBy: Actor): Promise<OneTimeLink>
  /** Undefined when the link is used, expired or unknown. */
  findUser(code: string): Promise<LinkedUser | undefined>
  /**
   * Set the password and use up the link.
   * @throws {RequestError} `not-found` for the link, `bad-request` for the password.
   */
  use(code: string, password: string, options?: UseOptions): Promise<PasswordOwner>
  /**
   * Sign in with an administrator's link in place of a password.
   * @throws {RequestError} `not-found` for any other link.
   */
  useToSignIn(code: string, address: string): Promise<PasswordOwner>
}

export interface LinkedUser {
  readonly name: string
  readonly isAdministrator: boolean
  readonly liveTokens: number
}

export interface UseOptions {
  readonly address?: string
  readonly isDeletingTokens?: boolean
}

export interface OneTimeLink {
  readonly code: string
  readonly expiresAt: Date
}

const lifetimeMs = 7 * 24 * 60 * 60 * 1000

export function oneTimeLinks(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  passwords: Passwords,
): OneTimeLinks {
  const findUser = async (code: string): Promise<LinkedUser | undefined> => {
    const nowMs = clock().getTime()
    const [user] = await database.read<LinkedRow>(sql`
      select u.name, u.is_administrator,
        (select count(*) from tokens where owner_id = u.id and expires_at > ${nowMs}) as live_tokens
      from one_time_links l join users u on u.id = l.user_id
      where l.code_hash = ${credentialHash(code)} and l.expires_at > ${nowMs}
      and u.disabled_at is null`)
    return user && toLinkedUser(user)
  }
  return {
    async create(userId, createdBy) {
      const code = randomBytes(32).toString('base64url')
      const atMs = clock().getTime()
      await database.write(insertOneTimeLink, {
        auditId: await ids.nextId(),
        atMs,
        actor: createdBy,
        userId,
        codeHash: credentialHash(code),
        expiresAtMs: atMs + lifetimeMs,
      })
      return { code, expiresAt: new Date(atMs + lifetimeMs) }
    },
    findUser,
    async use(code, password, { address = programAddress, isDeletingTokens = false } = {}) {
      // Guessed codes must not cost a slow hash.
      const user = await findUser(code)
      if (user === undefined) throw noSuchLink()
      return database.write(useOneTimeLink, {
        passwordHash: await passwords.hash(password, user.name),
        ...(await auditStamps(ids, clock)({ name: user.name, address })),
        codeHash: credentialHash(code),
        tokenAuditIds: isDeletingTokens ? await takeIds(ids, user.liveTokens + spareIds) : null,
      })
    },
    async useToSignIn(code, address) {
      return database.write(useLinkOfAdministrator, {
        auditId: await ids.nextId(),
        atMs: clock().getTime(),
        address,
        codeHash: credentialHash(code),
      })
    },
  }
}

interface LinkedRow {
  readonly name: string
  readonly is_administrator: number
  readonly live_tokens: number
}

function toLinkedUser(row: LinkedRow): LinkedUser {
  return {
    name: row.name,
    isAdministrator: row.is_administrator === 1,
    liveTokens: Number(row.live_tokens),
  }
}

/** Tokens may be made between the count and the deletion. */
const spareIds = 8

async function takeIds(ids: IdAllocator, count: number): Promise<number[]> {
  const taken: number[] = []
  while (taken.length < count) taken.push(await ids.nextId())
  return taken
}
