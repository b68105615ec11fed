/** One-time links for choosing a password; the store keeps only a hash. @module */
import { randomBytes } from 'node:crypto'
import { bounds } from '../../contract/base/bounds.ts'
import { RequestError } from '../../contract/errors.ts'
import { query, type Transaction } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { makeRoom } from '../../store/within-bound.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from '../audit.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { credentialHash } from '../tokens/authorization.ts'
import { nameKey, nameOfEnabledUser } from '../user-name.ts'
import { passwordTriesKey } from './password-check.ts'
import type { Passwords } from './passwords.ts'

export interface OneTimeLinks extends ReturnType<typeof oneTimeLinks> {}

export interface LinkedUser {
  readonly name: string
}

export interface OneTimeLink {
  readonly code: string
  readonly expiresAt: Date
}

const lifetimeMs = 7 * 24 * 60 * 60 * 1000

export function oneTimeLinks(store: AuditedStore, passwords: Passwords) {
  const { database, clock } = store
  const change = auditedChanges(store)
  /** Undefined when the link is used, expired or unknown. */
  const findUser = async (code: string): Promise<LinkedUser | undefined> => {
    const nowMs = clock().getTime()
    const [user] = await database.read<LinkedUser>(sql`
      select u.name from one_time_links l join users u on u.id = l.user_id
      where l.code_hash = ${credentialHash(code)} and l.expires_at > ${nowMs}
      and u.disabled_at is null`)
    return user
  }
  return {
    /** @throws {RequestError} `not-found` when there is no such enabled user. */
    async create(userId: number, createdBy: Actor): Promise<OneTimeLink> {
      const code = randomBytes(32).toString('base64url')
      const expiresAtMs = clock().getTime() + lifetimeMs
      const codeHash = credentialHash(code)
      await change(insertOneTimeLink, createdBy, { userId, codeHash, expiresAtMs })
      return { code, expiresAt: new Date(expiresAtMs) }
    },
    findUser,
    /**
     * @returns The name of the user.
     * @throws {RequestError} `not-found` for the link, `bad-request` for the password.
     */
    async use(code: string, password: string, address: string): Promise<string> {
      // Check the code first, so that guessed ones do not cost a slow hash.
      const user = await findUser(code)
      if (user === undefined) throw noSuchLink()
      const actor = { name: user.name, address }
      return change(useOneTimeLink, actor, {
        passwordHash: await passwords.hash(password, user.name),
        codeHash: credentialHash(code),
        triesKey: passwordTriesKey(nameKey(user.name), address),
      })
    },
  }
}

interface NewLink extends AuditStamp {
  readonly userId: number
  readonly codeHash: string
  readonly expiresAtMs: number
}

export const insertOneTimeLink: Transaction<NewLink, void> = function* (input, dialect) {
  const name = yield* nameOfEnabledUser(input.userId, dialect.forUpdate)
  yield* query(sql`delete from one_time_links where expires_at <= ${input.atMs}`)
  yield* query(
    makeRoom({
      table: sql`one_time_links`,
      key: sql`code_hash`,
      bound: bounds.oneTimeLinks,
      condition: sql`user_id = ${input.userId}`,
      order: sql`created_at desc, code_hash`,
    }),
  )
  yield* query(sql`
    insert into one_time_links (code_hash, user_id, created_at, expires_at)
    values (${input.codeHash}, ${input.userId}, ${input.atMs}, ${input.expiresAtMs})`)
  yield* query(auditRecord(input, 'one-time-link-create', name, { userId: input.userId }))
}

interface UseLink extends AuditStamp {
  readonly codeHash: string
  readonly passwordHash: string
  readonly triesKey: string
}

export const useOneTimeLink: Transaction<UseLink, string> = function* (input) {
  const [link] = yield* query<{ user_id: number }>(sql`
    delete from one_time_links
    where code_hash = ${input.codeHash} and expires_at > ${input.atMs} returning user_id`)
  if (link === undefined) throw noSuchLink()
  const [user] = yield* query<{ name: string }>(sql`
    update users set password_hash = ${input.passwordHash}
    where id = ${link.user_id} and disabled_at is null returning name`)
  if (user === undefined) throw noSuchLink()
  yield* query(sql`delete from one_time_links where user_id = ${link.user_id}`)
  yield* query(endSessionsOf(link.user_id))
  // Wrong guesses by others in the same network must not keep the user waiting.
  yield* query(sql`delete from password_tries where key = ${input.triesKey}`)
  yield* query(auditRecord(input, 'one-time-link-use', user.name, { userId: link.user_id }))
  return user.name
}

function noSuchLink(): RequestError {
  return new RequestError(
    'not-found',
    'This link has been used, has expired or never was one. Ask an administrator for another.',
  )
}
