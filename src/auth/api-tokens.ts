/** API tokens: who may use the import operation, and the making and deleting of such tokens. @module */
import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { likePattern, sql } from '../database/sql.ts'
import { RequestError } from '../errors.ts'
import { deleteApiToken, insertApiToken } from './api-token-changes.ts'
import { licenseProblem } from './api-token-license.ts'
import type { Actor } from './audit.ts'
import { credentialHash, parseAuthorization, unauthorized } from './authorization.ts'
import type { Clock } from './clock.ts'
import { parseJwt, verifyJwt } from './jwt.ts'
import { lastUseRecorder } from './last-use.ts'
import { type License, type LicenseStatus, toLicense } from './license.ts'
import { rotateSigningKey, type SigningKeys, signingKeys } from './signing-keys.ts'
import { checkTokenInput, toTokenId } from './token-input.ts'
import { nameKey } from './user-name.ts'

export interface ApiTokenHolder {
  readonly apiTokenId: string
  readonly userId: number
  readonly userName: string
  readonly isAdministrator: boolean
}

export interface ApiToken {
  readonly id: string
  readonly name: string
  /** Name of the user whose permissions it carries. */
  readonly owner: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  /** The license when it was created. */
  readonly license: License
}

export interface NewApiTokenText extends Omit<ApiToken, 'lastUsedAt'> {
  /** The token itself; it is not kept and cannot be shown again. */
  readonly token: string
  /** Why it answers 402 as things stand. */
  readonly warning?: string
}

export interface ApiTokens {
  /**
   * Find out who sends a request, in the order of the contract: form, signature, claims, times,
   * store, license.
   * @param authorization The values of the `Authorization` header.
   * @throws {RequestError} `unauthorized`, `forbidden` or `license-expired`.
   */
  authenticate(authorization: readonly string[]): Promise<ApiTokenHolder>
  /** Note the use of a token; never fails. */
  touch(apiTokenId: string): Promise<void>
  /** @throws {RequestError} `bad-request`, `already-exists` or `not-found` (the owner). */
  create(input: CreateApiToken): Promise<NewApiTokenText>
  /** List tokens, newest first: all, or a part. */
  list(part?: ApiTokenPart): Promise<ApiToken[]>
  /** @throws {RequestError} `not-found`. */
  delete(id: string, deletedBy: Actor): Promise<void>
  /** Sign new tokens with a new key; returns its id. */
  rotateSigningKey(rotatedBy: Actor): Promise<string>
}

export interface ApiTokenPart {
  /** Only tokens of the user with this name. */
  readonly owner?: string | undefined
  /** Only tokens with this in their name. */
  readonly matching?: string | undefined
  /** Only the token with this id. */
  readonly id?: string | undefined
  /** Only tokens that stand after the one with this id. */
  readonly after?: string | undefined
  readonly limit?: number
}

export interface CreateApiToken {
  readonly name: string
  readonly owner: string
  readonly lifetimeMs: number
  readonly createdBy: Actor
}

/**
 * Make the API tokens' keeper.
 * @param database An initialized store.
 * @param ids Gives tokens and audit records their ids.
 * @param clock The time.
 * @param options How many unexpired tokens there may be.
 */
export function apiTokens(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  options: { maxLiveTokens?: number } = {},
): ApiTokens {
  const keys = signingKeys(database, clock)
  const maxLiveTokens = options.maxLiveTokens ?? 50
  const stamp = async (actor: Actor) => ({
    auditId: await ids.nextId(),
    atMs: clock().getTime(),
    actor,
  })
  return {
    authenticate: (authorization) => authenticate(database, keys, clock, authorization),
    touch: lastUseRecorder(database, clock, 'api_tokens'),
    async create(input) {
      checkTokenInput(input)
      const id = await ids.nextId()
      const made = await stamp(input.createdBy)
      const issuedAtSeconds = Math.floor(made.atMs / 1000)
      const expiresAtSeconds = issuedAtSeconds + Math.ceil(input.lifetimeMs / 1000)
      const created = await database.write(insertApiToken, {
        ...made,
        id,
        jti: randomUUID(),
        name: input.name,
        ownerKey: nameKey(input.owner),
        issuedAtSeconds,
        expiresAtSeconds,
        maxLiveTokens,
      })
      const license = toLicense(created.license)
      const warning = licenseProblem(license, license, clock())
      return {
        id: String(id),
        name: input.name,
        token: created.text,
        owner: created.ownerName,
        createdAt: new Date(issuedAtSeconds * 1000),
        expiresAt: new Date(expiresAtSeconds * 1000),
        license,
        ...(warning === undefined ? {} : { warning: `It will answer 402 for now. ${warning}` }),
      }
    },
    list: (part) => listApiTokens(database, part),
    async delete(id, deletedBy) {
      await database.write(deleteApiToken, { ...(await stamp(deletedBy)), id: toTokenId(id) })
    },
    rotateSigningKey: (rotatedBy) => rotateSigningKey(database, ids, clock, rotatedBy),
  }
}

