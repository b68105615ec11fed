/** Lists tokens without their text, finds who holds one, and deletes them. @module */
import { RequestError } from '../../contract/errors.ts'
import { type Database, query, type Transaction } from '../../store/database.ts'
import { readAs } from '../../store/read-as.ts'
import { allOf, likePattern, type Statement, sql } from '../../store/sql.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
  type Clock,
} from '../audit.ts'
import type { License } from '../license.ts'
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
  const rows = await readAs<TokenRow>(
    database,
    sql`select t.*, s.key as "spaceKey" from (
      select cast(t.id as text) as id, t.kind, t.name, u.name as owner,
        t.has_all_spaces as "hasAllSpaces", t.sources, t.is_create_only as "isCreateOnly",
        t.is_preview_only as "isPreviewOnly", t.created_at as "createdAt",
        t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt?",
        nullif(t.license_status, '') as "license.status",
        t.license_trial_ends_at as "license.trialEnds?",
        u.disabled_at is not null as "isOwnerDisabled",
        case when (t.has_all_spaces = 1 and (t.kind = 'host' or ${isWriter(sql`t.owner_id`)}))
          or exists (
            select 1 from token_spaces o join spaces w on w.id = o.space_id
            where o.token_id = t.id and w.deleted_at is null
              and (t.kind = 'host' or ${isWritableBy(sql`w.id`, sql`t.owner_id`)}))
          then 1 else 0 end as "hasSpace",
        case when t.kind = 'host' or exists (
          select 1 from signing_keys k where k.id = t.signing_key_id) then 1 else 0 end as "hasKey"
      from tokens t join users u on u.id = t.owner_id where ${conditionOf(range)}
      order by t.created_at desc, t.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}
    ) t
    left join token_spaces ts on ts.token_id = cast(t.id as bigint)
    left join spaces s on s.id = ts.space_id
    order by t."createdAt" desc, cast(t.id as bigint) desc, s.key_fold`,
  )
  return Array.from(Map.groupBy(rows, ({ id }) => id).values(), toToken)
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
  store: AuditedStore,
  id: string,
  deletedBy: Actor,
): Promise<void> {
  await auditedChanges(store)(removeToken, deletedBy, { id: toTokenId(id) })
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
interface TokenRow extends Omit<ListedToken, 'spaces' | 'sources' | 'license'> {
  readonly hasAllSpaces: boolean
  readonly sources: string
  readonly spaceKey: string | undefined
  readonly license: License | undefined
}

function toToken(rows: readonly TokenRow[]): ListedToken {
  const [row] = rows as readonly [TokenRow]
  const { hasAllSpaces, spaceKey: _, license = null, ...token } = row
  return {
    ...token,
    spaces: hasAllSpaces ? null : rows.flatMap(({ spaceKey }) => spaceKey ?? []),
    sources: readTokenSources(row.sources) ?? null,
    license,
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
  const [token] = yield* query<{ id: number; kind: TokenKind; name: string }>(
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

export interface TokenHolder {
  readonly tokenName: string
  readonly expiresAt: Date
  /** The only spaces by id; undefined for all that the user may access. */
  readonly spaceIds: readonly number[] | undefined
  readonly userId: number
  readonly userName: string
  readonly isAdministrator: boolean
}

export interface PresentedToken extends Pick<ListedToken, 'isOwnerDisabled' | 'license'> {
  readonly id: string
  readonly holder: TokenHolder
  readonly email: string
  readonly sources: readonly string[] | undefined
  readonly isCreateOnly: boolean
  readonly isPreviewOnly: boolean
  readonly presentLicense: License
}

/** A row for each space of the token, or one row for all spaces. */
interface PresentedRow extends Omit<PresentedToken, 'sources' | 'license'> {
  readonly hasAllSpaces: boolean
  readonly spaceId: number | undefined
  readonly sources: string
  readonly license: License | undefined
}

export async function findPresentedToken(
  database: Database,
  kind: TokenKind,
  hash: string,
): Promise<PresentedToken | undefined> {
  const rows = await readAs<PresentedRow>(
    database,
    sql`select cast(t.id as text) as id, t.name as "holder.tokenName",
        t.expires_at as "holder.expiresAt", u.id as "holder.userId", u.name as "holder.userName",
        u.is_administrator as "holder.isAdministrator", u.email,
        u.disabled_at is not null as "isOwnerDisabled", t.has_all_spaces as "hasAllSpaces",
        s.space_id as "spaceId", t.sources, t.is_create_only as "isCreateOnly",
        t.is_preview_only as "isPreviewOnly", nullif(t.license_status, '') as "license.status",
        t.license_trial_ends_at as "license.trialEnds?", l.status as "presentLicense.status",
        l.trial_ends_at as "presentLicense.trialEnds?"
      from tokens t join users u on u.id = t.owner_id join license l on l.id = 1
      left join token_spaces s on s.token_id = t.id
      where t.hash = ${hash} and t.kind = ${kind}`,
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { hasAllSpaces, spaceId: _, holder, license = null, sources, ...token } = row
  const spaceIds = hasAllSpaces ? undefined : rows.flatMap(({ spaceId }) => spaceId ?? [])
  return {
    ...token,
    holder: { ...holder, spaceIds },
    sources: readTokenSources(sources),
    license,
  }
}
