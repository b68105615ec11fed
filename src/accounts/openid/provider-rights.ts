/** Ends sessions and access by groups that came from the OpenID provider. @module */
import { RequestError } from '../../contract/errors.ts'
import {
  type Database,
  query,
  type Transaction,
  type TransactionBody,
} from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { licenseRow } from '../license.ts'
import { credentialHash } from '../tokens/authorization.ts'
import type { ProviderLogout, ReadLogoutToken } from './logout-token.ts'

/** @throws {RequestError} `bad-request` for an invalid or repeated token. */
export type EndByProvider = (token: string, network: string) => Promise<number>

export function providerLogout(
  readToken: ReadLogoutToken,
  {
    database,
    ids,
    clock,
  }: { readonly database: Database; readonly ids: IdAllocator; readonly clock: Clock },
): EndByProvider {
  return async (token, network) => {
    const { endsAt, tokenId, ...logout } = await readToken(token)
    return database.write(endProviderSessions, {
      ...logout,
      tokenHash: credentialHash(tokenId),
      tokenEndsAtMs: endsAt.getTime(),
      ...(await auditStamps(ids, clock)({ name: 'OpenID provider', address: network })),
    })
  }
}

interface ProviderLogoutInput
  extends AuditStamp,
    Pick<ProviderLogout, 'issuer' | 'subject' | 'session'> {
  readonly tokenHash: string
  readonly tokenEndsAtMs: number
}

export const endProviderSessions: Transaction<ProviderLogoutInput, number> = function* (input) {
  const { issuer, subject, session } = input
  yield* query(sql`delete from logout_tokens where ends_at <= ${input.atMs}`)
  const [newToken] = yield* query(sql`
    insert into logout_tokens (id_hash, ends_at) values (${input.tokenHash}, ${input.tokenEndsAtMs})
    on conflict (id_hash) do nothing returning id_hash`)
  if (newToken === undefined) {
    throw new RequestError('bad-request', 'The logout token was sent before.')
  }
  const isTheirs =
    subject === null
      ? sql`1 = 1`
      : sql`user_id in (select user_id from identities
          where issuer = ${issuer} and subject = ${subject})`
  const isRequestedSession = session === null ? sql`1 = 1` : sql`provider_session = ${session}`
  // Sessions that began with a password do not depend on the provider.
  const sessions = yield* query<{ user_id: number }>(sql`
    delete from sessions where is_by_provider = 1 and ${isTheirs} and ${isRequestedSession}
    returning user_id`)
  const [firstSession] = sessions
  if (firstSession === undefined) return 0
  const [user] = yield* query<{ name: string }>(
    sql`select name from users where id = ${firstSession.user_id}`,
  )
  const detail = { sessions: sessions.length, isByProvider: true }
  yield* query(auditRecord(input, 'sessions-end', user?.name ?? '', detail))
  return sessions.length
}

export interface GroupRights {
  /**
   * Take the access by groups from a user and end all sessions; the next sign-in by the provider
   * restores what the groups give then.
   * @throws {RequestError} `not-found` when there is no such user.
   */
  end(userId: number, endedBy: Actor): Promise<void>
  /**
   * Do the same for users whose groups were reported longer ago, but end only sessions by the
   * provider.
   * @returns The number of users.
   */
  endLapsed(maxAgeMs: number): Promise<number>
}

export function groupRights(database: Database, ids: IdAllocator, clock: Clock): GroupRights {
  const end = async (userId: number, actor: Actor, toldBeforeMs: number | null): Promise<boolean> =>
    database.write(endGroupRights, {
      userId,
      toldBeforeMs,
      auditId: await ids.nextId(),
      atMs: clock().getTime(),
      actor,
    })
  return {
    async end(userId, endedBy) {
      await end(userId, endedBy, null)
    },
    async endLapsed(maxAgeMs) {
      const toldBeforeMs = clock().getTime() - maxAgeMs
      const lapsed = await database.read<{ id: number }>(sql`
        select u.id from users u where u.groups_at <= ${toldBeforeMs}
        and (u.is_administrator_by_group = 1
          or exists (select 1 from group_access g where g.user_id = u.id))`)
      let count = 0
      for (const { id } of lapsed) if (await end(id, 'serve', toldBeforeMs)) count += 1
      return count
    },
  }
}

interface EndedRights extends AuditStamp {
  readonly userId: number
  readonly toldBeforeMs: number | null
}

export const endGroupRights: Transaction<EndedRights, boolean> = function* (input, dialect) {
  // Sign-ins take the same lock, so none can restore the access meanwhile.
  yield* query(licenseRow(dialect.forUpdate))
  const { userId, toldBeforeMs } = input
  const [user] = yield* query<{ name: string; groups_at: number }>(
    sql`select name, groups_at from users where id = ${userId}`,
  )
  if (user === undefined) throw new RequestError('not-found', 'There is no such user.')
  if (toldBeforeMs !== null && user.groups_at > toldBeforeMs) return false
  yield* takeGroupRights(userId)
  const sessions = yield* query(sql`
    delete from sessions where user_id = ${userId}
    ${toldBeforeMs === null ? sql`` : sql`and is_by_provider = 1`} returning 1 as gone`)
  const detail = { sessions: sessions.length }
  yield* query(auditRecord(input, 'group-access-end', user.name, detail))
  return true
}

export function* takeGroupRights(userId: number): TransactionBody<void> {
  yield* query(sql`delete from group_access where user_id = ${userId}`)
  yield* query(sql`
    update users set is_administrator = 0, is_administrator_by_group = 0
    where id = ${userId} and is_administrator_by_group = 1`)
}
