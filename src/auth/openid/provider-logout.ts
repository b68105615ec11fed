/** Ends sessions when their user signs out at the OpenID provider. @module */
import { RequestError } from '../../contract/errors.ts'
import { type Database, query, type Transaction } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { type AuditStamp, auditRecord, auditStamps } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { credentialHash } from '../tokens/authorization.ts'
import type { ProviderLogout, ReadLogoutToken } from './logout-token.ts'

/**
 * @returns How many sessions have ended.
 * @throws {RequestError} `bad-request` for a token that is not valid, or was sent before.
 */
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
  const [first] = yield* query(sql`
    insert into logout_tokens (id_hash, ends_at) values (${input.tokenHash}, ${input.tokenEndsAtMs})
    on conflict (id_hash) do nothing returning id_hash`)
  if (first === undefined) {
    throw new RequestError('bad-request', 'The logout token was sent before.')
  }
  const isTheirs =
    subject === null
      ? sql`1 = 1`
      : sql`user_id in (select user_id from identities
          where issuer = ${issuer} and subject = ${subject})`
  const isThatOne = session === null ? sql`1 = 1` : sql`provider_session = ${session}`
  // Sessions that began with a password are independent of the provider.
  const ended = yield* query<{ user_id: number }>(sql`
    delete from sessions where is_by_provider = 1 and ${isTheirs} and ${isThatOne}
    returning user_id`)
  const [one] = ended
  if (one === undefined) return 0
  const [user] = yield* query<{ name: string }>(
    sql`select name from users where id = ${one.user_id}`,
  )
  const detail = { sessions: ended.length, isByProvider: true }
  yield* query(auditRecord(input, 'sessions-end', user?.name ?? '', detail))
  return ended.length
}
