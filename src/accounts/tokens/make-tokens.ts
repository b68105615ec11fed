/** Makes tokens, and gives API tokens a new text. @module */
import { randomBytes, randomUUID } from 'node:crypto'
import { bounds } from '../../contract/base/bounds.ts'
import { RequestError } from '../../contract/errors.ts'
import {
  type Database,
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
} from '../../store/database.ts'
import type { Dialect } from '../../store/dialect.ts'
import type { IdAllocator } from '../../store/ids.ts'
import type { SecretKeys } from '../../store/secrets/sealed-text.ts'
import { sql } from '../../store/sql.ts'
import { keepsBounds, refuseBeyond, type Share } from '../../store/within-bound.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { type LicenseRow, licenseRow } from '../license.ts'
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
  checkDescription,
  checkTokenName,
  expiryOf,
  hostTokenPrefix,
  keepToSpaces,
  type Lifetime,
  nameTaken,
  ownerNotFound,
  readTokenSources,
  type TokenKind,
  toTokenId,
  writeTokenSources,
} from './token-input.ts'
import { findMadeToken, type MadeToken, noSuchToken } from './tokens.ts'

export type CreateToken = Lifetime & {
  readonly name: string
  readonly description?: string
  readonly owner: string
  /** The only spaces, by id or key; without it, all that the owner may access. */
  readonly spaces?: readonly string[] | undefined
  readonly createdBy: Actor
}

export interface TokenScope {
  readonly sources?: readonly string[] | undefined
  readonly isCreateOnly?: boolean
  readonly isPreviewOnly?: boolean
}

export type RenewToken = Lifetime & {
  readonly id: string
  /** When the replaced text was made, to detect a concurrent renewal. */
  readonly createdAt?: Date
  readonly renewedBy: Actor
}

export interface TokenText extends MadeToken {
  readonly token: string
}

interface TokenMaker {
  create(kind: TokenKind, input: CreateToken & TokenScope): Promise<TokenText>
  renew(input: RenewToken): Promise<TokenText>
}

export function tokenMaker(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  maxLiveTokens: number = bounds.liveApiTokens.most,
): TokenMaker {
  const stamp = auditStamps(ids, clock)
  const issue = async (id: number, input: Lifetime, actor: Actor): Promise<TokenIssue> => {
    const creation = await stamp(actor)
    const issuedAtSeconds = Math.floor(creation.atMs / 1000)
    return {
      ...creation,
      id,
      jti: randomUUID(),
      hostText: hostTokenPrefix + randomBytes(32).toString('base64url'),
      issuedAtSeconds,
      expiresAtSeconds: Math.ceil(expiryOf(input, issuedAtSeconds * 1000) / 1000),
      maxLiveTokens,
      secretKeys: database.secretKeys,
    }
  }
  return {
    async create(kind, input) {
      checkTokenName(input.name)
      const id = await ids.nextId()
      const token = await database.write(insertToken, {
        ...(await issue(id, input, input.createdBy)),
        kind,
        name: input.name,
        description: checkDescription(input.description ?? ''),
        ownerKey: nameKey(input.owner),
        spaces: input.spaces ?? null,
        sources: writeTokenSources(input.sources),
        isCreateOnly: input.isCreateOnly ?? false,
        isPreviewOnly: input.isPreviewOnly ?? false,
      })
      return { ...(await findMadeToken(database, id)), token }
    },
    async renew(input) {
      const id = toTokenId(input.id)
      const token = await database.write(renewApiToken, {
        ...(await issue(id, input, input.renewedBy)),
        createdAtMs: input.createdAt?.getTime() ?? null,
      })
      return { ...(await findMadeToken(database, id)), token }
    },
  }
}

interface TokenIssue extends AuditStamp {
  readonly id: number
  readonly jti: string
  readonly hostText: string
  readonly issuedAtSeconds: number
  readonly expiresAtSeconds: number
  readonly maxLiveTokens: number
  readonly secretKeys: SecretKeys
}

interface NewToken extends TokenIssue {
  readonly kind: TokenKind
  readonly name: string
  readonly description: string
  readonly ownerKey: string
  readonly spaces: readonly string[] | null
  readonly sources: string
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
}

/** Only API tokens are signed, and remember the license. */
export const insertToken: Transaction<NewToken, string> = function* (input, dialect) {
  const { kind } = input
  const isApi = kind === 'api'
  const license = yield* lockLicense(dialect)
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
    insert into tokens (id, kind, hash, name, description, owner_id, has_all_spaces, sources,
      is_create_only, is_preview_only, created_at, expires_at, last_used_at, license_status,
      license_trial_ends_at, signing_key_id)
    select cast(${input.id} as bigint), ${kind}, ${credentialHash(text)}, ${input.name},
      ${input.description}, cast(${owner.id} as bigint),
      cast(${spaces === null ? 1 : 0} as bigint), ${input.sources},
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
  const sources = readTokenSources(input.sources)
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

interface RenewedApiToken extends TokenIssue {
  readonly createdAtMs: number | null
}

/** The row keeps its id, and so its name, owner, scope and imports. */
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
  const shares = sharesOfApi(token.owner_id, input)
  const renewed = yield* query(sql`
    update tokens set hash = ${credentialHash(text)},
      created_at = ${input.issuedAtSeconds * 1000}, expires_at = ${input.expiresAtSeconds * 1000},
      last_used_at = null, license_status = ${license.status},
      license_trial_ends_at = ${license.trial_ends_at}, signing_key_id = ${keyId}
    where id = ${input.id} and ${keepsBounds(shares)} returning id`)
  if (renewed.length === 0) yield* refuseBeyond(shares)
  yield* queryAll([
    auditRecord(input, 'api-token-renew', token.name, {
      apiTokenId: input.id,
      owner: owner.name,
      expiresAt: input.expiresAtSeconds * 1000,
      license: license.status,
    }),
  ])
  return text
}

/** The lock keeps the license unchanged and excludes other new tokens until the commit. */
function* lockLicense(dialect: Dialect): TransactionBody<LicenseRow> {
  const [license] = yield* query<LicenseRow>(licenseRow(dialect.forUpdate))
  if (license === undefined) throw new Error('the store is not initialized')
  return license
}

/** The option scales all limits. */
function sharesOfApi(ownerId: number, { id, atMs, maxLiveTokens }: TokenIssue): readonly Share[] {
  const { liveApiTokens, allLiveApiTokens, apiTokens } = bounds
  const scaled = (limit: number): number => Math.ceil((limit * maxLiveTokens) / liveApiTokens.most)
  // A renewed token does not count twice.
  const otherTokens = sql`tokens where kind = 'api' and id <> ${id}`
  const ofOwner = sql`${otherTokens} and owner_id = ${ownerId}`
  const isLive = sql`expires_at > ${atMs}`
  return [
    { bound: liveApiTokens, most: maxLiveTokens, rows: sql`${ofOwner} and ${isLive}` },
    {
      bound: allLiveApiTokens,
      most: scaled(allLiveApiTokens.most),
      rows: sql`${otherTokens} and ${isLive}`,
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
  { jti, issuedAtSeconds: iat, expiresAtSeconds: exp, atMs, secretKeys }: TokenIssue,
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

function renewedMeanwhile(): RequestError {
  return new RequestError(
    'bad-request',
    'This API token was renewed in the meantime, so nothing was done. Open the list of tokens and look again.',
  )
}