async function authenticate(
  database: Database,
  keys: SigningKeys,
  clock: Clock,
  authorization: readonly string[],
): Promise<ApiTokenHolder> {
  const { scheme, value } = parseAuthorization(authorization)
  if (scheme !== 'bearer') {
    throw unauthorized('The import takes an API token: send "Authorization: Bearer <token>".')
  }
  await verifyJwt(parseJwt(value), keys.find, clock())
  const [row] = await database.read<HolderRow>(holderOf(credentialHash(value)))
  if (row === undefined) {
    throw unauthorized('This API token is not known: it was deleted. Create a new one.')
  }
  if (row.disabled_at !== null) {
    throw unauthorized('The owner of this API token has been disabled. Ask an administrator.')
  }
  const problem = licenseProblem(
    toLicense({ status: row.created_status, trial_ends_at: row.created_trial_ends_at }),
    toLicense(row),
    clock(),
  )
  if (problem !== undefined) throw new RequestError('license-expired', problem)
  return {
    apiTokenId: String(row.id),
    userId: row.user_id,
    userName: row.user_name,
    isAdministrator: row.is_administrator === 1,
  }
}

interface HolderRow {
  readonly id: number
  readonly created_status: LicenseStatus
  readonly created_trial_ends_at: number | null
  readonly user_id: number
  readonly user_name: string
  readonly is_administrator: number
  readonly disabled_at: number | null
  readonly status: LicenseStatus
  readonly trial_ends_at: number | null
}

function holderOf(hash: string) {
  return sql`
    select t.id, t.license_status as created_status,
      t.license_trial_ends_at as created_trial_ends_at,
      u.id as user_id, u.name as user_name, u.is_administrator, u.disabled_at,
      l.status, l.trial_ends_at
    from api_tokens t join users u on u.id = t.owner_id join license l on l.id = 1
    where t.hash = ${hash}`
}

async function listApiTokens(
  database: Database,
  { owner, matching, id, after, limit }: ApiTokenPart = {},
): Promise<ApiToken[]> {
  const conditions = [
    owner === undefined ? undefined : sql`u.name = ${owner}`,
    matching === undefined
      ? undefined
      : sql`lower(t.name) like ${`%${likePattern(matching.toLowerCase())}%`} escape '!'`,
    id === undefined ? undefined : sql`t.id = ${toTokenId(id)}`,
    after === undefined
      ? undefined
      : sql`(t.created_at, t.id) < (
          select created_at, id from api_tokens where id = ${toTokenId(after)})`,
  ].filter((condition) => condition !== undefined)
  const rows = await database.read<{
    id: number
    name: string
    owner: string
    created_at: number
    expires_at: number
    last_used_at: number | null
    license_status: LicenseStatus
    license_trial_ends_at: number | null
  }>(sql`
    select t.id, t.name, u.name as owner, t.created_at, t.expires_at, t.last_used_at,
      t.license_status, t.license_trial_ends_at
    from api_tokens t join users u on u.id = t.owner_id
    where ${conditions.reduce((all, one) => sql`${all} and ${one}`, sql`1 = 1`)}
    order by t.created_at desc, t.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`)
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    owner: row.owner,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
    license: toLicense({ status: row.license_status, trial_ends_at: row.license_trial_ends_at }),
  }))
}
