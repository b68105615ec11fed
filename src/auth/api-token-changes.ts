/** The transactions that create and delete API tokens. @module */
import { query, type Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { RequestError } from '../errors.ts'
import { type AuditStamp, auditRecord } from './audit.ts'
import { credentialHash } from './authorization.ts'
import { signJwt } from './jwt.ts'
import { type LicenseRow, licenseRow } from './license.ts'
import {
  dropExpiredSigningKeys,
  newestSigningKey,
  type SigningKeyRow,
  toSigningKey,
} from './signing-keys.ts'
import { nameTaken, ownerNotFound } from './token-input.ts'

export interface NewApiToken extends AuditStamp {
  readonly id: number
  readonly jti: string
  readonly name: string
  readonly ownerKey: string
  readonly issuedAtSeconds: number
  readonly expiresAtSeconds: number
  readonly maxLiveTokens: number
}

export interface CreatedApiToken {
  readonly text: string
  readonly ownerName: string
  readonly license: LicenseRow
}

/** Read license, key and owner, sign, and store the hash: in one transaction nothing can change between. */
export const insertApiToken: Transaction<NewApiToken, CreatedApiToken> = function* (
  input,
  dialect,
) {
  const [license] = yield* query<LicenseRow>(licenseRow(dialect.forUpdate))
  const [key] = yield* query<SigningKeyRow>(newestSigningKey)
  if (license === undefined || key === undefined) throw new Error('the store is not initialized')
  const [owner] = yield* query<{ id: number; name: string }>(sql`
    select id, name from users where name_key = ${input.ownerKey} and disabled_at is null`)
  if (owner === undefined) throw ownerNotFound(input.ownerKey)
  const [live] = yield* query<{ count: number }>(
    sql`select count(*) as count from api_tokens where expires_at > ${input.atMs}`,
  )
  if ((live?.count ?? 0) >= input.maxLiveTokens) throw tooManyTokens(input.maxLiveTokens)
  const { jti, issuedAtSeconds: iat, expiresAtSeconds: exp } = input
  const text = signJwt({ jti, sub: owner.name, iat, exp }, toSigningKey(key))
  const expiresAtMs = exp * 1000
  const inserted = yield* query(sql`
    insert into api_tokens (id, hash, name, owner_id, created_at, expires_at, last_used_at,
      license_status, license_trial_ends_at)
    values (${input.id}, ${credentialHash(text)}, ${input.name}, ${owner.id}, ${iat * 1000},
      ${expiresAtMs}, null, ${license.status}, ${license.trial_ends_at})
    on conflict (name) do nothing returning id`)
  if (inserted.length === 0) throw nameTaken('an API token', input.name)
  yield* query(sql`
    update signing_keys set needed_until = ${expiresAtMs}
    where id = ${key.id} and needed_until < ${expiresAtMs}`)
  yield* query(dropExpiredSigningKeys(input.atMs))
  yield* query(
    auditRecord(input, 'api-token-create', input.name, {
      apiTokenId: input.id,
      owner: owner.name,
      expiresAt: expiresAtMs,
      license: license.status,
    }),
  )
  return { text, ownerName: owner.name, license }
}

export const deleteApiToken: Transaction<AuditStamp & { id: number }, void> = function* (input) {
  const [row] = yield* query<{ name: string }>(
    sql`delete from api_tokens where id = ${input.id} returning name`,
  )
  if (row === undefined) {
    throw new RequestError(
      'not-found',
      'There is no API token with this id. "markport token list" shows those there are.',
    )
  }
  yield* query(auditRecord(input, 'api-token-delete', row.name, { apiTokenId: input.id }))
}

function tooManyTokens(maxLiveTokens: number): RequestError {
  return new RequestError(
    'bad-request',
    `There are already ${maxLiveTokens} API tokens that have not expired, which is the limit. Delete one that is no longer needed, then try again.`,
  )
}
