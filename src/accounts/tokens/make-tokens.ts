/** Makes tokens of both kinds. @module */
import { randomBytes, randomUUID } from 'node:crypto'
import { bounds } from '../../contract/base/bounds.ts'
import { query, queryAll, type Transaction, type TransactionBody } from '../../store/database.ts'
import type { SecretKeys } from '../../store/secrets.ts'
import { sql } from '../../store/sql.ts'
import { keepsBounds, refuseBeyond, type Share } from '../../store/within-bound.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from '../audit.ts'
import { type LicenseStatus, licenseRow } from '../license.ts'
import { nameKey } from '../user-name.ts'
import { credentialHash } from './authorization.ts'
import { signJwt } from './jwt.ts'
import {
  dropExpiredSigningKeys,
  newestSigningKey,
  type SigningKeyRow,
  toSigningKey,
} from './signing-keys.ts'
import {
  allowedSpaces,
  checkLifetime,
  checkTokenName,
  hostTokenPrefix,
  keepToSpaces,
  nameTaken,
  ownerNotFound,
  readTokenSources,
  type TokenKind,
  writeTokenSources,
} from './token-input.ts'
import { findMadeToken, type MadeToken } from './tokens.ts'

export interface CreateToken extends TokenScope {
  readonly name: string
  readonly owner: string
  readonly lifetimeMs: number
  /** The only spaces, by id or key; without it, all that the owner may access. */
  readonly spaces?: readonly string[] | undefined
  readonly createdBy: Actor
}

/** What an API token may be limited to. */
export interface TokenScope {
  readonly sources?: readonly string[] | undefined
  readonly isCreateOnly?: boolean
  readonly isPreviewOnly?: boolean
}

export interface TokenText extends MadeToken {
  readonly token: string
}

/** @throws {RequestError} `bad-request`, `already-exists` or `not-found` (the owner). */
export async function createToken(
  store: AuditedStore,
  kind: TokenKind,
  input: CreateToken,
  maxLiveTokens: number = bounds.liveApiTokens.most,
): Promise<TokenText> {
  const { owner, lifetimeMs, sources, createdBy, ...request } = input
  checkTokenName(input.name)
  checkLifetime(lifetimeMs)
  const { database } = store
  const id = await store.ids.nextId()
  const issuedAtSeconds = Math.floor(store.clock().getTime() / 1000)
  const token = await auditedChanges(store)(insertToken, createdBy, {
    ...request,
    id,
    kind,
    jti: randomUUID(),
    hostText: hostTokenPrefix + randomBytes(32).toString('base64url'),
    issuedAtSeconds,
    expiresAtSeconds: issuedAtSeconds + Math.ceil(lifetimeMs / 1000),
    maxLiveTokens,
    secretKeys: database.secretKeys,
    ownerKey: nameKey(owner),
    sourceNames: writeTokenSources(sources),
  })
  return { ...(await findMadeToken(database, id)), token }
}

interface NewToken
  extends AuditStamp,
    Pick<CreateToken, 'name' | 'spaces' | 'isCreateOnly' | 'isPreviewOnly'> {
  readonly id: number
  readonly kind: TokenKind
  readonly jti: string
  readonly hostText: string
  readonly issuedAtSeconds: number
  readonly expiresAtSeconds: number
  readonly maxLiveTokens: number
  readonly secretKeys: SecretKeys
  readonly ownerKey: string
  readonly sourceNames: string
}

/** Only API tokens are signed, and remember the license. */
export const insertToken: Transaction<NewToken, string> = function* (input, dialect) {
  const { kind } = input
  const isApi = kind === 'api'
  // The lock keeps the license unchanged and excludes other new tokens until the commit.
  const [license] = yield* query<{ status: LicenseStatus; trial_ends_at: number | null }>(
    licenseRow(dialect.forUpdate),
  )
  if (license === undefined) throw new Error('the store is not initialized')
  const [owner] = yield* query<{ id: number; name: string }>(sql`
    select id, name from users where name_key = ${input.ownerKey} and disabled_at is null`)
  if (owner === undefined) throw ownerNotFound(input.ownerKey)
  const spaces =
    input.spaces && (yield* allowedSpaces(input.spaces, owner, isApi ? 'write' : 'read'))
  const { text, keyId } = isApi
    ? yield* issueText(input, owner.name)
    : { text: input.hostText, keyId: '' }
  const shares = isApi ? sharesOfApi(owner.id, input) : sharesOfHost(owner.id)
  const inserted = yield* query(sql`
    insert into tokens (id, kind, hash, name, owner_id, has_all_spaces, sources,
      is_create_only, is_preview_only, created_at, expires_at, last_used_at, license_status,
      license_trial_ends_at, signing_key_id)
    select cast(${input.id} as bigint), ${kind}, ${credentialHash(text)}, ${input.name},
      cast(${owner.id} as bigint),
      cast(${spaces === undefined ? 1 : 0} as bigint), ${input.sourceNames},
      cast(${input.isCreateOnly ? 1 : 0} as bigint), cast(${input.isPreviewOnly ? 1 : 0} as bigint),
      cast(${input.issuedAtSeconds * 1000} as bigint),
      cast(${input.expiresAtSeconds * 1000} as bigint), null, ${isApi ? license.status : ''},
      cast(${isApi ? license.trial_ends_at : null} as bigint), ${keyId}
    where ${keepsBounds(shares)}
    on conflict (kind, name) do nothing returning id`)
  if (inserted.length === 0) {
    yield* refuseBeyond(shares)
    throw nameTaken(isApi ? 'an API token' : 'a host token', input.name)
  }
  const sources = readTokenSources(input.sourceNames)
  yield* queryAll([
    ...keepToSpaces(input.id, spaces),
    auditRecord(input, `${kind}-token-create`, input.name, {
      [`${kind}TokenId`]: input.id,
      owner: owner.name,
      expiresAt: input.expiresAtSeconds * 1000,
      ...(isApi && { license: license.status }),
      ...(spaces && { spaces: spaces.map(({ key }) => key).join(' ') }),
      ...(sources && { sources: sources.join(', ') }),
      ...(input.isCreateOnly && { isCreateOnly: true }),
      ...(input.isPreviewOnly && { isPreviewOnly: true }),
    }),
  ])
  return text
}

/** The option scales all limits. */
function sharesOfApi(ownerId: number, { atMs, maxLiveTokens }: NewToken): readonly Share[] {
  const { liveApiTokens, allLiveApiTokens, apiTokens } = bounds
  const scaled = (limit: number): number => Math.ceil((limit * maxLiveTokens) / liveApiTokens.most)
  const all = sql`tokens where kind = 'api'`
  const ofOwner = sql`${all} and owner_id = ${ownerId}`
  const isLive = sql`expires_at > ${atMs}`
  return [
    { bound: liveApiTokens, most: maxLiveTokens, rows: sql`${ofOwner} and ${isLive}` },
    {
      bound: allLiveApiTokens,
      most: scaled(allLiveApiTokens.most),
      rows: sql`${all} and ${isLive}`,
    },
    { bound: apiTokens, most: scaled(apiTokens.most), rows: ofOwner },
  ]
}

function sharesOfHost(ownerId: number): readonly Share[] {
  const { hostTokens } = bounds
  return [{ bound: hostTokens, rows: sql`tokens where owner_id = ${ownerId} and kind = 'host'` }]
}

/** Keep the signing key for as long as the token may live. */
function* issueText(
  { jti, issuedAtSeconds: iat, expiresAtSeconds: exp, atMs, secretKeys }: NewToken,
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
