/** Lists tokens without their text, and deletes them. @module */
import { RequestError } from '../../contract/errors.ts'
import { type Database, query, type Transaction } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import { allOf, likePattern, type Statement, sql } from '../../store/sql.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { type License, type LicenseStatus, toLicense } from '../license.ts'
import { isWritableBy, isWriter } from '../reader.ts'
import { readTokenSources, type TokenKind, toTokenId } from './token-input.ts'

export interface Token {
  readonly id: string
  readonly kind: TokenKind
  readonly name: string
  readonly owner: string
  readonly spaces: readonly string[] | null
  /** The only sources that it imports; null for any. */
  readonly sources: readonly string[] | null
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  /** The license at creation; null when it needs none. */
  readonly license: License | null
}

export interface ListedToken extends Token {
  readonly isOwnerDisabled: boolean
  readonly hasSpace: boolean
  /** Whether its signing key exists, which a restored store lacks. */
  readonly hasKey: boolean
}

export interface TokenPart {
  readonly kind?: TokenKind
  readonly owner?: string | undefined
  readonly matching?: string | undefined
  readonly id?: string | undefined
  readonly after?: string | undefined
  readonly limit?: number
}

export async function listTokens(
  database: Database,
  range: TokenPart = {},
): Promise<ListedToken[]> {
  const { limit } = range
  const rows = await database.read<TokenRow>(sql`
    select t.*, s.key as space_key from (
      select t.id, t.kind, t.name, u.name as owner, t.has_all_spaces, t.sources,
        t.is_create_only, t.is_preview_only,
        t.created_at, t.expires_at, t.last_used_at, t.license_status, t.license_trial_ends_at,
        u.disabled_at as owner_disabled_at,
        case when (t.has_all_spaces = 1 and (t.kind = 'host' or ${isWriter(sql`t.owner_id`)}))
          or exists (
            select 1 from token_spaces o join spaces w on w.id = o.space_id
            where o.token_id = t.id and w.deleted_at is null
              and (t.kind = 'host' or ${isWritableBy(sql`w.id`, sql`t.owner_id`)}))
          then 1 else 0 end as has_space,
        case when t.kind = 'host' or exists (
          select 1 from signing_keys k where k.id = t.signing_key_id) then 1 else 0 end as has_key
      from tokens t join users u on u.id = t.owner_id where ${conditionOf(range)}
      order by t.created_at desc, t.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}
    ) t
    left join token_spaces ts on ts.token_id = t.id
    left join spaces s on s.id = ts.space_id
    order by t.created_at desc, t.id desc, s.key_fold`)
  const tokensById = new Map<number, { row: TokenRow; keys: string[] }>()
  for (const row of rows) {
    const { keys } = tokensById.get(row.id) ?? { keys: [] as string[] }
    if (row.space_key !== null) keys.push(row.space_key)
    tokensById.set(row.id, { row, keys })
  }
  return Array.from(tokensById.values(), ({ row, keys }) => toToken(row, keys))
}

export type MadeToken = Omit<Token, 'lastUsedAt'>

export async function findMadeToken(database: Database, id: number): Promise<MadeToken> {
  const [row] = await listTokens(database, { id: String(id) })
  if (row === undefined) throw new Error('the token was deleted as soon as it was made')
  const { lastUsedAt: _, isOwnerDisabled: _owner, hasSpace: _space, hasKey: _key, ...token } = row
  return token
}

/** @throws {RequestError} `not-found`. */
export async function deleteToken(
  { database, ids, clock }: TokenStore,
  id: string,
  deletedBy: Actor,
): Promise<void> {
  const stamp = await auditStamps(ids, clock)(deletedBy)
  await database.write(removeToken, { ...stamp, id: toTokenId(id) })
}

export interface TokenStore {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
}

function conditionOf({ kind, owner, matching, id, after }: TokenPart): Statement {
  const pattern = `%${likePattern(matching?.toLowerCase() ?? '')}%`
  return allOf([
    sql`1 = 1`,
    kind && sql`t.kind = ${kind}`,
    owner === undefined ? undefined : sql`u.name = ${owner}`,
    matching === undefined ? undefined : sql`lower(t.name) like ${pattern} escape '!'`,
    id === undefined ? undefined : sql`t.id = ${toTokenId(id)}`,
    after === undefined
      ? undefined
      : sql`(t.created_at, t.id) < (
          select created_at, id from tokens where id = ${toTokenId(after)})`,
  ])
}

/** A row for each space of the token, or one row for all spaces. */
interface TokenRow {
  readonly id: number
  readonly kind: TokenKind
  readonly name: string
  readonly owner: string
  readonly has_all_spaces: number
  readonly sources: string
  readonly is_create_only: number
  readonly is_preview_only: number
  readonly space_key: string | null
  readonly created_at: number
  readonly expires_at: number
  readonly last_used_at: number | null
  readonly license_status: LicenseStatus | ''
  readonly license_trial_ends_at: number | null
  readonly owner_disabled_at: number | null
  readonly has_space: number
  readonly has_key: number
}

function toToken(row: TokenRow, spaces: readonly string[]): ListedToken {
  const { license_status: status, license_trial_ends_at } = row
  return {
    id: String(row.id),
    kind: row.kind,
    name: row.name,
    owner: row.owner,
    spaces: row.has_all_spaces === 1 ? null : spaces,
    sources: readTokenSources(row.sources) ?? null,
    isCreateOnly: row.is_create_only === 1,
    isPreviewOnly: row.is_preview_only === 1,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
    license: status === '' ? null : toLicense({ status, trial_ends_at: license_trial_ends_at }),
    isOwnerDisabled: row.owner_disabled_at !== null,
    hasSpace: row.has_space === 1,
    hasKey: row.has_key === 1,
  }
}

const intervalMs = 60_000

/** Never rejects: a missed note must not fail the request. */
export function lastUseRecorder(database: Database, clock: Clock): (id: string) => Promise<void> {
  const recordedAtMs = new Map<string, number>()
  return async (id) => {
    const atMs = clock().getTime()
    if (atMs - (recordedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < intervalMs) return
    recordedAtMs.set(id, atMs)
    try {
      await database.write(updateLastUse, { id: Number(id), atMs })
    } catch {
      recordedAtMs.delete(id)
    }
  }
}

export const updateLastUse: Transaction<{ id: number; atMs: number }, void> = function* ({
  id,
  atMs,
}) {
  yield* query(sql`
    update tokens set last_used_at = ${atMs}
    where id = ${id} and (last_used_at is null or last_used_at < ${atMs})`)
}

export const removeToken: Transaction<AuditStamp & { id: number }, void> = function* (input) {
  const [token] = yield* query<Pick<TokenRow, 'id' | 'kind' | 'name'>>(
    sql`delete from tokens where id = ${input.id} returning id, kind, name`,
  )
  if (token === undefined) {
    throw new RequestError(
      'not-found',
      'There is no token with this id. "markport token list" shows those there are.',
    )
  }
  const { id, kind, name } = token
  yield* query(auditRecord(input, `${kind}-token-delete`, name, { [`${kind}TokenId`]: id }))
}
