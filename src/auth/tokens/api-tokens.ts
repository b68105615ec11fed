/** Creates, renews, deletes and authenticates API tokens. @module */
import { randomUUID } from 'node:crypto'
import { bounds } from '../../base/bounds.ts'
import { RequestError } from '../../contract/errors.ts'
import {
  type Database,
  query,
  queryAll,
  type Transaction,
  type TransactionBody,
} from '../../database/database.ts'
import type { Dialect } from '../../database/dialect.ts'
import type { IdAllocator } from '../../database/ids.ts'
import type { SecretKeys } from '../../database/secrets/sealed-text.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { keepsBounds, refuseBeyond, type Share } from '../../database/within-bound.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { type LicenseRow, licenseRow } from '../license.ts'
import { nameKey } from '../user-name.ts'
import { type ApiTokenHolder, apiTokenCheck, licenseProblem } from './authenticate-api-token.ts'
import { credentialHash } from './authorization.ts'
import { signJwt } from './jwt.ts'
import { dropShown, keepShown, type Sealing, type Showing, sealingOf } from './shown-tokens.ts'
import {
  dropExpiredSigningKeys,
  newestSigningKey,
  rotateSigningKey,
  type SigningKeyRow,
  signingKeys,
  toSigningKey,
} from './signing-keys.ts'
import {
  allowedSpaces,
  checkDescription,
  checkTokenName,
  expiryOf,
  keepToSpaces,
  type Lifetime,
  nameTaken,
  ownerNotFound,
  readTokenSources,
  toTokenId,
  writeTokenSources,
} from './token-input.ts'
import { findMadeToken, lastUseRecorder, type MadeToken, noSuchToken } from './tokens.ts'

export interface NewApiTokenText extends MadeToken {
  readonly token: string
  readonly warning?: string
}

export interface ApiTokens {
  /**
   * @param authorization The values of the `Authorization` header.
   * @throws {RequestError} `unauthorized`, `forbidden` or `license-expired`.
   */
  authenticate(authorization: readonly string[]): Promise<ApiTokenHolder>
  /** Note the use of a token; never rejects. */
  touch(apiTokenId: string): Promise<void>
  /** @throws {RequestError} `bad-request`, `already-exists` or `not-found` (the owner). */
  create(input: CreateApiToken): Promise<NewApiTokenText>
  /**
   * Give a token a new text and expiry; the old text is refused at once.
   * @throws {RequestError} `bad-request` or `not-found`.
   */
  renew(input: RenewApiToken): Promise<NewApiTokenText>
  rotateSigningKey(rotatedBy: Actor): Promise<string>
}

type CreateApiToken = Lifetime & {
  readonly name: string
  readonly description?: string
  readonly owner: string
  /** Ids or keys of the only spaces; without it, all that its owner may write to. */
  readonly spaces?: readonly string[] | undefined
  /** The names of the only sources; without it, any. */
  readonly sources?: readonly string[] | undefined
  readonly isCreateOnly?: boolean
  readonly isPreviewOnly?: boolean
  readonly createdBy: Actor
  readonly showing?: Showing | undefined
}

type RenewApiToken = Lifetime & {
  readonly id: string
  /** When the text that is to be replaced was made, to detect a concurrent renewal. */
  readonly createdAt?: Date
  readonly renewedBy: Actor
  readonly showing?: Showing | undefined
}

export function apiTokens(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  options: { maxLiveTokens?: number } = {},
): ApiTokens {
  const keys = signingKeys(database, clock)
  const maxLiveTokens = options.maxLiveTokens ?? bounds.liveApiTokens.most
  const stamp = auditStamps(ids, clock)
  const issue = async (
    id: number,
    input: Lifetime & { showing?: Showing | undefined },
    actor: Actor,
  ): Promise<ApiTokenIssue> => {
    const made = await stamp(actor)
    const issuedAtSeconds = Math.floor(made.atMs / 1000)
    return {
      ...made,
      id,
      jti: randomUUID(),
      issuedAtSeconds,
      expiresAtSeconds: Math.ceil(expiryOf(input, issuedAtSeconds * 1000) / 1000),
      maxLiveTokens,
      secretKeys: database.secretKeys,
      sealing: input.showing === undefined ? null : sealingOf(input.showing, made.atMs),
    }
  }
  const withText = async (id: number, token: string): Promise<NewApiTokenText> => {
    const shown = await findMadeToken(database, id)
    const { license } = shown
    const warning = license === null ? undefined : licenseProblem(license, license, clock())
    return {
      ...shown,
      token,
      ...(warning === undefined ? {} : { warning: `It will answer 402 for now. ${warning}` }),
    }
  }
  return {
    authenticate: apiTokenCheck(database, keys, clock),
    touch: lastUseRecorder(database, clock),
    async create(input) {
      checkTokenName(input.name)
      const id = await ids.nextId()
      const text = await database.write(insertApiToken, {
        ...(await issue(id, input, input.createdBy)),
        name: input.name,
        description: checkDescription(input.description ?? ''),
        ownerKey: nameKey(input.owner),
        spaces: input.spaces ?? null,
        sources: writeTokenSources(input.sources),
        isCreateOnly: input.isCreateOnly ?? false,
        isPreviewOnly: input.isPreviewOnly ?? false,
      })
      return withText(id, text)
    },
    async renew(input) {
      const id = toTokenId(input.id)
      const text = await database.write(renewApiToken, {
        ...(await issue(id, input, input.renewedBy)),
        createdAtMs: input.createdAt?.getTime() ?? null,
      })
      return withText(id, text)
    },
    rotateSigningKey: (rotatedBy) => rotateSigningKey(database, ids, clock, rotatedBy),
  }
}

interface ApiTokenIssue extends AuditStamp {
  readonly id: number
  readonly jti: string
  readonly issuedAtSeconds: number
  readonly expiresAtSeconds: number
  readonly maxLiveTokens: number
  readonly secretKeys: SecretKeys
  readonly sealing: Sealing | null
}

interface NewApiToken extends ApiTokenIssue {
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

interface RenewedApiToken extends ApiTokenIssue {
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

function renewedMeanwhile(): RequestError {
  return new RequestError(
    'bad-request',
    'This API token was renewed in the meantime, so nothing was done. Open the list of tokens and look again.',
  )
}
