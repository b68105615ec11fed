/** The transactions that create and renew API tokens, and delete any token. @module */
import { bounds } from '../../base/bounds.ts'
import { RequestError } from '../../contract/errors.ts'
import { query, queryAll, type Transaction, type TransactionBody } from '../../database/database.ts'
import type { Dialect } from '../../database/dialect.ts'
import type { SecretKeys } from '../../database/secrets/sealed-text.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { keepsBounds, refuseBeyond, type Share } from '../../database/within-bound.ts'
import { type AuditStamp, auditRecord } from '../audit.ts'
import { type LicenseRow, licenseRow } from '../license.ts'
import { readTokenSources } from './allowed-sources.ts'
import { allowedSpaces, keepToSpaces } from './allowed-spaces.ts'
import { credentialHash } from './authorization.ts'
import { signJwt } from './jwt.ts'
import { dropShown, keepShown, type Sealing } from './shown-tokens.ts'
import {
  dropExpiredSigningKeys,
  newestSigningKey,
  type SigningKeyRow,
  toSigningKey,
} from './signing-keys.ts'
import { nameTaken, ownerNotFound, type TokenKind } from './token-input.ts'

export interface ApiTokenIssue extends AuditStamp {
  readonly id: number
  readonly jti: string
  readonly issuedAtSeconds: number
  readonly expiresAtSeconds: number
  readonly maxLiveTokens: number
  readonly secretKeys: SecretKeys
  readonly sealing: Sealing | null
}

export interface NewApiToken extends ApiTokenIssue {
  readonly name: string
  readonly description: string
  readonly ownerKey: string
  readonly spaces: readonly string[] | null
  /** As `writeTokenSources` gives them. */
  readonly sources: string
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
}

export const insertApiToken: Transaction<NewApiToken, string> = function* (input, dialect) {
  const license = yield* lockLicense(dialect)
  const [owner] = yield* query<{ id: number; name: string }>(sql`
    select id, name from users where name_key = ${input.ownerKey} and disabled_at is null`)
  if (owner === undefined) throw ownerNotFound(input.ownerKey)
  const spaces = input.spaces && (yield* allowedSpaces(input.spaces, owner, 'write'))
  const { text, keyId } = yield* issueText(input, owner.name)
  const shares = sharesOf(owner.id, input)
  const inserted = yield* query(sql`
    insert into tokens (id, kind, hash, name, description, owner_id, has_all_spaces, sources,
      is_create_only, is_preview_only, created_at, expires_at, last_used_at, license_status, license_trial_ends_at,
      signing_key_id)
    select cast(${input.id} as bigint), 'api', ${credentialHash(text)}, ${input.name},
      ${input.description}, cast(${owner.id} as bigint),
      cast(${spaces === null ? 1 : 0} as bigint), ${input.sources}, cast(${input.isCreateOnly ? 1 : 0} as bigint),
      cast(${input.isPreviewOnly ? 1 : 0} as bigint),
      cast(${input.issuedAtSeconds * 1000} as bigint),
      cast(${input.expiresAtSeconds * 1000} as bigint), null, ${license.status},
      cast(${license.trial_ends_at} as bigint), ${keyId}
    where ${keepsBounds(shares)}
    on conflict (kind, name) do nothing returning id`)
  if (inserted.length === 0) {
    yield* refuseBeyond(shares)
    throw nameTaken('an API token', input.name)
  }
  yield* queryAll([
    ...keepToSpaces(input.id, spaces),
    ...keepText(input, text),
    auditRecord(input, 'api-token-create', input.name, {
      apiTokenId: input.id,
      owner: owner.name,
      expiresAt: input.expiresAtSeconds * 1000,
      license: license.status,
      ...(spaces === null ? {} : { spaces: spaces.map(({ key }) => key).join(' ') }),
      ...(input.sources === '[]'
        ? {}
        : { sources: readTokenSources(input.sources)?.join(', ') ?? '' }),
      ...(input.isCreateOnly ? { isCreateOnly: true } : {}),
      ...(input.isPreviewOnly ? { isPreviewOnly: true } : {}),
    }),
  ])
  return text
}

export interface RenewedApiToken extends ApiTokenIssue {
  readonly createdAtMs: number | null
}

/** The row keeps its id, and with it name, owner, scope and imports. */
export const renewApiToken: Transaction<RenewedApiToken, string> = function* (input, dialect) {
  const license = yield* lockLicense(dialect)
  const [token] = yield* query<{ name: string; owner_id: number; created_at: number }>(sql`
    select name, owner_id, created_at from tokens
    where id = ${input.id} and kind = 'api' ${dialect.forUpdate}`)
  if (token === undefined) throw noSuchToken('API token')
  if (input.createdAtMs !== null && input.createdAtMs !== token.created_at) throw renewedMeanwhile()
  const [owner] = yield* query<{ name: string; disabled_at: number | null }>(
    sql`select name, disabled_at from users where id = ${token.owner_id}`,
  )
  if (owner === undefined || owner.disabled_at !== null) throw ownerNotFound(owner?.name ?? '')
  const { text, keyId } = yield* issueText(input, owner.name)
  const shares = sharesOf(token.owner_id, input)
  const renewed = yield* query(sql`
    update tokens set hash = ${credentialHash(text)},
      created_at = ${input.issuedAtSeconds * 1000}, expires_at = ${input.expiresAtSeconds * 1000},
      last_used_at = null, license_status = ${license.status},
      license_trial_ends_at = ${license.trial_ends_at}, signing_key_id = ${keyId}
    where id = ${input.id} and ${keepsBounds(shares)} returning id`)
  if (renewed.length === 0) yield* refuseBeyond(shares)
  yield* queryAll([
    ...keepText(input, text),
    auditRecord(input, 'api-token-renew', token.name, {
      apiTokenId: input.id,
      owner: owner.name,
      expiresAt: input.expiresAtSeconds * 1000,
      license: license.status,
    }),
  ])
  return text
}

export interface DeletedToken {
  readonly id: number
  readonly kind: TokenKind
  readonly name: string
}

export const removeToken: Transaction<AuditStamp & { id: number }, void> = function* (input) {
  const [deleted] = yield* query<DeletedToken>(
    sql`delete from tokens where id = ${input.id} returning id, kind, name`,
  )
  if (deleted === undefined) throw noSuchToken('token')
  yield* query(deletionRecord(input, deleted))
}

export function deletionRecord(stamp: AuditStamp, { id, kind, name }: DeletedToken): Statement {
  return kind === 'api'
    ? auditRecord(stamp, 'api-token-delete', name, { apiTokenId: id })
    : auditRecord(stamp, 'host-token-delete', name, { hostTokenId: id })
}

/** The lock keeps the license unchanged and excludes other new tokens until the commit. */
function* lockLicense(dialect: Dialect): TransactionBody<LicenseRow> {
  const [license] = yield* query<LicenseRow>(licenseRow(dialect.forUpdate))
  if (license === undefined) throw new Error('the store is not initialized')
  return license
}

/** The limits for a new or renewed token; the option scales all of them. */
function sharesOf(ownerId: number, { id, atMs, maxLiveTokens }: ApiTokenIssue): readonly Share[] {
  const { liveApiTokens, allLiveApiTokens, apiTokens } = bounds
  const scaled = (most: number): number => Math.ceil((most * maxLiveTokens) / liveApiTokens.most)
  // A renewed token is not counted twice.
  const others = sql`tokens where kind = 'api' and id <> ${id}`
  const ofOwner = sql`${others} and owner_id = ${ownerId}`
  const isLive = sql`expires_at > ${atMs}`
  return [
    { bound: liveApiTokens, most: maxLiveTokens, rows: sql`${ofOwner} and ${isLive}` },
    {
      bound: allLiveApiTokens,
      most: scaled(allLiveApiTokens.most),
      rows: sql`${others} and ${isLive}`,
    },
    { bound: apiTokens, most: scaled(apiTokens.most), rows: ofOwner },
  ]
}

/** The signing key is kept as long as the token may live. */
function* issueText(
  { jti, issuedAtSeconds: iat, expiresAtSeconds: exp, atMs, secretKeys }: ApiTokenIssue,
  sub: string,
): TransactionBody<{ text: string; keyId: string }> {
  const [key] = yield* query<SigningKeyRow>(newestSigningKey)
  if (key === undefined) throw new Error('the store is not initialized')
  yield* queryAll([
    sql`update signing_keys set needed_until = ${exp * 1000}
      where id = ${key.id} and needed_until < ${exp * 1000}`,
    dropExpiredSigningKeys(atMs),
  ])
  const text = signJwt({ jti, sub, iat, exp }, toSigningKey(key, secretKeys))
  return { text, keyId: key.id }
}

/** Make the statements that keep the text of a new token for whoever made it, if anybody. */
export function keepText(
  { sealing, id, atMs }: Pick<ApiTokenIssue, 'sealing' | 'id' | 'atMs'>,
  text: string,
): Statement[] {
  return sealing === null ? [dropShown(id, atMs)] : keepShown(sealing, id, text, atMs)
}

function noSuchToken(what: string): RequestError {
  return new RequestError(
    'not-found',
    `There is no ${what} with this id. "markport token list" shows those there are.`,
  )
}

function renewedMeanwhile(): RequestError {
  return new RequestError(
    'bad-request',
    'This API token was renewed in the meantime, so nothing was done. Open the list of tokens and look again.',
  )
}
